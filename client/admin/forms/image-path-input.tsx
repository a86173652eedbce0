/** The address of a picture that anyone may read, with the picture beside it, and a way to send another one. */
import { Box, Button } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { TextInput, type TextInputProps, useWrappedSource } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { fileUrl } from '../../../shared/files/file-url.ts';
import { lazyComponent } from '../loading/lazy-component.tsx';

const UploadPanel = lazyComponent({ load: async () => (await import('../editing/files/upload-panel.tsx')).UploadPanel });

const LARGEST_PX = 96;

/** Draws the input and the picture. The pages describe such pictures themselves, so none is described here. */
export function ImagePathInput(props: TextInputProps & { readonly label: string }): ReactElement {
  const { setValue } = useFormContext<Record<string, unknown>>();
  const name = useWrappedSource(props.source);
  const path: unknown = useWatch({ name });
  const [isSending, setSending] = useState(false);
  const shown = typeof path === 'string' && path.startsWith('/') ? path : null;
  return (
    <Box sx={{ width: '100%', mb: 2 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <TextInput {...props} />
        {shown === null ? null : <Box component="img" src={shown} alt="" sx={{ maxWidth: LARGEST_PX, maxHeight: LARGEST_PX }} />}
      </Box>
      {props.readOnly === true ? null : (
        <Button
          size="small"
          variant="outlined"
          sx={{ mt: 1 }}
          aria-expanded={isSending}
          aria-label={`Enviar uma imagem nova: ${props.label}`}
          onClick={() => setSending(!isSending)}
        >
          Enviar uma imagem nova
        </Button>
      )}
      {isSending ? (
        <UploadPanel
          label={`Novo envio: ${props.label}`}
          isPicture
          isDecorative
          bucket="publico"
          onStored={({ id }) => setValue(name, fileUrl(id), { shouldDirty: true, shouldTouch: true })}
        />
      ) : null}
    </Box>
  );
}
