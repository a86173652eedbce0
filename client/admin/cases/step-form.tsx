/** The form of one step: its fields, what is wrong at each, and the button that takes the step. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, useEffect, useId, useRef } from 'react';
import type { Refusal } from './refusals.ts';
import type { StepFieldSpec, StepValues } from './step-fields.ts';

export interface StepFormProps {
  readonly title: string;
  readonly fields: readonly StepFieldSpec[];
  readonly values: StepValues;
  readonly files: readonly File[];
  /** By the name of the field; those of the step as a whole have the name `passo`. */
  readonly faults: Readonly<Record<string, string>>;
  readonly isSending: boolean;
  readonly templates: readonly { readonly id: number; readonly titulo: string; readonly texto: string }[];
  readonly onChange: (name: string, value: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

/** Draws the form and gives the focus to it, and after a refusal to the first field at fault. */
export function StepForm(props: StepFormProps): ReactElement {
  const { title, fields, values, faults, isSending, templates, onChange, onSubmit, onCancel } = props;
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [faults]);
  const hasAnswer = fields.some(({ name }) => name === 'resposta');
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      aria-label={title}
      sx={{ display: 'grid', gap: 2, mt: 2 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) onSubmit();
      }}
    >
      <Typography component="h3" variant="h6" ref={heading} tabIndex={-1}>
        {title}
      </Typography>
      {faults['passo'] === undefined ? null : (
        <Alert severity="error" tabIndex={-1}>
          {faults['passo']}
        </Alert>
      )}
      {hasAnswer && templates.length > 0 ? (
        <NativeChoice
          label="Começar por um modelo de resposta"
          value=""
          choices={templates.map(({ id, titulo }) => ({ value: String(id), label: titulo }))}
          onChange={(chosen) => {
            const text = templates.find(({ id }) => String(id) === chosen)?.texto ?? '';
            const before = values['resposta'] ?? '';
            if (text !== '') onChange('resposta', before === '' ? text : `${before}\n\n${text}`);
          }}
        />
      ) : null}
      {fields.map((field) => (
        <StepInput key={field.name} field={field} {...props} />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={isSending}>
          Confirmar: {title}
        </Button>
        <Button onClick={onCancel}>Cancelar</Button>
      </Box>
    </Box>
  );
}

function StepInput({ field, ...form }: { readonly field: StepFieldSpec } & StepFormProps): ReactElement {
  const { name, label, help, required = false, kind, choices = [] } = field;
  const { values, faults, files, onChange, onFiles } = form;
  const fault = faults[name];
  const value = values[name] ?? '';
  if (kind === 'flag') {
    return (
      <FormControlLabel
        control={<Checkbox checked={value === 'sim'} onChange={(_event, checked) => onChange(name, checked ? 'sim' : '')} />}
        label={label}
      />
    );
  }
  if (kind === 'files') return <FilesInput label={label} help={help ?? ''} files={files} fault={fault} onFiles={onFiles} />;
  if (kind === 'choice') {
    return (
      <NativeChoice
        label={label}
        value={value}
        choices={choices}
        required={required}
        fault={fault}
        onChange={(chosen) => onChange(name, chosen)}
      />
    );
  }
  return (
    <TextField
      label={label}
      value={value}
      required={required}
      error={fault !== undefined}
      helperText={fault ?? help}
      onChange={({ target }) => onChange(name, target.value)}
      slotProps={{ htmlInput: { maxLength: kind === 'line' ? 300 : 20_000 } }}
      {...(kind === 'text' ? { multiline: true, minRows: name === 'resposta' ? 8 : 3 } : {})}
    />
  );
}

export interface NativeChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly required?: boolean;
  readonly fault?: string | undefined;
  readonly onChange: (value: string) => void;
  /** What stands for no choice. */
  readonly none?: string;
}

/** A list of choices that is the browser's own: every keyboard and screen reader knows it. */
export function NativeChoice({ label, value, choices, required = false, fault, onChange, none = '' }: NativeChoiceProps): ReactElement {
  const id = useId();
  return (
    <TextField
      id={id}
      select
      label={label}
      value={value}
      required={required}
      error={fault !== undefined}
      helperText={fault}
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
  readonly label: string;
  readonly help: string;
  readonly files: readonly File[];
  readonly fault: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

function FilesInput({ label, help, files, fault, onFiles }: FilesInputProps): ReactElement {
  const [input, description] = [useId(), useId()];
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
        onChange={({ target }) => onFiles(Array.from(target.files ?? []))}
      />
      <Typography id={description} variant="body2" color={fault === undefined ? 'textSecondary' : 'error'}>
        {fault ?? `${help}${files.length === 0 ? '' : ` Escolhidos: ${files.map(({ name }) => name).join(', ')}.`}`}
      </Typography>
    </Box>
  );
}

/** Puts a refusal at its field, or at the step where the form has no such field. */
export function faultAt({ field, text }: Refusal, fields: readonly StepFieldSpec[]): Readonly<Record<string, string>> {
  const has = (name: string): boolean => fields.some((each) => each.name === name);
  if (field !== null && has(field)) return { [field]: text };
  // A question to the citizen is told in the description.
  return field === 'resposta' && has('descricao') ? { descricao: text } : { passo: text };
}
