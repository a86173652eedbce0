/** Above the fields of a form, where another person has to approve the content: sends it, says that it waits, returns it with a reason, shows the reason. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, use, useId, useRef, useState } from 'react';
import { EditContext, useRecordContext } from 'react-admin';
import type { RunGraphql } from '../data/graphql.ts';
import { useHasUnsentFile } from '../editing/files/unsent-files.tsx';
import { SteadyButton } from '../forms/steady-button.tsx';
import { useIsChanged } from '../forms/use-is-changed.ts';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import type { ContentType, Row } from '../resources/content-type.ts';
import { GraphqlContext, SessionContext } from '../session/contexts.ts';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import {
  type Approval,
  type ApprovalRequest,
  type ApprovedRow,
  approveChanges,
  returnToAuthor,
  sendForApproval,
  withdraw,
} from './approval.ts';
import { Proposal } from './proposed-changes.tsx';
import { LostReason, ReturnForm } from './return-form.tsx';
import { approvedRow, useApproval } from './use-approval.ts';
import { useProposal } from './use-proposal.ts';
import { useStep } from './use-step.ts';

/** Draws the panel of the row of the form; nothing where nobody has to approve it. */
export function ApprovalPanel({ type }: { readonly type: ContentType }): ReactElement | null {
  const record: Row | undefined = useRecordContext();
  const run = use(GraphqlContext);
  const row = approvedRow(type, record);
  const { data, refetch } = useApproval(row, record);
  if (run === null || record === undefined || row === null || data === undefined) return null;
  return <ApprovalOf key={row.chave} {...{ type, row, record, run, approval: data, refetch }} />;
}

interface ApprovalOfProps {
  readonly type: ContentType;
  readonly row: ApprovedRow;
  readonly record: Row;
  readonly run: RunGraphql;
  readonly approval: Approval;
  readonly refetch: () => Promise<unknown>;
}

