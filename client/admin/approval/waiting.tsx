/** What waits for approval: who sent it may take it back, and another person decides. */
import Typography from '@mui/material/Typography';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useTimeZone, writtenMoment } from '../time/institution-time.ts';
import type { ApprovalRequest } from './approval.ts';
import { StepButton } from './step-button.tsx';

interface WaitingProps {
  readonly request: ApprovalRequest;
  readonly isOwn: boolean;
  readonly isPublished: boolean;
  readonly takeBack: () => Promise<void>;
  /** What another person than the one who sent it may do. */
  readonly children: ReactNode;
}

export function Waiting({ request, isOwn, isPublished, takeBack, children }: WaitingProps): ReactElement {
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
