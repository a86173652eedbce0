import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './case-form.module.css';
import { FieldFrame } from './field-frame.tsx';
import { describedBy, useField } from './form-context.ts';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly optional?: boolean;
  readonly hint?: ReactNode;
}

interface TextInputProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel' | 'date';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'email' | 'tel';
  readonly width?: 'short' | 'full';
  /** Another field may stand in its place. */
  readonly replaceable?: boolean;
}

/** One line. Nothing hinders pasting or cuts what is pasted: the form says what is too long. Nothing is written into the field while the citizen types. */
export function TextInput({
  name,
  label,
  optional = false,
  replaceable = false,
  hint,
  width = 'full',
  type = 'text',
  ...input
}: TextInputProps): ReactElement {
  const state = useField(name);
  return (
    <FieldFrame state={state} label={label} optional={optional} hint={hint}>
      <input
        {...input}
        id={state.id}
        name={name}
        type={type}
        defaultValue={state.typed}
        className={classNames(styles.input, width === 'short' && styles.short)}
        aria-required={optional || replaceable ? undefined : true}
        aria-invalid={state.error === undefined ? undefined : true}
        aria-describedby={describedBy(state, hint !== undefined)}
      />
    </FieldFrame>
  );
}

interface TextAreaProps extends FieldProps {
  /** What the page writes for its reader, who may change it. */
  readonly suggestion?: string;
  readonly rows?: number;
  readonly least?: number;
  readonly most: number;
}

/** Several lines. The script counts beside the field, and says the count to a screen reader when the typing pauses. */
export function TextArea({ name, label, optional = false, hint, rows = 8, least = 0, most, suggestion = '' }: TextAreaProps): ReactElement {
  const state = useField(name);
  const limits = `${least > 0 ? `De ${least} a` : 'Até'} ${most.toLocaleString('pt-BR')} caracteres.`;
  return (
    <FieldFrame state={state} label={label} optional={optional} hint={hint}>
      <textarea
        id={state.id}
        name={name}
        rows={rows}
        defaultValue={state.typed === '' ? suggestion : state.typed}
        className={classNames(styles.input, styles.textArea)}
        data-contagem={most}
        aria-required={optional ? undefined : true}
        aria-invalid={state.error === undefined ? undefined : true}
        aria-describedby={describedBy(state, hint !== undefined, `${state.id}-limite`)}
      />
      <p className={styles.count}>
        <span id={`${state.id}-limite`}>{limits}</span> <span data-contador={state.id} aria-hidden="true" />
      </p>
      <output htmlFor={state.id} className="somente-leitor" data-contador-falado={state.id} />
    </FieldFrame>
  );
}
