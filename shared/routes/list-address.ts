/**
 * The addresses of list screens. Defaults may be spelt out, so many spellings of a query are one page. The pages link to the canonical
 * address, and the edge stores under it.
 */
import { withMark } from '../platform/substitutes.ts';
import type { AnyRoute } from './define.ts';
import { LIBRAS_NAME } from './libras.ts';
import { LIST_SEARCH, type ListQuery, listQueryString, PAGE_WINDOW, readListQuery } from './list-search.ts';
import type { RouteInput } from './types.ts';

type Search = RouteInput['search'];

/** Returns the address of a list in a given state, without defaults. `extras` are parameters of this one list; empty ones are left out. */
export function listAddress(query: ListQuery, path: string, extras: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(listQueryString(query));
  for (const [name, value] of Object.entries(extras)) if (value !== '') search.set(name, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Returns the declared parameters of a route as its page reads them: the parameters of lists without defaults, all others unchanged. A page
 * renders the same for both.
 */
export function canonicalSearch(route: Pick<AnyRoute, 'search'>, search: Search): Search {
  if (!isList(route)) return search;
  const state = new URLSearchParams(listQueryString(readListQuery(search)));
  const canonical: Record<string, readonly string[]> = {};
  for (const { name } of route.search) {
    const values = LIST_NAMES.has(name) ? state.getAll(name) : (search[name] ?? []);
    if (values.length > 0) canonical[name] = values;
  }
  return canonical;
}

/**
 * Returns those parameters of a page that its file has too. A file of a list holds the rows of all its pages, so nothing in it depends on the
 * page; the file of the search holds one page of results, as the search does.
 */
export function fileSearch(route: Pick<AnyRoute, 'search'>, search: Search): Search {
  const unused = isList(route) ? PAGE_WINDOW : [LIBRAS_NAME];
  return Object.fromEntries(Object.entries(search).filter(([name]) => !unused.includes(name)));
}

/** Writes parameters as a query string with its `?`, sorted by name; empty when there are none. */
export function queryString(search: Search): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(search).sort()) for (const value of search[name] ?? []) query.append(name, value);
  return withMark(query);
}

const LIST_NAMES: ReadonlySet<string> = new Set(LIST_SEARCH.map(({ name }) => name));

/** Says whether a route is a list: lists spread LIST_SEARCH into their declared parameters. */
export function isList({ search }: Pick<AnyRoute, 'search'>): boolean {
  return LIST_SEARCH.every((parameter) => search.includes(parameter));
}
