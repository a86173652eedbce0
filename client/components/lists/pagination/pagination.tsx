import type { ReactElement } from 'react';
import { formatNumber } from '../../../../shared/locale/numbers.ts';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './pagination.module.css';

interface Props {
  /** 1-based */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly href: (page: number) => string;
  readonly label?: string;
}

/** Links to the pages of a list; each ends in the results, where reading goes on. Nothing when there is one page only. */
export function Pagination({ page, pageSize, total, href, label = 'Páginas' }: Props): ReactElement | null {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  const hrefOf = (number: number): string => `${href(number)}#resultados`;
  return (
    <nav aria-label={label} className={styles.pagination} data-sem-impressao="">
      {page > 1 ? (
        <a href={hrefOf(Math.min(page - 1, last))} rel="prev" className={styles.step}>
          <Icon name="lucide:chevron-left" /> Anterior
        </a>
      ) : null}
      <ol className={styles.pages}>
        {shownPages(page, last).map((number, index, all) => (
          <li key={number} className={classNames(number - (all[index - 1] ?? number - 1) > 1 && styles.skip)}>
            <a href={hrefOf(number)} aria-current={number === page ? 'page' : undefined} className={styles.number}>
              <span className="somente-leitor">Página </span>
              {formatNumber(number)}
            </a>
          </li>
        ))}
      </ol>
      {page < last ? (
        <a href={hrefOf(page + 1)} rel="next" className={styles.step}>
          Próxima <Icon name="lucide:chevron-right" />
        </a>
      ) : null}
    </nav>
  );
}

/** Returns the first page, the last one and the neighbours of the current one. A gap of a single page is filled with that page. */
export function shownPages(page: number, last: number): readonly number[] {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((number, index) => (number - (sorted[index - 1] ?? number) === 2 ? [number - 1, number] : [number]));
}