function ApprovalOf({ type, row, record, run, approval, refetch }: ApprovalOfProps): ReactElement {
  const person = use(SessionContext)?.known()?.user.id;
  const [reason, setReason] = useState('');
  const rereadRow = use(EditContext)?.refetch;
  const takeStep = useStep();
  const form = useProposal(type, row, record);
  const { request, isAsked } = approval;
  const awaits = request?.situacao === 'pedida' && request.pedida_por !== person;
  const isPublished = record['publicado'] === true;
  const isShown = request !== null || isAsked;
  const step = async (work: () => Promise<boolean>, words: string, after: () => unknown): Promise<void> => {
    if (await takeStep(work, words)) await after();
    // The screen shows how it is now in any case.
    await refetch();
  };
  return (
    <>
      {reason.trim() !== '' && !(isShown && awaits) && <LostReason reason={reason} onDiscard={() => setReason('')} />}
      {isShown && (
        <Panel request={request}>
          {request !== null && request.proposta !== null && (
            <Proposal
              {...{ type, record }}
              proposal={request.proposta}
              isWaiting={request.situacao === 'pedida'}
              onTake={() => form.write(request.proposta ?? {})}
            />
          )}
          {request?.situacao === 'pedida' ? (
            <Waiting
              request={request}
              isOwn={!awaits}
              isPublished={isPublished}
              takeBack={() => {
                // What was written since it was sent is newer.
                const own = form.ownBeside(request.proposta ?? {});
                const values = { ...request.proposta, ...own };
                const kept = Object.keys(own).length === 0 ? '' : ', menos onde você escreveu depois';
                return step(
                  () => withdraw(run, row, request),
                  request.proposta === null ? 'Pedido retirado' : `Pedido retirado: as mudanças voltaram ao formulário${kept}`,
                  () => form.write(values),
                );
              }}
            >
              {/* Changes are of what is published: a content that was taken from the site meanwhile is sent as a whole. */}
              {request.proposta !== null && isPublished && (
                <StepButton
                  text="Publicar as mudanças"
                  onStep={() => {
                    const own = form.ownBeside(request.proposta ?? {});
                    return step(
                      () => approveChanges(run, row, request),
                      Object.keys(own).length === 0
                        ? 'Mudanças publicadas'
                        : 'Mudanças publicadas. O que você escreveu continua no formulário.',
                      () => {
                        form.fillAfterReading(own);
                        return rereadRow?.();
                      },
                    );
                  }}
                />
              )}
              <ReturnForm
                reason={reason}
                onChange={setReason}
                giveBack={() =>
                  step(
                    () => returnToAuthor(run, row, request, reason),
                    'Devolvido',
                    () => setReason(''),
                  )
                }
              />
            </Waiting>
          ) : isPublished ? (
            <SendChanges
              request={request}
              send={async () => {
                if (!(await form.isValid())) return;
                await step(() => sendForApproval(run, row, { request, changes: form.changes() }), 'Enviado para aprovação', form.leave);
              }}
            />
          ) : (
            <Send
              request={request}
              send={() =>
                step(
                  () => sendForApproval(run, row, { request, changes: null }),
                  'Enviado para aprovação',
                  () => undefined,
                )
              }
            />
          )}
        </Panel>
      )}
    </>
  );
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

interface SendProps {
  readonly request: ApprovalRequest | null;
  readonly send: () => Promise<void>;
}

function Send({ request, send }: SendProps): ReactElement {
  const isChanged = useIsChanged();
  return (
    <>
      <Typography>
        {request === null
          ? 'Neste site outra pessoa lê e publica. Com o texto pronto e salvo, envie-o para aprovação.'
          : 'Mude o que for preciso, salve e envie de novo.'}
        {isChanged && ' Há mudanças por salvar: salve antes de enviar.'}
      </Typography>
      <StepButton text={request === null ? 'Enviar para aprovação' : 'Enviar de novo para aprovação'} isIdle={isChanged} onStep={send} />
    </>
  );
}

function SendChanges({ request, send }: SendProps): ReactElement {
  const isChanged = useIsChanged();
  const hasUnsentFile = useHasUnsentFile();
  return (
    <>
      <Typography>
        {request === null
          ? 'Este conteúdo está publicado, ou marcado para aparecer. O que você mudar aqui não se salva: envie para aprovação, e aparece no site quando outra pessoa aprovar.'
          : 'Copie as mudanças para o formulário, corrija o que for preciso e envie de novo.'}
        {hasUnsentFile && ' Antes, envie o arquivo que você escolheu, ou feche o envio.'}
      </Typography>
      <StepButton text="Enviar as mudanças para aprovação" isIdle={!isChanged || hasUnsentFile} onStep={send} />
    </>
  );
}

interface StepButtonProps {
  readonly text: string;
  readonly isIdle?: boolean;
  readonly variant?: 'contained' | 'outlined';
  /** Id of the sentence that says what follows. */
  readonly describedBy?: string;
  readonly onStep: () => Promise<void>;
}

function StepButton({ text, isIdle = false, variant = 'contained', describedBy, onStep }: StepButtonProps): ReactElement {
  const [isRunning, setRunning] = useState(false);
  const press = async (): Promise<void> => {
    setRunning(true);
    try {
      await onStep();
    } finally {
      setRunning(false);
    }
  };
  return (
    <SteadyButton
      variant={variant}
      sx={{ justifySelf: 'start' }}
      aria-describedby={describedBy}
      isIdle={isIdle || isRunning}
      onClick={() => void press()}
    >
      {text}
    </SteadyButton>
  );
}

interface WaitingProps {
  readonly request: ApprovalRequest;
  readonly isOwn: boolean;
  readonly isPublished: boolean;
  readonly takeBack: () => Promise<void>;
  /** What another person than the one who sent it may do. */
  readonly children: ReactNode;
}

function Waiting({ request, isOwn, isPublished, takeBack, children }: WaitingProps): ReactElement {
  const when = writtenMoment(request.pedida_em, useTimeZone());
  const effect = useId();
  if (isOwn) {
    return (
      <>
        <Typography>{`Você enviou este conteúdo para aprovação em ${when}. Outra pessoa o publica ou devolve com o motivo.`}</Typography>
        <Typography id={effect}>
          {`Retirar cancela o envio: ninguém mais o aprova até você enviar de novo.${request.proposta === null ? '' : ' As mudanças voltam ao formulário, para você continuar.'}`}
        </Typography>
        <StepButton text="Retirar o pedido de aprovação" variant="outlined" describedBy={effect} onStep={takeBack} />
      </>
    );
  }
  return (
    <>
      <Typography>
        {`${request.autor?.nome ?? 'Alguém que saiu'} enviou este conteúdo para aprovação em ${when}. ${whatFollows(request, isPublished)}`}
      </Typography>
      {children}
    </>
  );
}

/** Says what the person who approves may do. */
function whatFollows({ proposta }: ApprovalRequest, isPublished: boolean): string {
  if (proposta === null) return 'Leia-o; para publicar, ligue “Publicado” e salve sem mudar o texto.';
  return isPublished
    ? 'As mudanças aparecem no site quando você as publicar.'
    : 'Depois disso o conteúdo saiu do site. Devolva as mudanças: quem as fez copia-as para o formulário, salva e envia o conteúdo inteiro.';
}
