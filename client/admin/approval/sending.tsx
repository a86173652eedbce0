/** Sends a content, or the changes of one that is published, for approval. */
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useHasUnsentFile } from '../editing/files/unsent-files.tsx';
import { useIsChanged } from '../forms/use-is-changed.ts';
import type { ApprovalRequest } from './approval.ts';
import { StepButton } from './step-button.tsx';

interface SendProps {
  readonly request: ApprovalRequest | null;
  readonly isOwn: boolean;
  readonly send: () => Promise<void>;
}

/** Says what becomes of changes that came back, if the next sending takes their place. */
function copyFirst({ request, isOwn }: Pick<SendProps, 'request' | 'isOwn'>): string {
  const author = request?.autor?.nome;
  if (isOwn || author === undefined) return 'Copie as mudanças para o formulário, corrija o que for preciso e envie de novo.';
  return `${author} enviou as mudanças acima, e elas voltaram. Para continuar o trabalho, copie-as para o formulário. O que você enviar toma o lugar delas, e elas ficam guardadas como rascunho de ${author}.`;
}

export function Send({ request, isOwn, send }: SendProps): ReactElement {
  const isChanged = useIsChanged();
  return (
    <>
      <Typography>
        {request === null
          ? 'Neste site outra pessoa lê e publica. Com o texto pronto e salvo, envie-o para aprovação.'
          : request.proposta === null
            ? 'Mude o que for preciso, salve e envie de novo.'
            : copyFirst({ request, isOwn })}
        {isChanged && ' Há mudanças por salvar: salve antes de enviar.'}
      </Typography>
      <StepButton text={request === null ? 'Enviar para aprovação' : 'Enviar de novo para aprovação'} isIdle={isChanged} onStep={send} />
    </>
  );
}

export function SendChanges({ request, isOwn, send }: SendProps): ReactElement {
  const isChanged = useIsChanged();
  const hasUnsentFile = useHasUnsentFile();
  return (
    <>
      <Typography>
        {request === null
          ? 'Este conteúdo está publicado, ou marcado para aparecer. O que você mudar aqui não se salva: envie para aprovação, e aparece no site quando outra pessoa aprovar.'
          : copyFirst({ request, isOwn })}
        {hasUnsentFile && ' Antes, envie o arquivo que você escolheu, ou feche o envio.'}
      </Typography>
      <StepButton text="Enviar as mudanças para aprovação" isIdle={!isChanged || hasUnsentFile} onStep={send} />
    </>
  );
}

/** Says how what came back is published since approval was switched off. */
export function NoLongerAsked({ request }: { readonly request: ApprovalRequest }): ReactElement {
  const how =
    request.proposta === null
      ? 'Mude o que for preciso, ligue “Publicado” e salve.'
      : 'Copie as mudanças para o formulário, corrija o que for preciso e salve.';
  return <Typography>{`Este site não pede mais aprovação. ${how}`}</Typography>;
}
