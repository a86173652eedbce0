/** The button that opens the making of documents from files, above the list of documents. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactElement, useState } from 'react';
import { UnsentFilesOfForm, WarnOfUnsent } from '../../editing/files/unsent-files.tsx';
import { lazyComponent } from '../../loading/lazy-component.tsx';

const DocumentsPanel = lazyComponent({ load: async () => (await import('./documents-panel.tsx')).DocumentsPanel });

export function DocumentsFromFiles(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <UnsentFilesOfForm>
      <Box sx={{ px: 2, pt: 1, width: isOpen ? '100%' : 'auto' }}>
        <Button size="small" variant="outlined" sx={{ mb: 1 }} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Cadastrar documentos de vários arquivos
        </Button>
        {isOpen && <DocumentsPanel />}
      </Box>
      <WarnOfUnsent />
    </UnsentFilesOfForm>
  );
}
