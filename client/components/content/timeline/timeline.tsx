import type { ReactElement, ReactNode } from 'react';
import type { DateFormat } from '../../../../shared/locale/dates.ts';
import { Badge, type Tone } from '../badge/badge.tsx';
import { DateTime } from '../date-time/date-time.tsx';
import { Heading } from '../heading/heading.tsx';
import styles from './timeline.module.css';

export interface TimelineEvent {
  readonly key: string | number;
  readonly date: string | null;
  readonly format?: DateFormat | undefined;
  readonly title: string;
  readonly description?: ReactNode;
  readonly badge?: { readonly label: string; readonly tone: Tone } | undefined;
}

/** Events in order, the newest or the oldest first as they are given. */
export function Timeline({ items }: { readonly items: readonly TimelineEvent[] }): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <ol className={styles.row}>
      {items.map(({ key, date, format, title, description, badge }) => (
        <li key={key} className={styles.event}>
          <p className={styles.date}>
            {date === null ? null : <DateTime date={date} format={format} />}{' '}
            {badge === undefined ? null : <Badge tone={badge.tone}>{badge.label}</Badge>}
          </p>
          <Heading level={3} className={styles.title}>
            {title}
          </Heading>
          {description === undefined ? null : <div className={styles.description}>{description}</div>}
        </li>
      ))}
    </ol>
  );
}
