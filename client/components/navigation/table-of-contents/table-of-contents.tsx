import { type ReactElement, useId } from 'react';
import { classNames } from '../../class-names.ts';
import styles from './table-of-contents.module.css';

interface Props {
  readonly items: readonly { readonly id: string; readonly text: string; readonly level: 2 | 3 }[];
  readonly title?: string;
}

/** Links to the headings of a long page; nothing for a page with fewer than two. */
export function TableOfContents({ items, title = 'Nesta página' }: Props): ReactElement | null {
  const id = useId();
  if (items.length < 2) return null;
  return (
    <nav className={styles.tableOfContents} aria-labelledby={id} data-sem-impressao="">
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id} className={classNames(item.level === 3 && styles.inner)}>
            <a href={`#${item.id}`}>{item.text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
