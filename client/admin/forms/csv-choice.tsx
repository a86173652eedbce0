/** The field by which a CSV is chosen that the site first checks and then takes. */
import Box from '@mui/material/Box';
import { type ReactElement, useId, useRef } from 'react';
import { useLostFocus } from './use-lost-focus.ts';

export interface CsvChoiceProps {
  readonly label: string;
  readonly isBusy: boolean;
  /** Changes with what is shown about the chosen file. */
  readonly shown: string;
  readonly onChoose: (file: File) => void;
}

export function CsvChoice({ label, isBusy, shown, onChoose }: CsvChoiceProps): ReactElement {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The input takes no other file meanwhile, and what was asked about a file goes with the answer.
  useLostFocus(`${isBusy} ${shown}`, () => input.current);
  return (
    <Box sx={{ my: 1, display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'start' }}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        disabled={isBusy}
        style={{ font: 'inherit', maxWidth: '100%' }}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after it was mended.
          target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </Box>
  );
}
