import { monthName } from '../../../shared/locale/months.ts';
import { listAddress } from '../../../shared/routes/list-address.ts';
import type { ListQuery } from '../../../shared/routes/list-search.ts';

/** A filter that only some lists have; an empty value means all. */
export interface ExtraFilter {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The address of a list in a given state: its path and the query without defaults. */
export function filteredListAddress(path: string, query: ListQuery, extras: readonly ExtraFilter[] = []): string {
  return listAddress(query, path, Object.fromEntries(extras.map(({ name, value }) => [name, value])));
}

/** True when the list shows less than everything. */
export function hasFilter(query: ListQuery, extras: readonly ExtraFilter[] = []): boolean {
  return query.q !== '' || query.years.length > 0 || extras.some(({ value }) => value !== '');
}

/** The address with the same order and page size, and no filter. */
export function addressWithoutFilters(path: string, query: ListQuery): string {
  return filteredListAddress(path, { ...query, q: '', years: [], page: 1 });
}

/** The filter by month, in each of the chosen years, of a list that has entries of the `available` months. The chosen one stays in it. */
export function monthFilter(value: string, available: readonly { readonly mes: number | null }[]): ExtraFilter {
  const months = new Set(available.flatMap(({ mes }) => mes ?? []));
  if (value !== '') months.add(Number(value));
  const options = [...months].sort((a, b) => a - b).map((month) => ({ value: String(month), label: monthName(month) }));
  return { name: 'mes', label: 'Mês', value, options };
}
