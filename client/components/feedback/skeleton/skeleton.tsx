import type { ReactElement } from 'react';
import { classNames } from '../../class-names.ts';
import styles from './skeleton.module.css';

interface Props {
  readonly shape?: 'list' | 'cards' | 'text';
  readonly count?: number;
}

/** A placeholder in the shape of content that is loading. It fades in after 300 ms, so that a quick answer causes no flicker. */
export function Skeleton({ shape = 'list', count = 3 }: Props): ReactElement {
  // As text: it is half of the elements of a page that waits, nothing in it changes, and soon it is gone.
  const html = `<p class="somente-leitor" role="status">Carregando…</p>${BLOCK.repeat(count)}`;
  return <div className={classNames(styles.skeleton, styles[shape])} aria-busy="true" dangerouslySetInnerHTML={{ __html: html }} />;
}

const gap = (name: string | undefined): string => `<span class="${name}"></span>`;

const BLOCK = `<div class="${styles.block}" aria-hidden="true">${gap(styles.image)}${gap(styles.title)}${gap(styles.row)}${gap(styles.row)}</div>`;
