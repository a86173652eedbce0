/** One field of a form of those who answer citizens: a text, a day, a choice, a mark, or files. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, useId } from 'react';
import { faultAndHelp } from '../forms/field-help.tsx';
import type { StepFieldSpec } from './step-fields.ts';

export interface FieldInputProps {
  readonly field: StepFieldSpec;
  /** Id of the control, where a label or link refers to it. */
  readonly id?: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly files: readonly File[];
  readonly onChange: (value: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FieldInput({ field, id, value, fault, files, onChange, onFiles }: FieldInputProps): ReactElement {
  const { name, label, help, required = false, kind, choices = [], none = '' } = field;
  if (kind === 'flag') {
    return (
      <FormControlLabel
        control={<Checkbox checked={value === 'sim'} onChange={(_event, checked) => onChange(checked ? 'sim' : '')} />}
        label={label}
      />
    );
  }
  if (kind === 'files') return <FilesInput {...{ label, files, fault, onFiles }} help={help ?? ''} {...(id === undefined ? {} : { id })} />;
  if (kind === 'choice') {
    return <NativeChoice {...{ label, value, choices, required, fault, help, none, onChange }} {...(id === undefined ? {} : { id })} />;
  }
  return (
    <TextField
      {...(id === undefined ? {} : { id })}
      label={label}
      value={value}
      required={required}
      error={fault !== undefined}
      helperText={faultAndHelp(fault, help)}
      onChange={({ target }) => onChange(target.value)}
      {...(kind === 'date' ? { type: 'date', slotProps: { inputLabel: { shrink: true } } } : {})}
      {...(kind === 'text' ? { multiline: true, minRows: name === 'resposta' ? 8 : 3 } : {})}
    />
  );
}

export interface NativeChoiceProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly required?: boolean;
  readonly fault?: string | undefined;
  readonly help?: string | undefined;
  readonly onChange: (value: string) => void;
  /** What stands for no choice. */
  readonly none?: string;
}

/** A list of choices that is the browser's own: every keyboard and screen reader knows it. */
export function NativeChoice({
  id,
  label,
  value,
  choices,
  required = false,
  fault,
  help,
  onChange,
  none = '',
}: NativeChoiceProps): ReactElement {
  const own = useId();
  return (
    <TextField
      id={id ?? own}
      select
      label={label}
      value={value}
      required={required}
      error={fault !== undefined}
      helperText={faultAndHelp(fault, help)}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{none}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </TextField>
  );
}

interface FilesInputProps {
  readonly id?: string;
  readonly label: string;
  readonly help: string;
  readonly files: readonly File[];
  readonly fault: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

function FilesInput({ id, label, help, files, fault, onFiles }: FilesInputProps): ReactElement {
  const [own, description] = [useId(), useId()];
  const input = id ?? own;
  return (
    <Box>
      <Typography component="label" htmlFor={input} sx={{ display: 'block' }}>
        {label}
      </Typography>
      <input
        id={input}
        type="file"
        multiple
        aria-describedby={description}
        aria-invalid={fault !== undefined}
        style={{ maxWidth: '100%' }}
        onChange={({ target }) => onFiles(Array.from(target.files ?? []))}
      />
      <Typography id={description} variant="body2" color={fault === undefined ? 'textSecondary' : 'error'}>
        {faultAndHelp(fault, `${help}${files.length === 0 ? '' : ` Escolhidos: ${files.map(({ name }) => name).join(', ')}.`}`)}
      </Typography>
    </Box>
  );
}
