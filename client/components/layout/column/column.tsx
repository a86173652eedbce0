import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import styles from './column.module.css';

interface WithChildren {
  readonly children: ReactNode;
}

/** The page's column with its gutters; the layout already puts content in one, except on the home page. */
export function PageColumn({ narrow = false, children }: WithChildren & { readonly narrow?: boolean }): ReactElement {
  return <div className={classNames(styles.content, narrow && styles.narrow)}>{children}</div>;
}

interface SidebarProps extends WithChildren {
  readonly sidebar: ReactNode;
  readonly sidebarLabel: string;
}

/** Main text with a column of related facts beside it on wide screens, below it on phones. */
export function WithSidebar({ sidebar, sidebarLabel, children }: SidebarProps): ReactElement {
  return (
    <div className={styles.withSidebar}>
      <div className={styles.main}>{children}</div>
      <aside className={styles.sidebar} aria-label={sidebarLabel}>
        {sidebar}
      </aside>
    </div>
  );
}

interface GridProps extends WithChildren {
  readonly columns?: 2 | 3 | 4;
  /** With 'ul' each child must be an `<li>`. */
  readonly as?: 'ul' | 'div';
}

/** Equal columns, as many as fit, at most `columns`. */
export function Grid({ columns = 3, as: ElementName = 'div', children }: GridProps): ReactElement {
  return <ElementName className={classNames(styles.grid, styles[`columns${columns}`])}>{children}</ElementName>;
}

const GAPS = { s: 'gapS', m: 'gapM', l: 'gapL' } as const;

/** Blocks one under the other with the same distance. */
export function Stack({ gap = 'm', children }: WithChildren & { readonly gap?: 's' | 'm' | 'l' }): ReactElement {
  return <div className={classNames(styles.stack, styles[GAPS[gap]])}>{children}</div>;
}

/** Small things side by side; they wrap. */
export function Row({ children }: WithChildren): ReactElement {
  return <div className={styles.row}>{children}</div>;
}
