/**
 * Finds the route of a URL. Letter case and a trailing slash do not hide a route: they answer with its canonical path, so that each
 * page has one address.
 */
import { withoutTypedCpf } from '../content/cpf.ts';
import type { SiteState } from '../site-state/site-state.ts';
import type { AnyRoute } from './define.ts';
import type { ParamKind, RouteInput, SearchParameter } from './types.ts';

export type RouteMatch<Route extends AnyRoute = AnyRoute> =
  /** `isExact` is false where the query has a value that no page may have; `input` is without it. */
  | { readonly kind: 'route'; readonly route: Route; readonly input: RouteInput; readonly isExact: boolean }
  /** The same page under its exact path; the query is the caller's to append. */
  | { readonly kind: 'moved'; readonly path: string }
  /** A known route refuses one of its parameters. */
  | { readonly kind: 'refused'; readonly route: Route }
  | { readonly kind: 'unknown' };

const PARAM_PATTERNS: Readonly<Record<ParamKind, RegExp>> = {
  // The ids of the content tables are bigint; fifteen digits stay exact in a JavaScript number.
  inteiro: /^[1-9]\d{0,14}$/,
  slug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  categoria: /^[A-Za-z][A-Za-z0-9_]{1,63}$/,
};

/** Matches a path (undecoded, without query) and its raw query against `routes`, in their order. Pure; never throws. */
export function matchRoute<Route extends AnyRoute>(routes: readonly Route[], path: string, search: URLSearchParams): RouteMatch<Route> {
  const segments = splitPath(path);
  if (segments === null) return { kind: 'unknown' };
  for (const route of routes) {
    const params = matchSegments(route, segments);
    if (params === null) continue;
    if (!Object.entries(route.params).every(([name, kind]) => PARAM_PATTERNS[kind].test(params[name] ?? ''))) {
      return { kind: 'refused', route };
    }
    const canonical = fillPath(route.path, params);
    if (canonical !== path) return { kind: 'moved', path: canonical };
    const input = { path, params, search: declaredSearch(route.search, search) };
    return { kind: 'route', route, input, isExact: !hasImpossibleValue(route.search, search) };
  }
  return { kind: 'unknown' };
}

/**
 * Keeps the declared query parameters only: trimmed, without empty values and those of another form, texts cut to their length, the first of
 * several where one counts. Signs that nobody sees go, such as the soft hyphens of words copied from a PDF, with which nothing is found. A CPF
 * among the words is hidden here, on the server and in the browser alike, so that nothing which is made of the words (titles, the box of the
 * search, links, files, what is followed by e-mail) can show it.
 */
export function declaredSearch(declared: readonly SearchParameter[], search: URLSearchParams): RouteInput['search'] {
  const kept: Record<string, readonly string[]> = {};
  for (const parameter of declared) {
    const { name, form, maxLength, defaultValue, repeatable = false } = parameter;
    const values = valuesOf(parameter, search)
      .filter((value) => value !== defaultValue && (form?.test(value) ?? true))
      .map((value) => (form === undefined ? cutTo(maxLength, withoutTypedCpf(value)).trimEnd() : value));
    const used = repeatable ? [...new Set(values)].sort() : values.slice(0, 1);
    if (used.length > 0) kept[name] = used;
  }
  return kept;
}

/** Says whether a declared parameter has a value of another form than its own. */
function hasImpossibleValue(declared: readonly SearchParameter[], search: URLSearchParams): boolean {
  return declared.some((parameter) => valuesOf(parameter, search).some((value) => parameter.form?.test(value) === false));
}

function valuesOf({ name }: SearchParameter, search: URLSearchParams): readonly string[] {
  return search
    .getAll(name)
    .map((value) => value.replaceAll(/\p{Cf}/gu, '').trim())
    .filter((value) => value !== '');
}

/** Returns the parameters without the values that no row has by the state of the site; the same object when all may be there. */
export function possibleSearch(
  { search: declared }: Pick<AnyRoute, 'search'>,
  search: RouteInput['search'],
  state: SiteState,
): RouteInput['search'] {
  const impossible = declared.flatMap(({ name, values }) => {
    const known = values?.(state) ?? [];
    return known.length > 0 && search[name]?.some((value) => !known.includes(value)) === true ? [name] : [];
  });
  if (impossible.length === 0) return search;
  return Object.fromEntries(Object.entries(search).filter(([name]) => !impossible.includes(name)));
}

/** A character of two units on the bound goes whole: in an address its half would be read back as another one. */
function cutTo(maxLength: number, value: string): string {
  const cut = value.slice(0, maxLength);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Puts encoded parameters into a path pattern. */
export function fillPath(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/:([a-z]+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

function splitPath(path: string): readonly string[] | null {
  if (!path.startsWith('/')) return null;
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  const raw = trimmed === '' ? [] : trimmed.split('/');
  if (raw.some((segment) => segment === '')) return null;
  try {
    return raw.map((segment) => decodeURIComponent(segment));
  } catch {
    // A malformed percent escape names no page.
    return null;
  }
}

function matchSegments(route: AnyRoute, segments: readonly string[]): Record<string, string> | null {
  const expected = route.path === '/' ? [] : route.path.slice(1).split('/');
  if (expected.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const segment = segments[index] ?? '';
    const name = part.startsWith(':') ? part.slice(1) : null;
    // Slugs are lower case; the exact case of a category is known to its rows only, so the route's outcome answers that redirect.
    if (name !== null) params[name] = route.params[name] === 'slug' ? segment.toLowerCase() : segment;
    else if (part.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return params;
}
