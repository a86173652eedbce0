import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../../media/icon/icon.tsx';
import { Heading, type HeadingLevel } from '../heading/heading.tsx';
import styles from './accordion.module.css';

interface Props {
  readonly title: string;
  readonly id?: string | undefined;
  readonly open?: boolean;
  readonly level?: HeadingLevel;
  /** Called when a visitor unfolds it. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A question with its answer folded under it; an address that ends in `#id` opens it in every browser. */
export function Accordion({ title, id, open = false, level = 3, onOpen, children }: Props): ReactElement {
  return (
    <details
      id={id}
      open={open}
      className={styles.accordion}
      suppressHydrationWarning
      onToggle={onOpen && (({ currentTarget }) => (currentTarget.open ? onOpen() : undefined))}
    >
      <summary className={styles.head} data-iniciar={onOpen && ''}>
        <Heading level={level} className={styles.title}>
          {title}
        </Heading>
        <Icon name="lucide:chevron-down" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
