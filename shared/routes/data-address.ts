/**
 * Stable addresses of the open data: `/dados/{set}.{format}`, whatever the pages are called. Each is the file of a page, so the two share their stored
 * copies; programs that read data need not follow a change of the site's paths. Sets that no page shows are in `data-routes.ts`.
 */
import type { ExportFormat } from './types.ts';
import { routePath } from './url.ts';

export const DATA_PATH = '/dados';

const PAGES: Readonly<Record<string, () => string>> = {
  // The page of all lists of documents stands for all documents.
  '/dados/documentos': () => routePath('menuCompleto'),
  '/dados/noticias': () => routePath('noticias'),
  '/dados/comunicados': () => routePath('comunicados'),
  '/dados/numeros': () => routePath('numeros'),
  '/dados/calendario': () => routePath('calendario'),
  '/dados/situacao': () => routePath('situacao'),
  '/dados/unidades': () => routePath('mapa'),
  '/dados/estatisticas/ouvidoria': () => routePath('ouvidoriaEstatistica'),
  '/dados/estatisticas/sic': () => routePath('sicEstatistica'),
};

const CATEGORY = /^\/dados\/documentos\/([A-Za-z0-9_-]+)$/;

/** Returns the page whose file is at a stable address without its ending; the path itself where it is none. */
function pageOfData(path: string): string {
  const category = CATEGORY.exec(path)?.[1];
  return category === undefined ? (PAGES[path]?.() ?? path) : routePath('documentos', { category });
}

const FORMATS: readonly ExportFormat[] = ['csv', 'json', 'atom', 'ics', 'zip', 'sitemap.xml'];

/** Returns the stable address of a set, or of one of its rows (`reunioes/12`), in a format. */
export function dataAddress(key: string, format: ExportFormat): string {
  return `${DATA_PATH}/${key}.${format}`;
}

/** Returns page path and format of the address of a page's data as a file, a stable one or one of `exportUrl`; null for every other path. */
export function pageOfExport(path: string): { readonly path: string; readonly format: ExportFormat } | null {
  const format = FORMATS.find((candidate) => path.endsWith(`.${candidate}`));
  return format === undefined ? null : { path: pageOfData(path.slice(0, -format.length - 1)), format };
}
