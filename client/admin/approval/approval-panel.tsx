/** Above the fields of a form, where another person has to approve the content: sends it, says that it waits, returns it with a reason, shows the reason. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, use, useId, useRef, useState } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import type { RunGraphql } from '../data/graphql.ts';
import { VERSION_COLUMN } from '../data/selection.ts';
import { SteadyButton } from '../forms/steady-button.tsx';
import { useIsChanged } from '../forms/use-is-changed.ts';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import type { ContentType, Row } from '../resources/content-type.ts';
import { GraphqlContext, SessionContext } from '../session/contexts.ts';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import { APPROVED_TABLES, type ApprovalRequest, type ApprovedRow, readApproval, returnToAuthor, sendForApproval } from './approval.ts';
import { LostReason, ReturnForm } from './return-form.tsx';

/** Draws the panel of the row of the form; nothing where nobody has to approve it. */
export function ApprovalPanel({ type }: { readonly type: ContentType }): ReactElement | null {
  const record: Row | undefined = useRecordContext();
  const run = use(GraphqlContext);
  if (run === null || record === undefined || !APPROVED_TABLES.has(type.table)) return null;
  const chave = String(record[type.key]);
  return <ApprovalOf key={chave} row={{ tabela: type.table, chave }} record={record} run={run} />;
}

interface ApprovalOfProps {
  readonly row: ApprovedRow;
  readonly record: Row;
  readonly run: RunGraphql;
}

function ApprovalOf({ row, record, run }: ApprovalOfProps): ReactElement | null {
  const session = use(SessionContext);
  const { data, refetch } = useQuery({
    // A save may be the publication that ends the request.
    queryKey: ['approval', row, record[VERSION_COLUMN]],
    queryFn: () => readApproval(run, row),
    placeholderData: keepPreviousData,
  });
  const [reason, setReason] = useState('');
  const done = useDone();
  if (data === undefined) return null;
  const { request, isAsked } = data;
  const person = session?.known()?.user.id;
  const awaits = request?.situacao === 'pedida' && request.pedida_por !== person;
  const isShown = record['publicado'] !== true && (request !== null || isAsked);
  return (
    <>
      {reason.trim() !== '' && !(isShown && awaits) && <LostReason reason={reason} onDiscard={() => setReason('')} />}
      {isShown && (
        <Panel request={request}>
          {request?.situacao === 'pedida' ? (
            <Waiting request={request} isOwn={!awaits}>
              <ReturnForm
                reason={reason}
                onChange={setReason}
                giveBack={async () => {
                  if (await done(() => returnToAuthor(run, row, reason), 'Devolvido')) setReason('');
                  await refetch();
                }}
              />
            </Waiting>
          ) : (
            <Send
              request={request}
              send={async () => {
                await done(() => sendForApproval(run, row, request), 'Enviado para aprovação');
                await refetch();
              }}
            />
          )}
        </Panel>
      )}
    </>
  );
}

/** Returns what does a step and tells what became of it; it answers whether the step was taken. */
function useDone(): (work: () => Promise<boolean>, words: string) => Promise<boolean> {
  const notify = useNotify();
  return async (work, words) => {
    try {
      const isDone = await work();
      notify(isDone ? words : 'Outra pessoa foi mais rápida: veja como o conteúdo está agora.', { type: isDone ? 'success' : 'warning' });
      return isDone;
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
      return false;
    }
  };
}

interface PanelProps {
  readonly request: ApprovalRequest | null;
  readonly children: ReactNode;
}

function Panel({ request, children }: PanelProps): ReactElement {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button goes with what it does.
  useLostFocus(request?.situacao, () => heading.current);
  return (
    <Box component="section" aria-labelledby={id} sx={{ width: '100%', display: 'grid', gap: 1, mb: 3 }}>
      <Typography id={id} component="h2" variant="h6" ref={heading} tabIndex={-1}>
        Aprovação
      </Typography>
      {request !== null && request.motivo !== null && <Reason request={request} motivo={request.motivo} />}
      {children}
    </Box>
  );
}

function Reason({ request, motivo }: { readonly request: ApprovalRequest; readonly motivo: string }): ReactElement {
  const { situacao, revisor, devolvida_em } = request;
  const timeZone = useTimeZone();
  const when = devolvida_em === null ? '' : ` em ${writtenMoment(devolvida_em, timeZone)}`;
  return (
    <Alert severity={situacao === 'devolvida' ? 'warning' : 'info'} role="note">
      {`${situacao === 'devolvida' ? 'Devolvido' : 'Devolvido antes'} por ${revisor?.nome ?? 'alguém que saiu'}${when}:`}
      <Typography variant="body1" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {motivo}
      </Typography>
    </Alert>
  );
}

function Send({ request, send }: { readonly request: ApprovalRequest | null; readonly send: () => Promise<void> }): ReactElement {
  const [isSending, setSending] = useState(false);
  const isChanged = useIsChanged();
  const press = async (): Promise<void> => {
    setSending(true);
    await send();
    setSending(false);
  };
  return (
    <>
      <Typography>
        {request === null
          ? 'Neste site outra pessoa lê e publica. Com o texto pronto e salvo, envie-o para aprovação.'
          : 'Mude o que for preciso, salve e envie de novo.'}
        {isChanged && ' Há mudanças por salvar: salve antes de enviar.'}
      </Typography>
      <SteadyButton variant="contained" sx={{ justifySelf: 'start' }} isIdle={isChanged || isSending} onClick={() => void press()}>
        {request === null ? 'Enviar para aprovação' : 'Enviar de novo para aprovação'}
      </SteadyButton>
    </>
  );
}

interface WaitingProps {
  readonly request: ApprovalRequest;
  readonly isOwn: boolean;
  /** What another person than the one who sent it may do. */
  readonly children: ReactNode;
}

function Waiting({ request, isOwn, children }: WaitingProps): ReactElement {
  const when = writtenMoment(request.pedida_em, useTimeZone());
  if (isOwn) {
    return (
      <Typography>{`Você enviou este conteúdo para aprovação em ${when}. Outra pessoa o publica ou devolve com o motivo.`}</Typography>
    );
  }
  return (
    <>
      <Typography>
        {`${request.autor?.nome ?? 'Alguém que saiu'} enviou este conteúdo para aprovação em ${when}. Leia-o; para publicar, ligue “Publicado” e salve sem mudar o texto.`}
      </Typography>
      {children}
    </>
  );
}
