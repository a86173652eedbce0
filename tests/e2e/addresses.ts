/** Finds an address for every route of the table by following links, as a visitor would. */
import { matchRoute } from '../../shared/routes/match.ts';
import { ROUTES } from '../../shared/routes/table.ts';
import type { RouteInput } from '../../shared/routes/types.ts';

/** The category whose newest document stands for all. That of the home page is another one every few days, and as long as what it tells. */
const CATEGORY_OF_DOCUMENT = 'atasDoConselhoDePrevidencia';

/** Limit of documents that the search reads; a linked site needs far fewer. */
const MAX_READ = 80;

export interface Address {
  readonly path: string;
  readonly route: (typeof ROUTES)[number];
  readonly input: RouteInput;
}

/** Returns the route of a path. @throws when there is none. */
function addressOf(path: string): Address {
  const match = matchRoute(ROUTES, path, new URLSearchParams());
  const route = match.kind === 'route' ? ROUTES.find((candidate) => candidate === match.route) : undefined;
  if (match.kind !== 'route' || route === undefined) throw new Error(`${path} is not a page`);
  return { path, route, input: match.input };
}

/** Every route without parameters, one address of every other route, and the lists of all categories that the site links. */
export async function discoverAddresses(site: string): Promise<readonly Address[]> {
  const found = new Map<string, Address>();
  const kinds = new Set<string>();
  const queue: string[] = [];
  const note = (path: string): void => {
    if (found.has(path)) return;
    const match = matchRoute(ROUTES, path, new URLSearchParams());
    if (match.kind !== 'route') return;
    const address = addressOf(path);
    const { id, params } = address.route;
    if (id === 'documento' && address.input.params['category'] !== CATEGORY_OF_DOCUMENT) return;
    // Of a route with parameters the first address is enough; each category is a page of its own.
    if (Object.keys(params).length > 0 && id !== 'documentos' && kinds.has(id)) return;
    kinds.add(id);
    found.set(path, address);
    queue.push(path);
  };
  for (const { path, params } of ROUTES) if (Object.keys(params).length === 0) note(path);
  for (let read = 0; read < MAX_READ && read < queue.length && kinds.size < ROUTES.length; read++) {
    for (const path of await linksOf(`${site}${queue[read]}`)) note(path);
  }
  for (const path of await linksOf(`${site}/lai/MenuCompleto`)) note(path);
  return [...found.values()];
}

async function linksOf(url: string): Promise<readonly string[]> {
  const html = await (await fetch(url)).text();
  return [...html.matchAll(/<a [^>]*href="(\/[^"#?]*)"/g)].map(([, href = '']) => href);
}
