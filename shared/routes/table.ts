/** The single table of routes (specification section 2). A page exists because it is here; the registry of pages and the specification are compared with it. */
import type { AnyRoute } from './define.ts';
import { ATENDIMENTO } from './familias/atendimento.ts';
import { COMPRAS } from './familias/compras.ts';
import { INFORMACOES } from './familias/informacoes.ts';
import { INSTITUCIONAL } from './familias/institucional.ts';
import { ROTAS_DO_PROGESTAO } from './familias/progestao.ts';
import { SITE } from './familias/site.ts';
import { TRANSPARENCIA } from './familias/transparencia.ts';

const ALL = [...SITE, ...INFORMACOES, ...INSTITUCIONAL, ...TRANSPARENCIA, ...COMPRAS, ...ROTAS_DO_PROGESTAO, ...ATENDIMENTO] as const;

export type RouteId = (typeof ALL)[number]['id'];

export const ROUTES: readonly (AnyRoute & { readonly id: RouteId })[] = ALL;

/** Returns a row of the table. */
export function routeOf(id: RouteId): AnyRoute & { readonly id: RouteId } {
  const route = ROUTES.find((candidate) => candidate.id === id);
  if (route === undefined) throw new Error(`no route ${id}`);
  return route;
}

/** Where the page of each route lies; the manifest of a build and the development server know a page by its file. */
const PAGE_FOLDERS: ReadonlyMap<string, string> = new Map(ROUTES.map(({ id, pageFolder }) => [id, pageFolder ?? kebabCase(id)]));

/** Returns the folder of a route's page, from the root of the repository, with its final slash: `client/pages/banner-comunicado/`. */
export function pageFolder(routeId: string): string {
  return `client/pages/${PAGE_FOLDERS.get(routeId) ?? kebabCase(routeId)}/`;
}

/** Returns the file of a route's page, from the root of the repository. */
export function pageFile(routeId: string): string {
  return `${pageFolder(routeId)}page.tsx`;
}

function kebabCase(id: string): string {
  return id.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
