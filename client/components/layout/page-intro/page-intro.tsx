import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import styles from './page-intro.module.css';

interface Props {
  /** What the page is for, in a sentence. */
  readonly lead?: string | null | undefined;
  /** How many, since when, until when, by a key of each; those that are null are not known. */
  readonly facts?: Readonly<Record<string, ReactNode>>;
  /** What most visitors of the page came to do. */
  readonly children?: ReactNode;
}

/** What a page says of itself in its header, under the title: lead sentence, in which no line ends between a sum and its sign, key facts and main action. */
export function PageIntro({ lead, facts, children }: Props): ReactElement {
  const known = Object.entries(facts ?? {}).filter(([, fact]) => fact !== null);
  return (
    <>
      {lead === undefined || lead === null || lead === '' ? null : <p className={styles.lead}>{lead.replaceAll('R$ ', 'R$\u00a0')}</p>}
      {known.length === 0 ? null : (
        <ul
          className={classNames(styles.facts, children === undefined && styles.foot)}
          data-acoes={children === undefined ? '' : undefined}
        >
          {known.map(([key, fact]) => (
            <li key={key}>{fact}</li>
          ))}
        </ul>
      )}
      {children === undefined ? null : (
        <div className={classNames(styles.actions, styles.foot)} data-acoes="">
          {children}
        </div>
      )}
    </>
  );
}
