import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'error';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: string | undefined;
  readonly children: ReactNode;
}

/** A state in a word; the word carries the meaning, the colour only repeats it. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps): ReactElement {
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      {icon === undefined ? null : <Icon name={icon} size="s" />}
      {children}
    </span>
  );
}

/** A subject or keyword, which leads to what has it too. */
export function Tag({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  return (
    <a href={href} className={styles.tag}>
      {children}
    </a>
  );
}
