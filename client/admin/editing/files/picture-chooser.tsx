/** The picture of a text: sent, described, and put where the caret is. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { type ReactElement, useId, useState } from 'react';
import { fileUrl } from '../../../../shared/files/file-url.ts';
import type { PictureChooser } from '../rich-text/rich-text-dialog.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** Pictures of texts lie where anyone may read them: no row of another table refers to them and makes them visible. */
export const choosePicture: PictureChooser = (props) => <ChoosePicture {...props} />;

function ChoosePicture({ onChosen, onCancel }: Parameters<PictureChooser>[0]): ReactElement {
  const id = useId();
  const [caption, setCaption] = useState('');
  const [stored, setStored] = useState<{ readonly file: string; readonly alt: string } | null>(null);
  const insert = (): void => {
    // The site adds the size of the file when it shows the text.
    if (stored !== null)
      onChosen({ src: fileUrl(stored.file), alt: stored.alt, width: null, height: null, caption: caption.trim() || null });
  };
  return (
    <Dialog open onClose={onCancel} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>Inserir imagem</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <UploadPanel label="Enviar a imagem" isPicture bucket="publico" onStored={(file, alt) => setStored({ file, alt: alt ?? '' })} />
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
