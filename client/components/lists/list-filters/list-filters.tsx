import { type ReactElement, useId } from 'react';
import { type ListOrder, type ListQuery, PAGE_SIZES } from '../../../../shared/routes/list-search.ts';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../media/icon/icon.tsx';
import { Button } from '../../navigation/button/button.tsx';
import { type ExtraFilter, hasFilter } from '../list-address.ts';
import styles from './list-filters.module.css';

interface Props {
  readonly path: string;
  readonly query: ListQuery;
  readonly availableYears: readonly number[];
  readonly extras?: readonly ExtraFilter[];
  readonly orders?: readonly ListOrder[];
  readonly searchLabel?: string;
}

const ORDER_LABELS: Readonly<Record<ListOrder, string>> = {
  recentes: 'Mais recentes primeiro',
  antigos: 'Mais antigos primeiro',
  numero: 'Por número',
  titulo: 'Por título',
};

const COMMON_ORDERS: readonly ListOrder[] = ['recentes', 'antigos', 'titulo'];

/**
 * The filters of a list as a GET form: the address is the state, so it works without script, can be shared and the back button undoes it. The words stand
 * first, the other filters behind a switch; on phones the whole form does, also while filters are in use: the list names those itself. The key makes React
 * start afresh when the address changes under it, for the fields are not controlled.
 */
export function ListFilters(props: Props): ReactElement {
  const { path, query, availableYears, extras = [], orders = COMMON_ORDERS, searchLabel = 'Buscar nesta lista' } = props;
  const id = useId();
  const key = JSON.stringify([query, extras.map(({ value }) => value)]);
  return (
    <div key={key} data-sem-impressao="">
      <details className={styles.toggle} suppressHydrationWarning>
        <summary>
          <Icon name="lucide:search" size="s" /> Buscar e filtrar
        </summary>
      </details>
      {/* Back would leave in its fields what the list then does not follow: client/accessibility/interactions.ts does the rest. */}
      <form
        action={path}
        method="get"
        autoComplete="off"
        className={classNames(styles.filters, styles.ofList)}
        aria-label="Filtros da lista"
      >
        <div className={styles.search}>
          <label htmlFor={`${id}-q`}>{searchLabel}</label>
          <input
            id={`${id}-q`}
            type="search"
            name="q"
            defaultValue={query.q}
            maxLength={100}
            className={styles.field}
            enterKeyHint="search"
          />
        </div>
        <details className={styles.more} open={hasFilter(query, extras)} suppressHydrationWarning>
          <summary>
            Mais filtros: {[...(availableYears.length === 0 ? [] : ['ano']), ...extras.map(({ label }) => label.toLowerCase())].join(', ')}{' '}
            e ordem <Icon name="lucide:chevron-down" size="s" />
          </summary>
          <YearChoice available={availableYears} chosen={query.years} legend="Anos" hint="um ou mais; nenhum marcado mostra todos" />
          <div className={styles.choices}>
            {extras.map((extra) => (
              <SelectField key={extra.name} id={`${id}-${extra.name}`} field={extra} allLabel="Todas as opções" />
            ))}
            <SelectField
              id={`${id}-ordem`}
              field={{ name: 'ordem', label: 'Ordem', value: query.order, options: orders.map(orderOption) }}
            />
            <SelectField
              id={`${id}-por-pagina`}
              field={{ name: 'por_pagina', label: 'Por página', value: String(query.pageSize), options: PAGE_SIZE_OPTIONS }}
            />
          </div>
        </details>
        <div className={styles.actions}>
          <Button type="submit" icon="lucide:search">
            Aplicar filtros
          </Button>
        </div>
      </form>
    </div>
  );
}

const PAGE_SIZE_OPTIONS: ExtraFilter['options'] = [...PAGE_SIZES]
  .sort((a, b) => a - b)
  .map((size) => ({ value: String(size), label: `${size} itens` }));

function orderOption(order: ListOrder): ExtraFilter['options'][number] {
  return { value: order, label: ORDER_LABELS[order] };
}

interface SelectFieldProps {
  readonly id: string;
  readonly field: ExtraFilter;
  /** Label of the empty choice; without it there is none. */
  readonly allLabel?: string;
}

/** One choice among several. */
export function SelectField({ id, field, allLabel }: SelectFieldProps): ReactElement {
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{field.label}</label>
      <span className={styles.frame}>
        <select id={id} name={field.name} defaultValue={field.value} className={styles.field}>
          {allLabel === undefined ? null : <option value="">{allLabel}</option>}
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="lucide:chevron-down" size="s" />
      </span>
    </div>
  );
}

interface YearFilterProps {
  readonly available: readonly number[];
  readonly chosen: readonly number[];
  readonly open: boolean;
  /** What no choice means. */
  readonly none: string;
}

/** The years behind a switch. */
export function YearFilter({ available, chosen, open, none }: YearFilterProps): ReactElement | null {
  if (available.length + chosen.length === 0) return null;
  return (
    <details className={styles.years} open={open || chosen.length > 0} suppressHydrationWarning>
      <summary>
        <Icon name="lucide:calendar" size="s" /> Escolher anos
      </summary>
      <YearChoice available={available} chosen={chosen} hint={`um ou mais; ${none}`} />
    </details>
  );
}

interface YearChoiceProps extends Pick<YearFilterProps, 'available' | 'chosen'> {
  readonly hint: string;
  /** Shown above the years; without it only a screen reader hears what they are. */
  readonly legend?: string;
}

/** More than one year can be chosen. */
function YearChoice({ available, chosen, hint, legend }: YearChoiceProps): ReactElement | null {
  const years = [...new Set([...available, ...chosen])].sort((a, b) => b - a);
  if (years.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={legend === undefined ? 'somente-leitor' : styles.legend}>
        {legend === undefined ? (
          `Anos (${hint})`
        ) : (
          <>
            {legend} <span className={styles.hint}>({hint})</span>
          </>
        )}
      </legend>
      {years.map((year) => (
        <label key={year} className={styles.year}>
          <input type="checkbox" name="ano" value={year} defaultChecked={chosen.includes(year)} />
          <span>{year}</span>
        </label>
      ))}
    </fieldset>
  );
}
