/** The addresses that a first visitor is likely to ask for, so that they can be rendered before one does. */
import type { ItemDeMenu, SiteState } from '../site-state/site-state.ts';
import type { AnyRoute } from './define.ts';
import { fillPath, matchRoute } from './match.ts';
import { payloadUrl, routePath } from './url.ts';

type WarmState = Pick<SiteState, 'dataMenu' | 'dataLai'>;

/**
 * Returns the pages without parameters in the order of `routes` (the home page first), what the menus lead to and the first page of each
 * document list, then the data of all these in the same order: a visitor of a page has the data of its links fetched next. No address
 * twice; none that is not kept by caches.
 */
export function warmPaths(routes: readonly AnyRoute[], { dataMenu, dataLai }: WarmState): readonly string[] {
  const plain = routes.filter(({ params }) => Object.keys(params).length === 0).map(({ path }) => fillPath(path, {}));
  const links = [...dataMenu, ...dataLai.flatMap((section) => section.links)].flatMap(internalLinks);
  const lists = dataLai.flatMap(({ categorias }) => categorias.map(({ slug }) => routePath('documentos', { category: slug })));
  const pages = [...new Set([...plain, ...links, ...lists])].filter((path) => isKept(routes, path));
  return [...pages, ...pages.map(payloadUrl)];
}

function internalLinks({ destino, externo, filhos }: ItemDeMenu): readonly string[] {
  const own = destino === null || externo || !destino.startsWith('/') ? [] : [destino.split(/[?#]/, 1)[0] ?? destino];
  return [...own, ...filhos.flatMap(internalLinks)];
}

function isKept(routes: readonly AnyRoute[], path: string): boolean {
  const match = matchRoute(routes, path, new URLSearchParams());
  return match.kind === 'route' && match.route.cache.kind !== 'never';
}
