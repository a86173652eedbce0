/** The only place that builds an internal path. */
import { ROUTES, type RouteId } from './table.ts';
import type { ExportFormat } from './types.ts';

/** Text and parameter names of each route's path in turn, beginning with text. */
const PATHS: ReadonlyMap<string, readonly string[]> = new Map(ROUTES.map(({ id, path }) => [id, path.split(/:([a-z]+)/)]));

/** Returns the canonical path of a route. Parameters are encoded. @throws when the route needs a parameter that is missing. */
export function routePath(id: RouteId, params: Readonly<Record<string, string | number>> = {}): string {
  const parts = PATHS.get(id);
  if (parts === undefined) throw new Error(`no route ${id}`);
  let path = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 2) {
    const name = parts[at] ?? '';
    const value = params[name];
    if (value === undefined) throw new Error(`route ${id} needs :${name}`);
    path += encodeURIComponent(value) + (parts[at + 1] ?? '');
  }
  return path;
}

/** Where the browser finds GraphQL, by POST and by WebSocket (specification section 7). */
export const GRAPHQL_PATH = '/v1/graphql';

/** Which links browsers may load ahead (Speculation Rules). */
export const PREVIEW_RULES_PATH = '/_previas';

/** Of `<html>` from when the application follows links itself: then it loads their data, and the browser need not load their documents. */
export const FOLLOWS_LINKS_ATTRIBUTE = 'data-segue-links';

/** How browsers search the site (OpenSearch 1.1). */
export const OPENSEARCH_PATH = '/opensearch.xml';

/** Where the administration application lives; every address below it is one of its screens. */
export const ADMIN_APP_PATH = '/admin/app';

/** Sign-in for programs, as Nhost's service has it; each of its addresses is below this one. */
export const AUTH_PATH = '/v1/auth';
/** Where administrators read how the server works, as JSON. */
export const OPERATIONS_PATH = '/_operations';

/** Where the administration asks for the page of a row that is not saved. */
export const PREVIEW_PATH = `${ADMIN_APP_PATH}/previa`;

/** Stands in a path for the key of a row that does not exist yet. */
export const NEW_KEY = 'chave-da-linha-nova';

/** Returns the address of a page's data as a file: the path of the page with the format behind it; a query stays at the end. */
export function exportUrl(pathAndQuery: string, format: ExportFormat): string {
  const mark = pathAndQuery.indexOf('?');
  return mark === -1 ? `${pathAndQuery}.${format}` : `${pathAndQuery.slice(0, mark)}.${format}${pathAndQuery.slice(mark)}`;
}

const PAYLOAD_SUFFIX = '/_payload.json';

/** Returns the address of a page's data: `/<route>/_payload.json`, for the home page `/_payload.json`; a query stays at the end. */
export function payloadUrl(pathAndQuery: string): string {
  const mark = pathAndQuery.indexOf('?');
  const path = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const query = mark === -1 ? '' : pathAndQuery.slice(mark);
  return `${path === '/' ? '' : path}${PAYLOAD_SUFFIX}${query}`;
}

/** Returns the page path of a payload address, or null when `path` is not one. Inverse of `payloadUrl`. */
export function pagePathOfPayload(path: string): string | null {
  if (!path.endsWith(PAYLOAD_SUFFIX)) return null;
  return path.slice(0, -PAYLOAD_SUFFIX.length) || '/';
}
