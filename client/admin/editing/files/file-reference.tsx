/** Beside the choice of a stored file: sending a new one, or a new version of the chosen one, whose address stays. */
import { Box, Button } from '@mui/material';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { UploadPanel } from './upload-panel.tsx';

interface FileReferenceProps {
  readonly source: string;
  readonly isPicture: boolean;
  readonly readOnly: boolean;
  /** The choice among the stored files. */
  readonly children: ReactNode;
}

type Sending = 'new' | 'version' | null;

export function FileReference({ source, isPicture, readOnly, children }: FileReferenceProps): ReactElement {
  const { setValue } = useFormContext<Record<string, unknown>>();
  const chosen: unknown = useWatch({ name: source });
  const [sending, setSending] = useState<Sending>(null);
  const what = isPicture ? 'imagem' : 'arquivo';
  const has = typeof chosen === 'string' && chosen !== '';
  const toggle = (kind: Exclude<Sending, null>): void => setSending(sending === kind ? null : kind);
  return (
    <Box sx={{ width: '100%', mb: 2 }}>
      {children}
      {!readOnly && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
          <Button size="small" variant="outlined" aria-expanded={sending === 'new'} onClick={() => toggle('new')}>
            Enviar {isPicture ? 'uma imagem nova' : 'um arquivo novo'}
          </Button>
          {has && (
            <Button size="small" variant="outlined" aria-expanded={sending === 'version'} onClick={() => toggle('version')}>
              Trocar por uma nova versão
            </Button>
          )}
        </Box>
      )}
      {sending !== null && (
        <UploadPanel
          key={sending}
          label={
            sending === 'new' ? `Novo ${what === 'imagem' ? 'envio de imagem' : 'arquivo'}` : `Nova versão: o endereço continua o mesmo`
          }
          isPicture={isPicture}
          bucket="default"
          replaces={sending === 'version' && has ? chosen : null}
          onStored={(id) => setValue(source, id, { shouldDirty: true, shouldTouch: true })}
        />
      )}
    </Box>
  );
}
