import type { ReactElement, ReactNode } from 'react';
import styles from './list.module.css';

interface Props {
  /** Without bullets, for lists inside a fact or a card. */
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** A list of sentences or links; each child is an `<li>`. */
export function List({ plain = false, children }: Props): ReactElement {
  return <ul className={plain ? styles.plain : styles.bulleted}>{children}</ul>;
}
