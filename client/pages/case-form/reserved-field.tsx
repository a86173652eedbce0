import type { ReactElement } from 'react';
import styles from './case-form.module.css';
import { FieldErrorText } from './field-frame.tsx';
import { useField } from './form-context.ts';

/** Programs that fill in every field fill in this one. Where a person's own program did, the form comes back with it to be seen and emptied. */
export function ReservedField(): ReactElement {
  const { id, error, typed } = useField('site');
  return (
    <div className={error === undefined ? styles.reserved : styles.field} aria-hidden={error === undefined ? true : undefined}>
      <label htmlFor={id}>Não preencha este campo</label>
      <FieldErrorText id={id} error={error} />
      <input
        id={id}
        name="site"
        type="text"
        defaultValue={error === undefined ? '' : typed}
        autoComplete="off"
        tabIndex={error === undefined ? -1 : undefined}
        className={styles.input}
      />
    </div>
  );
}
