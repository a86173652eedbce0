import type { ReactElement } from 'react';
import { formatCount, joinWithAnd, type Nouns } from '../../../../shared/locale/numbers.ts';
import { formatResultCount, MAX_COUNTED } from '../../../../shared/routes/list-filter.ts';
import type { ListQuery } from '../../../../shared/routes/list-search.ts';
import { Icon } from '../../media/icon/icon.tsx';
import { addressWithoutFilters, type ExtraFilter, filteredListAddress, hasFilter } from '../list-address.ts';
import styles from './list-summary.module.css';

const NO_EXTRAS: readonly ExtraFilter[] = [];

interface Props {
  readonly path: string;
  readonly query: ListQuery;
  readonly extras?: readonly ExtraFilter[];
  readonly total: number;
  readonly nouns: Nouns;
  readonly title?: string;
}

/** The number of results, which a status region announces, whether there are more than the list has, and for each active filter a link that removes it. */
export function ListSummary({ path, query, extras = NO_EXTRAS, total, nouns, title = 'Resultados' }: Props): ReactElement {
  const filters = activeFilters(path, query, extras);
  return (
    <div className={styles.summary}>
      <h2 id="resultados" tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> announces the result of a calculation; this is a sentence */}
      <p role="status" className={styles.sentence}>
        {listSentence(total, query, { extras, nouns })}
      </p>
      {query.q !== '' && total > MAX_COUNTED ? (
        <p className={styles.cut}>
          A lista e os arquivos para baixar têm só os resultados mais novos. Para ver os outros, escolha um ano ou escreva mais palavras.
        </p>
      ) : null}
      {hasFilter(query, extras) ? (
        <ul className={styles.filters} aria-label="Filtros em uso" data-sem-impressao="">
          {filters.map(({ label, href }) => (
            <li key={label}>
              <a href={href} className={styles.filter}>
                <span className="somente-leitor">Remover o filtro: </span>
                {label}
                <Icon name="lucide:x" size="s" />
              </a>
            </li>
          ))}
          <li>
            <a href={addressWithoutFilters(path, query)} className={styles.clear}>
              Limpar filtros
            </a>
          </li>
        </ul>
      ) : null}
    </div>
  );
}

/** '37 documentos · 2024 e 2026 · contém “aposentadoria”' */
export function listSentence(
  total: number,
  query: ListQuery,
  { extras = [], nouns }: { readonly extras?: readonly ExtraFilter[]; readonly nouns: Nouns },
): string {
  const parts = [query.q === '' ? formatCount(total, nouns.one, nouns.many) : formatResultCount(total, nouns)];
  if (query.years.length > 0) parts.push(joinWithAnd(query.years.map(String)));
  for (const extra of extras) if (extra.value !== '') parts.push(valueLabel(extra));
  if (query.q !== '') parts.push(`contém “${query.q}”`);
  return parts.join(' · ');
}

function valueLabel({ value, options }: ExtraFilter): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

function activeFilters(
  path: string,
  query: ListQuery,
  extras: readonly ExtraFilter[],
): readonly { readonly label: string; readonly href: string }[] {
  const firstPage = { ...query, page: 1 };
  const text = query.q === '' ? [] : [{ label: `contém “${query.q}”`, href: filteredListAddress(path, { ...firstPage, q: '' }, extras) }];
  const years = query.years.map((year) => ({
    label: String(year),
    href: filteredListAddress(path, { ...firstPage, years: query.years.filter((other) => other !== year) }, extras),
  }));
  const others = extras
    .filter(({ value }) => value !== '')
    .map((extra) => ({
      label: `${extra.label}: ${valueLabel(extra)}`,
      href: filteredListAddress(
        path,
        firstPage,
        extras.filter((other) => other !== extra),
      ),
    }));
  return [...text, ...years, ...others];
}
