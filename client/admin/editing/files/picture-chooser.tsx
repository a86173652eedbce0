/** The picture of a text: sent, described, and put where the caret is. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { type ReactElement, useId, useState } from 'react';
import { fileUrl } from '../../../../shared/files/file-url.ts';
import { lazyComponent } from '../../loading/lazy-component.tsx';
import type { PictureChooser } from '../rich-text/rich-text-dialog.tsx';
import type { SentFile } from './upload-panel.tsx';

const UploadPanel = lazyComponent({ load: async () => (await import('./upload-panel.tsx')).UploadPanel });

/** Pictures of texts lie where anyone may read them: no row of another table refers to them and makes them visible. */
export const choosePicture: PictureChooser = (props) => <ChoosePicture {...props} />;

function ChoosePicture({ onChosen, onCancel }: Parameters<PictureChooser>[0]): ReactElement {
  const id = useId();
  const [caption, setCaption] = useState('');
  const [stored, setStored] = useState<SentFile | null>(null);
  const insert = (): void => {
    if (stored === null) return;
    const { id: file, alt, pixels } = stored;
    // With its size in the text, the picture keeps its place in the page while it loads.
    const { width, height } = pixels ?? { width: null, height: null };
    onChosen({ src: fileUrl(file), alt: alt ?? '', width, height, caption: caption.trim() || null });
  };
  return (
    <Dialog open onClose={onCancel} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>Inserir imagem</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <UploadPanel label="Enviar a imagem" isPicture bucket="publico" onStored={setStored} />
        <TextField
          label="Legenda, se houver"
          value={caption}
          onChange={({ target }) => setCaption(target.value)}
          helperText="Aparece abaixo da imagem, para todos."
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button variant="contained" disabled={stored === null} onClick={insert}>
          Inserir no texto
        </Button>
      </DialogActions>
    </Dialog>
  );
}
