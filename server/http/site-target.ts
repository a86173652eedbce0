/**
 * The part of a request target that is the cache key and that the origin sees: the path, and the query parameters that the route declares.
 * All other parameters are dropped, because clients choose them freely and each value would cost a key and a render (decision 0012).
 */
import { remembering } from '../../shared/cache/remembering.ts';
import { ICON_PATH, iconsUrl, parseIconsRequest } from '../../shared/icons/icons-url.ts';
import type { ImageTarget } from '../../shared/images/image-target.ts';
import { IMAGE_PATH } from '../../shared/images/image-url.ts';
import { matchFile } from '../../shared/routes/data-routes.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { canonicalSearch, fileSearch, isList, queryString } from '../../shared/routes/list-address.ts';
import { matchRoute } from '../../shared/routes/match.ts';
import type { RouteInput } from '../../shared/routes/types.ts';
import { pagePathOfPayload, payloadUrl } from '../../shared/routes/url.ts';
import { fieldValue } from '../message/field-lines.ts';
import { originForm, splitTarget, withoutFragment } from '../message/request-target.ts';

interface TargetRequest {
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

interface SiteTarget {
  readonly key: string;
  readonly url: string;
  /** Always empty: the site has one host, so `Host` is not part of the key. */
  readonly scope: string;
}

export interface SiteTargetOptions {
  readonly routes: readonly AnyRoute[];
  readonly imageTarget: (url: string, accept: string | undefined) => ImageTarget;
}

/** Number of targets kept in memory: matching a route costs more than a lookup. */
const REMEMBERED = 4_096;

/** Makes the function that returns key and URL of a request. Its result depends on the request alone. */
export function createSiteTarget({ routes, imageTarget }: SiteTargetOptions): (request: TargetRequest) => SiteTarget {
  const remembered = remembering<SiteTarget>(REMEMBERED);
  const match = (url: string): SiteTarget => siteTarget(routes, url);
  return ({ url: target = '/', rawHeaders }) => {
    const url = originForm(withoutFragment(target));
    if (isImage(url)) return { ...imageTarget(url, fieldValue(rawHeaders, 'accept') ?? undefined), scope: '' };
    return remembered(url, match);
  };
}

function isImage(url: string): boolean {
  return url.startsWith(IMAGE_PATH) && (url.length === IMAGE_PATH.length || url[IMAGE_PATH.length] === '?');
}

function siteTarget(routes: readonly AnyRoute[], target: string): SiteTarget {
  const { path, query } = splitTarget(target);
  const url = path.startsWith(`${ICON_PATH}/`) ? iconsTarget(path, query) : (pageTarget(routes, path, query) ?? path);
  return { key: url, url, scope: '' };
}

/** Returns the address of a set of icons with sorted, unique names. A faulty address loses its query, and the router refuses it. */
function iconsTarget(path: string, query: string): string {
  const request = parseIconsRequest(path, new URLSearchParams(query));
  return typeof request === 'string' ? path : iconsUrl(request.collection, request.names);
}

/** Returns the canonical address of a page; null when no route matches. */
function pageTarget(routes: readonly AnyRoute[], path: string, query: string): string | null {
  const search = new URLSearchParams(query);
  const payloadOf = pagePathOfPayload(path);
  const file = payloadOf === null ? matchFile(routes, path, search) : null;
  // A stable address stays itself: only the origin knows whether it is exact, and redirects to a stable one.
  if (file !== null)
    return path + queryString(fileSearch(file.route, file.isExact ? file.input.search : declaredValues(file.route, search)));
  const page = payloadOf ?? path;
  const matched = matchRoute(routes, page, search);
  // Another spelling of a known path is redirected, and the redirect keeps the declared parameters.
  const match = matched.kind === 'moved' ? matchRoute(routes, matched.path, search) : matched;
  // The refusal repeats the address with its query (specification section 2). It is never stored, so it takes no key.
  if (match.kind === 'refused') return path + query;
  if (match.kind !== 'route') return null;
  // An impossible value stays: the origin answers it with a redirect to the address without it.
  const values = match.isExact ? canonicalSearch(match.route, match.input.search) : declaredValues(match.route, search);
  const address = page + queryString(values);
  return page === path ? address : payloadUrl(address);
}

function declaredValues(route: Pick<AnyRoute, 'search'>, search: URLSearchParams): RouteInput['search'] {
  return Object.fromEntries(route.search.map(({ name }) => [name, search.getAll(name)]));
}

/**
 * Returns a pattern of the addresses of lists that have a page number and no other parameter. The content bounds how many of them have a
 * page; combinations of words, years and orders have no bound.
 */
export function pagesOfLists(routes: readonly AnyRoute[]): RegExp {
  const paths = routes.filter(isList).flatMap(({ path }) => [path, payloadUrl(path)]);
  return new RegExp(`^(?:${paths.map((path) => path.replaceAll('.', '\\.').replaceAll(/:[a-z]+/g, '[^/?]+')).join('|')})\\?pagina=\\d+$`);
}
