import type { ReactElement } from 'react';
import { Button } from '../../navigation/button/button.tsx';
import styles from './submit-row.module.css';

interface Props {
  readonly label: string;
  readonly isSending: boolean;
}

/** The button that sends a form. It keeps the focus while the form is being sent, which is said beside it; the form ignores a second press. */
export function SubmitRow({ label, isSending }: Props): ReactElement {
  return (
    <p className={styles.row}>
      <Button type="submit" disabled={isSending}>
        {label}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a form that is reset empties its <output>, whose text is React's */}
      <span role="status" data-enviando="">
        {isSending ? 'Enviando…' : ''}
      </span>
    </p>
  );
}
