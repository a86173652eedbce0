import { type ReactElement, type ReactNode, useState } from 'react';
import { Button } from '../../navigation/button/button.tsx';
import styles from './text-field.module.css';

interface FieldProps {
  readonly id: string;
  /** Name in the form. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value; the field is then marked as invalid. */
  readonly error?: string | undefined;
  /** Id of a text about the whole form that also describes this field. */
  readonly describedBy?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly inputMode?: 'numeric' | 'email';
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The first field with an error gets the focus when the page opens, with and without script. */
  readonly focused?: boolean;
}

/** A required field of a form: label, hint and error in one column, tied together for assistive technology. Nothing hinders pasting. */
export function TextField(props: FieldProps & { readonly children?: ReactNode }): ReactElement {
  const { id, label, hint, error, describedBy, focused, children, type = 'text', ...input } = props;
  const described = [hint === undefined ? '' : `${id}-dica`, error === undefined ? '' : `${id}-erro`, describedBy ?? ''].filter(Boolean);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-dica`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-erro`} className={styles.error}>
          <span className="somente-leitor">Erro: </span>
          {error}
        </p>
      )}
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          type={type}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a form that comes back goes to its first error (WCAG 2.2, 3.3.1)
          autoFocus={focused}
          spellCheck={false}
          autoCapitalize="none"
          className={styles.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        />
        {children}
      </div>
    </div>
  );
}

/** A field for a password, with a button that shows what was typed; without script there is no button. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'inputMode'>): ReactElement {
  const [visible, setVisible] = useState(false);
  return (
    <TextField {...props} type={visible ? 'text' : 'password'}>
      <span data-so-com-script="">
        <Button variant="secondary" onClick={() => setVisible(!visible)}>
          {visible ? 'Esconder' : 'Mostrar'}
          <span className="somente-leitor"> a senha</span>
        </Button>
      </span>
    </TextField>
  );
}
