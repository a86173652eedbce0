import type { ReactElement, ReactNode } from 'react';
import { Heading, type HeadingLevel } from '../../content/heading/heading.tsx';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './card.module.css';

interface Props {
  readonly title: string;
  readonly href?: string | undefined;
  readonly external?: boolean | undefined;
  readonly icon?: string | null | undefined;
  readonly overline?: ReactNode;
  readonly summary?: string | null | undefined;
  readonly footer?: ReactNode;
  readonly level?: HeadingLevel;
  readonly children?: ReactNode;
}

/** A card. With an address the link of its title covers the whole card: one tab stop, and one name for a screen reader. */
export function Card({ title, href, external, icon, overline, summary, footer, level = 3, children }: Props): ReactElement {
  return (
    <article className={styles.card}>
      {icon === undefined || icon === null ? null : (
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
      )}
      {overline === undefined ? null : <p className={styles.overline}>{overline}</p>}
      <Heading level={level} className={styles.title}>
        {href === undefined ? title : <CardLink href={href} external={external === true} title={title} />}
      </Heading>
      {summary === undefined || summary === null || summary === '' ? null : <p className={styles.summary}>{summary}</p>}
      {children}
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
    </article>
  );
}

function CardLink({ href, external, title }: { readonly href: string; readonly external: boolean; readonly title: string }): ReactElement {
  return (
    <a href={href} className={styles.link}>
      {title}
      {external ? <span className="somente-leitor"> (abre outro site)</span> : null}
      {external ? ' ' : null}
      {external ? <Icon name="lucide:external-link" size="s" /> : null}
    </a>
  );
}
