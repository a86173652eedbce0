/** The only place that builds an internal path. */
import { fillPath } from './match.ts';
import { ROUTES, type RouteId } from './table.ts';

const BY_ID: ReadonlyMap<string, (typeof ROUTES)[number]> = new Map(ROUTES.map((route) => [route.id, route]));

/** Returns the canonical path of a route. Parameters are encoded. @throws when the route needs a parameter that is missing. */
export function routePath(id: RouteId, params: Readonly<Record<string, string | number>> = {}): string {
  const route = BY_ID.get(id);
  if (route === undefined) throw new Error(`no route ${id}`);
  if (!route.path.includes(':')) return route.path;
  const text = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  for (const name of Object.keys(route.params)) if (text[name] === undefined) throw new Error(`route ${id} needs :${name}`);
  return fillPath(route.path, text);
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
