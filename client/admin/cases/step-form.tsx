/** The form of one step: its fields, what is wrong at each, and the button that takes the step. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactElement, useEffect, useRef } from 'react';
import { SteadyButton } from '../forms/steady-button.tsx';
import { FieldInput, NativeChoice } from './field-input.tsx';
import type { Refusal } from './refusals.ts';
import type { StepFieldSpec, StepValues } from './step-fields.ts';

export interface StepFormProps {
  readonly title: string;
  /** What follows from the step; null where it needs no words. */
  readonly effect: string | null;
  /** What the step does not do, though one may expect it; null where there is nothing of the kind. */
  readonly warning: string | null;
  readonly fields: readonly StepFieldSpec[];
  readonly values: StepValues;
  readonly files: readonly File[];
  /** Faults by the name of the field; those of the step as a whole have the name `passo`. */
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
  const { title, effect, warning, fields, values, faults, isSending, templates, onChange, onSubmit, onCancel } = props;
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
      {effect === null ? null : <Typography>{effect}</Typography>}
      {warning === null ? null : (
        <Alert severity="warning" role="note">
          {warning}
        </Alert>
      )}
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
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          fault={faults[field.name]}
          files={props.files}
          onFiles={props.onFiles}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <SteadyButton type="submit" variant="contained" isIdle={isSending}>
          Confirmar: {title}
        </SteadyButton>
        <Button onClick={onCancel}>Cancelar</Button>
      </Box>
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
