import type { ReactElement, ReactNode } from 'react';
import styles from './case-form.module.css';
import type { FieldState } from './form-context.ts';

interface Props {
  readonly state: FieldState;
  readonly label: string;
  readonly optional: boolean;
  readonly hint?: ReactNode;
  /** What is wrong is told to a screen reader when it appears, while the citizen is at the field. */
  readonly isLive?: boolean;
  readonly children: ReactNode;
}

/** Label, hint, error and control in one column. The label says what may be left out, so that no sign needs to be explained. */
export function FieldFrame({ state: { id, error }, label, optional, hint, isLive = false, children }: Props): ReactElement {
  const said = (
    <>
      {hint === undefined ? null : (
        <p id={`${id}-dica`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldErrorText id={id} error={error} />
    </>
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional ? <span className={styles.optional}> (opcional)</span> : null}
      </label>
      {isLive ? (
        <div aria-live="polite" className={styles.field}>
          {said}
        </div>
      ) : (
        said
      )}
      {children}
    </div>
  );
}

export function FieldErrorText({ id, error }: { readonly id: string; readonly error: string | undefined }): ReactElement | null {
  if (error === undefined) return null;
  return (
    <p id={`${id}-erro`} className={styles.error}>
      <span className="somente-leitor">Erro: </span>
      {error}
    </p>
  );
}
