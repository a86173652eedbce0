/** Sends a content, or the changes of one that is published, for approval. */
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useHasUnsentFile } from '../editing/files/unsent-files.tsx';
import { useIsChanged } from '../forms/use-is-changed.ts';
import type { ApprovalRequest } from './approval.ts';
import { StepButton } from './step-button.tsx';

interface SendProps {
  readonly request: ApprovalRequest | null;
  readonly send: () => Promise<void>;
}

export function Send({ request, send }: SendProps): ReactElement {
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

export function SendChanges({ request, send }: SendProps): ReactElement {
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
