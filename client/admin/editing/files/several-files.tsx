/** The button that opens the sending of several files, in a list of files and at the rows of a form that hold one file each. */
import { Box, Button } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { useArrayInput, useListContext, useSaveContext } from 'react-admin';
import { lazyComponent } from '../../loading/lazy-component.tsx';
import type { Field } from '../../resources/content-type.ts';
import { UnsentFilesOfForm, WarnOfUnsent } from './unsent-files.tsx';

const SeveralFilesPanel = lazyComponent({ load: async () => (await import('./several-files-panel.tsx')).SeveralFilesPanel });

interface SeveralFilesProps {
  readonly describesPictures: boolean;
  readonly disabled?: boolean;
  readonly onStored: (id: string, file: File) => void;
}

function SeveralFiles({ disabled = false, ...panel }: SeveralFilesProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ mb: 2, width: '100%' }}>
      <Button size="small" variant="outlined" sx={{ my: 1 }} disabled={disabled} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Enviar vários arquivos
      </Button>
      {isOpen && <SeveralFilesPanel {...panel} />}
    </Box>
  );
}

/** Sends files into the list of stored files around it. */
export function SeveralFilesOfList(): ReactElement {
  const { refetch } = useListContext();
  return (
    <UnsentFilesOfForm>
      <Box sx={{ px: 2, pt: 1 }}>
        <SeveralFiles describesPictures onStored={() => void refetch()} />
      </Box>
      <WarnOfUnsent />
    </UnsentFilesOfForm>
  );
}

interface SeveralFilesOfRowsProps {
  /** The fields of a row. */
  readonly fields: readonly Field[];
  /** The field of the file. */
  readonly file: string;
}

/** Adds a row for each file that is sent to the rows of the form around it. A text that names the file begins with the name of it. */
export function SeveralFilesOfRows({ fields, file }: SeveralFilesOfRowsProps): ReactElement {
  const { append } = useArrayInput();
  const { saving = false } = useSaveContext();
  const initial = Object.fromEntries(fields.map((field) => [field.name, field.initial ?? null]));
  const add = (id: string, { name }: File): void =>
    append({ ...initial, [file]: id, ...('rotulo' in initial ? { rotulo: readableName(name) } : {}) }, { shouldFocus: false });
  return <SeveralFiles describesPictures={false} disabled={saving} onStored={add} />;
}

/** Returns the name of a file as words. */
function readableName(name: string): string {
  return name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
}
