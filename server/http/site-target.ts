/**
 * What an address of the site is looked up and rendered by: the path, and of the query what the route declares. Everything else in a
 * request target is a stranger's choice; kept, it would be key space without end and work for the renderer (decision 0012).
 */
import { ICON_PATH, iconsUrl, parseIconsRequest } from '../../shared/icons/icons-url.ts';
import type { ImageTarget } from '../../shared/images/image-target.ts';
import { IMAGE_PATH } from '../../shared/images/image-url.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { canonicalSearch, isList } from '../../shared/routes/list-address.ts';
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
  /** Empty: `Host` does not count, there is one site. */
  readonly scope: string;
}

export interface SiteTargetOptions {
  readonly routes: readonly AnyRoute[];
  readonly imageTarget: (url: string, accept: string | undefined) => ImageTarget;
}

/** Targets that are remembered; a page's address is asked for again and again, and matching it costs more than a lookup. */
const REMEMBERED = 4_096;

/** Longer ones are matched each time: the memory is for addresses that the site itself hands out. */
const LONGEST_REMEMBERED = 512;

/** Makes the function that names targets. The answer is the same for the same request, whatever was asked before. */
export function createSiteTarget({ routes, imageTarget }: SiteTargetOptions): (request: TargetRequest) => SiteTarget {
  const remembered = new Map<string, SiteTarget>();
  return ({ url: target = '/', rawHeaders }) => {
    const url = originForm(withoutFragment(target));
    if (isImage(url)) return { ...imageTarget(url, fieldValue(rawHeaders, 'accept') ?? undefined), scope: '' };
    const known = remembered.get(url);
    if (known !== undefined) return known;
    const found = siteTarget(routes, url);
    if (url.length <= LONGEST_REMEMBERED) {
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(url, found);
    }
    return found;
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

/** Names in one order, each once; what is wrong with the others the service says, of a query that is cut off. */
function iconsTarget(path: string, query: string): string {
  const request = parseIconsRequest(path, new URLSearchParams(query));
  return typeof request === 'string' ? path : iconsUrl(request.collection, request.names);
}

/** The canonical address of what a route answers; null where none does. */
function pageTarget(routes: readonly AnyRoute[], path: string, query: string): string | null {
  const search = new URLSearchParams(query);
  const page = pagePathOfPayload(path) ?? path;
  const asked = matchRoute(routes, page, search);
  // Another spelling of a known path: the redirect to the right one keeps the same parameters.
  const match = asked.kind === 'moved' ? matchRoute(routes, asked.path, search) : asked;
  // The refusal repeats the address with its query (specification section 2). It is never stored, so this is no key space.
  if (match.kind === 'refused') return path + query;
  if (match.kind !== 'route') return null;
  const address = page + queryOf(canonicalSearch(match.route, match.input.search));
  return page === path ? address : payloadUrl(address);
}

function queryOf(search: RouteInput['search']): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(search).sort()) for (const value of search[name] ?? []) query.append(name, value);
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * Returns a pattern of the addresses of lists that have a page number and no other parameter. The content bounds how many of them have a
 * page; combinations of words, years and orders have no bound.
 */
export function pagesOfLists(routes: readonly AnyRoute[]): RegExp {
  const paths = routes.filter(isList).flatMap(({ path }) => [path, payloadUrl(path)]);
  return new RegExp(`^(?:${paths.map((path) => path.replaceAll('.', '\\.').replaceAll(/:[a-z]+/g, '[^/?]+')).join('|')})\\?pagina=\\d+$`);
}
