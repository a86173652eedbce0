/**
 * The query of a list screen in the one spelling of what it says. A list reads a value that makes no sense as its default, so each of the
 * many such values would be a key, and a render, of the same page.
 */
import type { AnyRoute } from './define.ts';
import { LIST_SEARCH, listQueryString, readListQuery } from './list-search.ts';
import type { RouteInput } from './types.ts';
import { payloadUrl } from './url.ts';

type Search = RouteInput['search'];

/**
 * Returns the declared parameters of a route as the page reads them: those of a list by way of the state that they are read into, all
 * others as they are. A page renders the same for both.
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
 * Returns what the addresses of lists match that have a page and nothing else: of those that are answered at all there are as many as the
 * content fills, while words, years and orders multiply.
 */
export function pagesOfLists(routes: readonly AnyRoute[]): RegExp {
  const paths = routes.filter(isList).flatMap(({ path }) => [path, payloadUrl(path)]);
  return new RegExp(`^(?:${paths.map((path) => path.replaceAll('.', '\\.').replaceAll(/:[a-z]+/g, '[^/?]+')).join('|')})\\?pagina=\\d+$`);
}

const LIST_NAMES: ReadonlySet<string> = new Set(LIST_SEARCH.map(({ name }) => name));

/** Lists declare the parameters of lists by one constant, with their own beside them. */
function isList({ search }: Pick<AnyRoute, 'search'>): boolean {
  return LIST_SEARCH.every((parameter) => search.includes(parameter));
}
