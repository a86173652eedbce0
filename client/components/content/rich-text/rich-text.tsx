import type { ReactElement, ReactNode } from 'react';
import styles from './rich-text.module.css';

/** HTML of a row. The server has sanitised it by an allow-list; never pass HTML of another origin. */
export function RichText({ html }: { readonly html: string }): ReactElement {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The introductory sentence of a page. */
export function LeadParagraph({ children }: { readonly children: ReactNode }): ReactElement {
  return <p className={styles.lead}>{children}</p>;
}

interface ListProps {
  /** Without bullets, for lists inside a fact or a card. */
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** A list of sentences or links; each child is an `<li>`. */
export function List({ plain = false, children }: ListProps): ReactElement {
  return <ul className={plain ? styles.plain : styles.bulleted}>{children}</ul>;
}
