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

const MONTHS: ExtraFilter['options'] = Array.from({ length: 12 }, (_none, index) => ({
  value: String(index + 1),
  label: monthName(index + 1),
}));

/** The filter by month of a list whose entries may be of any: the month in each of the chosen years. */
export function monthFilter(value: string): ExtraFilter {
  return { name: 'mes', label: 'Mês', value, options: MONTHS };
}
