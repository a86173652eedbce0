/** A password that the server made: shown once, since nothing keeps it. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactElement, useId, useState } from 'react';

/** Draws the dialog as long as there is a password. */
export function PasswordDialog({ password, onClose }: { readonly password: string | null; readonly onClose: () => void }): ReactElement {
  const title = useId();
  const [told, setTold] = useState({ about: '', words: '' });
  const copy = async (about: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(about);
      setTold({ about, words: 'Copiada.' });
    } catch {
      // A page without https has no clipboard, and a browser may refuse it.
      setTold({ about, words: 'O navegador não deixou copiar: selecione a senha e copie.' });
    }
  };
  return (
    <Dialog open={password !== null} aria-labelledby={title}>
      <DialogTitle id={title}>Senha da conta</DialogTitle>
      <DialogContent>
        <Typography>Entregue esta senha à pessoa por um caminho seguro. Ela não aparece de novo.</Typography>
        <Typography component="output" sx={{ display: 'block', mt: 2, fontFamily: 'monospace', fontSize: '1.25rem', userSelect: 'all' }}>
          {password}
        </Typography>
        <Typography component="output" variant="body2" sx={{ display: 'block', minHeight: '1.5em' }}>
          {told.about === password && told.words}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void copy(password ?? '')}>Copiar a senha</Button>
        <Button onClick={onClose}>Já anotei</Button>
      </DialogActions>
    </Dialog>
  );
}
