/** A step that a person was writing for, and that is not possible any more: what was written stays to be copied. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { ReactElement } from 'react';
import type { CaseRecord, Step } from './case-record.ts';
import { type StepValues, writtenFor } from './step-fields.ts';

interface LostStepProps {
  readonly step: Step;
  readonly record: Pick<CaseRecord, 'canal'>;
  readonly values: StepValues;
  readonly onForget: () => void;
}

export function LostStep({ step, record, values, onForget }: LostStepProps): ReactElement {
  const written = writtenFor(step, record, values);
  return (
    <Alert severity="warning" sx={{ mt: 1, '& .MuiAlert-message': { display: 'grid', gap: 2, flexGrow: 1, justifyItems: 'start' } }}>
      O caso mudou e este passo não é mais possível. Veja abaixo o que aconteceu.
      {written.length === 0 ? null : ' Nada do seu texto se perdeu: copie o que quiser aproveitar.'}
      {written.map(({ label, text }) => (
        <TextField key={label} label={label} value={text} multiline fullWidth slotProps={{ htmlInput: { readOnly: true } }} />
      ))}
      <Button onClick={onForget}>{written.length === 0 ? 'Entendi' : 'Descartar o texto'}</Button>
    </Alert>
  );
}
