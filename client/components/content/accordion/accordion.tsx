import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../../media/icon/icon.tsx';
import { Heading, type HeadingLevel } from '../heading/heading.tsx';
import styles from './accordion.module.css';

interface Props {
  readonly title: string;
  readonly id?: string | undefined;
  readonly open?: boolean;
  readonly level?: HeadingLevel;
  /** Under the title: what is folded, in few words. */
  readonly note?: string | undefined;
  /** Paper has it only where the visitor has unfolded it; folded parts are printed whole otherwise. */
  readonly printsOnlyOpen?: boolean;
  /** Called when a visitor unfolds it. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A title with what it names folded under it. An address that ends in the id of an element inside opens it. */
export function Accordion({ title, id, open = false, level = 3, note, printsOnlyOpen, onOpen, children }: Props): ReactElement {
  return (
    <details
      id={id}
      open={open}
      className={styles.accordion}
      data-so-aberto={printsOnlyOpen && ''}
      suppressHydrationWarning
      onToggle={onOpen && (({ currentTarget }) => (currentTarget.open ? onOpen() : undefined))}
    >
      <summary className={styles.head} data-iniciar={onOpen && ''}>
        <Heading level={level} className={styles.title}>
          {title}
        </Heading>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
        <Icon name="lucide:chevron-down" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
