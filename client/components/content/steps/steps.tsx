import type { ReactElement, ReactNode } from 'react';
import { Heading, type HeadingLevel } from '../heading/heading.tsx';
import styles from './steps.module.css';

interface Props {
  readonly steps: readonly { readonly title: string; readonly description?: ReactNode }[];
  readonly level?: HeadingLevel;
}

/** Steps in their order, numbered. */
export function Steps({ steps, level = 3 }: Props): ReactElement | null {
  if (steps.length === 0) return null;
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, description }) => (
        <li key={title} className={styles.step}>
          <Heading level={level} className={styles.title}>
            {title}
          </Heading>
          {description === undefined ? null : <div className={styles.description}>{description}</div>}
        </li>
      ))}
    </ol>
  );
}
