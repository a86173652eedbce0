/** What waits for approval: who sent it may take it back, and another person decides. */
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useIsChanged } from '../forms/use-is-changed.ts';
import type { Row } from '../resources/content-type.ts';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import type { ApprovalRequest } from './approval.ts';
import { StepButton } from './step-button.tsx';

interface WaitingProps {
  readonly request: ApprovalRequest;
  readonly isOwn: boolean;
  /** Approval may have been switched off since it was sent. */
  readonly isAsked: boolean;
  /** Why the changes that were sent are not published any more; null where they are. */
  readonly obstacle: string | null;
  readonly takeBack: () => Promise<void>;
  /** What another person than the one who sent it may do. */
  readonly children: ReactNode;
}

export function Waiting({ request, isOwn, isAsked, obstacle, takeBack, children }: WaitingProps): ReactElement {
  const when = writtenMoment(request.pedida_em, useTimeZone());
  const effect = useId();
  const { proposta, autor } = request;
  const isWriting = useIsChanged() && proposta !== null;
  if (isOwn) {
    return (
      <>
        <Typography>
          {`Você enviou este conteúdo para aprovação em ${when}. ${whatTheAuthorDoes({ proposta, obstacle, isAsked })}`}
        </Typography>
        {isWriting && isAsked && (
          <Typography>O que você escreveu depois não foi enviado: para enviá-lo, retire o pedido e envie tudo de novo.</Typography>
        )}
        <Typography id={effect}>
          {`Retirar cancela o envio${isAsked ? ': ninguém mais o aprova até você enviar de novo' : ''}.${proposta === null ? '' : ' As mudanças voltam ao formulário, para você continuar.'}`}
        </Typography>
        <StepButton text="Retirar o pedido de aprovação" variant="outlined" describedBy={effect} onStep={takeBack} />
      </>
    );
  }
  return (
    <>
      <Typography>{`${autor?.nome ?? 'Alguém que saiu'} enviou este conteúdo para aprovação em ${when}. ${whatFollows(proposta, obstacle)}`}</Typography>
      {isWriting && (
        <Typography>O que você escreveu fica no formulário: envie-o depois que estas mudanças forem publicadas ou devolvidas.</Typography>
      )}
      {children}
    </>
  );
}

/** For who sent what came back and does not go on with it. */
export function GiveUp({ request, end }: { readonly request: ApprovalRequest; readonly end: () => Promise<void> }): ReactElement {
  const effect = useId();
  return (
    <>
      <Typography id={effect}>
        {`Desistir tira este conteúdo da lista de devolvidos.${request.proposta === null ? ' O texto fica como está salvo.' : ' As mudanças voltam ao formulário.'}`}
      </Typography>
      <StepButton text="Desistir do pedido" variant="outlined" describedBy={effect} onStep={end} />
    </>
  );
}

interface OwnRequest {
  readonly proposta: Row | null;
  readonly obstacle: string | null;
  readonly isAsked: boolean;
}

/** Says what becomes of a request, or what its author does where nobody has to decide it. */
function whatTheAuthorDoes({ proposta, obstacle, isAsked }: OwnRequest): string {
  const then = isAsked ? 'envie de novo' : 'salve';
  if (obstacle !== null) return `Depois disso o conteúdo ${obstacle}: retire o pedido, confira as mudanças e ${then}.`;
  if (isAsked) return 'Outra pessoa o publica ou devolve com o motivo.';
  const how = proposta === null ? 'para publicar, ligue “Publicado” e salve.' : 'para publicar as mudanças, retire o pedido e salve.';
  return `Este site não pede mais aprovação: ${how}`;
}

/** Says what the person who approves may do. */
function whatFollows(proposta: Row | null, obstacle: string | null): string {
  if (proposta === null) return 'Leia-o; para publicar, ligue “Publicado” e salve sem mudar o texto.';
  return obstacle === null
    ? 'As mudanças aparecem no site quando você as publicar.'
    : `Depois disso o conteúdo ${obstacle}, e as mudanças não se publicam mais. Devolva-as: quem as fez copia-as para o formulário, confere e envia de novo.`;
}
