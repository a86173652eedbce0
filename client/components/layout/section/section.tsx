import { type ReactElement, type ReactNode, useId } from 'react';
import { classNames } from '../../class-names.ts';
import { Heading, type HeadingLevel } from '../../content/heading/heading.tsx';
import { ArrowLink } from '../../navigation/link/link.tsx';
import { PageColumn } from '../column/column.tsx';
import styles from './section.module.css';

interface Props {
  readonly title: ReactNode;
  readonly id?: string | undefined;
  readonly level?: HeadingLevel;
  readonly titleVisible?: boolean;
  readonly action?: { readonly href: string; readonly label: string } | undefined;
  /** A full-bleed band; only where the layout adds no column of its own (home page). */
  readonly background?: 'paper' | 'soft' | 'primary' | undefined;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, id, level = 2, titleVisible = true, action, background, children }: Props): ReactElement {
  const generatedId = useId();
  const headingId = id ?? generatedId;
  const body = (
    <>
      <div className={titleVisible || action !== undefined ? styles.head : undefined}>
        <Heading level={level} id={headingId} className={titleVisible ? undefined : 'somente-leitor'}>
          {title}
        </Heading>
        {action === undefined ? null : <ArrowLink href={action.href}>{action.label}</ArrowLink>}
      </div>
      <div className={styles.body}>{children}</div>
    </>
  );
  return (
    <section
      aria-labelledby={headingId}
      className={classNames(styles.section, background !== undefined && classNames(styles.band, styles[background]))}
    >
      {background === undefined ? body : <PageColumn>{body}</PageColumn>}
    </section>
  );
}
