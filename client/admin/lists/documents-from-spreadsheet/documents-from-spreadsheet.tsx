/** The button that opens the import of documents from a spreadsheet, above the list of documents. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactElement, useState } from 'react';
import { lazyComponent } from '../../loading/lazy-component.tsx';

const SpreadsheetPanel = lazyComponent({ load: async () => (await import('./spreadsheet-panel.tsx')).SpreadsheetPanel });

export function DocumentsFromSpreadsheet(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ px: 2, pt: 1, width: isOpen ? '100%' : 'auto' }}>
      <Button size="small" variant="outlined" sx={{ mb: 1 }} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Importar documentos de uma planilha
      </Button>
      {isOpen && <SpreadsheetPanel />}
    </Box>
  );
}
