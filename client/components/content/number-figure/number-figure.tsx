import { type ReactElement, useId } from 'react';
import { classNames } from '../../class-names.ts';
import styles from './number-figure.module.css';

interface Props {
  readonly items: readonly { readonly value: string; readonly label: string; readonly note?: string | undefined }[];
}

/** Key figures, as formatted text, each with its label. */
export function NumberFigures({ items }: Props): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <dl className={classNames(styles.numbers, styles[`of${Math.min(items.length, 4)}`])}>
      {items.map(({ value, label, note }) => (
        <div key={label} className={styles.number}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {note === undefined ? null : <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface ProgressProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
}

/** How much of a whole is done, in words and as a bar. */
export function Progress({ value, max, label }: ProgressProps): ReactElement {
  const id = useId();
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>
        {label}: {value} de {max}
      </label>
      <progress id={id} value={value} max={Math.max(1, max)} className={styles.bar} />
    </div>
  );
}
