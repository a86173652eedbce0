import { type ReactElement, type ReactNode, useMemo } from 'react';
import { type GlossaryTerm, withExplanations } from '../../../../shared/html/glossary.ts';
import styles from './rich-text.module.css';

interface RichTextProps {
  readonly html: string;
  /** Words that are explained where they first stand. */
  readonly terms?: readonly GlossaryTerm[];
}

const NO_TERMS: readonly GlossaryTerm[] = [];

/** HTML of a row. The server has sanitised it by an allow-list; never pass HTML of another origin. */
export function RichText({ html, terms = NO_TERMS }: RichTextProps): ReactElement {
  const explained = useMemo(() => withExplanations(html, terms), [html, terms]);
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: explained }} />;
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
