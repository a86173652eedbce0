/** Above the fields of a form, where another person has to approve the content: sends it, says that it waits, returns it with a reason, shows the reason. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, use, useId, useRef, useState } from 'react';
import { EditContext, useNotify, useRecordContext } from 'react-admin';
import type { RunGraphql } from '../data/graphql.ts';
import { VERSION_COLUMN } from '../data/selection.ts';
import { useIsChanged } from '../forms/use-is-changed.ts';
import { firstInputAround, useLostFocus } from '../forms/use-lost-focus.ts';
import type { ContentType, Row } from '../resources/content-type.ts';
import { isEmpty } from '../resources/fields.ts';
import { GraphqlContext, SessionContext } from '../session/contexts.ts';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import {
  type Approval,
  type ApprovalRequest,
  type ApprovedRow,
  approveChanges,
  giveUp,
  returnToAuthor,
  sendForApproval,
  withdraw,
} from './approval.ts';
import { Proposal } from './proposed-changes.tsx';
import { LostReason, ReturnForm } from './return-form.tsx';
import { NoLongerAsked, Send, SendChanges } from './sending.tsx';
import { StepButton } from './step-button.tsx';
import { approvedRow, useApproval, useFollowedApproval, useHasGivenWay } from './use-approval.ts';
import { useProposal } from './use-proposal.ts';
import { useStep } from './use-step.ts';
import { GiveUp, Waiting } from './waiting.tsx';

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
  const notify = useNotify();
  const form = useProposal(type, row, record);
  const { request, isAsked } = approval;
  const isOwn = request?.pedida_por === person;
  const awaits = request?.situacao === 'pedida' && !isOwn;
  const obstacle = request === null ? null : obstacleOf(request, record);
  const isPublished = record['publicado'] === true;
  const isShown = request !== null || isAsked;
  const hasGivenWay = useHasGivenWay(request, person);
  const top = useRef<HTMLElement>(null);
  // Where approval was switched off the panel goes with the request; the author goes on in the form.
  useLostFocus(isShown, () => (isShown ? null : firstInputAround(top.current)));
  const isStepping = useRef(false);
  const isChanged = useIsChanged();
  useFollowedApproval(isShown ? row : null, request, async () => {
    // One's own step reads it at its end.
    if (isStepping.current) return;
    await Promise.all([refetch(), isChanged ? null : rereadRow?.()]);
    if (isOwn) notify('Mudou a aprovação deste conteúdo: veja no alto do formulário.', { type: 'info' });
  });
  const step = async (work: () => Promise<boolean>, words: string, after: () => unknown): Promise<void> => {
    isStepping.current = true;
    try {
      if (await takeStep(work, words)) await after();
      // The screen shows how it is now in any case.
      await refetch();
    } finally {
      isStepping.current = false;
    }
  };
  const takeBack = (own: ApprovalRequest, end: typeof withdraw, words: string): Promise<void> => {
    // What was written since it was sent is newer.
    const written = form.ownBeside(own.proposta ?? {});
    const kept = Object.keys(written).length === 0 ? '' : ', menos onde você escreveu depois';
    return step(
      () => end(run, row, own),
      own.proposta === null ? words : `${words}: as mudanças voltaram ao formulário${kept}`,
      () => form.write({ ...own.proposta, ...written }),
    );
  };
  return (
    <Box ref={top} sx={{ width: '100%' }}>
      {reason.trim() !== '' && !(isShown && awaits) && <LostReason reason={reason} onDiscard={() => setReason('')} />}
      {isShown && (
        <Panel request={request}>
          {hasGivenWay && (
            <Alert severity="info" role="note">
              As suas mudanças que tinham voltado deram lugar às que outra pessoa enviou, e ficaram guardadas como rascunho. Para
              recuperá-las, com o que você escreveu aqui, recarregue a página.
            </Alert>
          )}
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
              isOwn={isOwn}
              isAsked={isAsked}
              obstacle={obstacle}
              takeBack={() => takeBack(request, withdraw, 'Pedido retirado')}
            >
              {request.proposta !== null && obstacle === null && (
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
          ) : request !== null && !isAsked ? (
            <NoLongerAsked request={request} />
          ) : isPublished ? (
            <SendChanges
              request={request}
              isOwn={isOwn}
              send={async () => {
                if (!(await form.isValid())) return;
                await step(() => sendForApproval(run, row, { request, changes: form.changes() }), 'Enviado para aprovação', form.leave);
              }}
            />
          ) : (
            <Send
              request={request}
              isOwn={isOwn}
              send={() =>
                step(
                  () => sendForApproval(run, row, { request, changes: null }),
                  'Enviado para aprovação',
                  () => undefined,
                )
              }
            />
          )}
          {request?.situacao === 'devolvida' && isOwn && (
            <GiveUp request={request} end={() => takeBack(request, giveUp, 'Pedido encerrado')} />
          )}
        </Panel>
      )}
    </Box>
  );
}

/** Why changes are not published any more: they are of what is published, in the version from which they began. The database refuses them. */
function obstacleOf({ proposta, versao_base }: ApprovalRequest, record: Row): string | null {
  if (proposta === null) return null;
  if (record['publicado'] !== true) return 'saiu do site';
  if (versao_base === null || versao_base >= Number(record[VERSION_COLUMN])) return null;
  return isEmpty(record['retirado_em']) ? 'mudou' : 'foi retirado do site';
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
