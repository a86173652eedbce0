import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import styles from './description-list.module.css';

/** One row of a list of facts; an empty value is left out. */
export interface Detail {
  readonly label: string;
  readonly value: ReactNode;
}

interface Props {
  readonly items: readonly Detail[];
  /** Label and value side by side on wide screens. */
  readonly columns?: boolean;
}

/** Facts as label and value; a fact without value is left out, and without facts there is nothing. */
export function DescriptionList({ items, columns = false }: Props): ReactElement | null {
  const withValue = items.filter(({ value }) => value !== null && value !== undefined && value !== '' && value !== false);
  if (withValue.length === 0) return null;
  return (
    <dl className={classNames(styles.list, columns && styles.columns)}>
      {withValue.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
