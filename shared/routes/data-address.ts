/**
 * Stable addresses of the open data: `/dados/{set}.{format}`, whatever the pages are called. Each is the file of a page; programs that read
 * data need not follow a change of the site's paths. Sets that no page shows are in `data-routes.ts`.
 */
import type { ExportFormat } from './types.ts';
import { routePath } from './url.ts';

export const DATA_PATH = '/dados';

const PAGES: Readonly<Record<string, () => string>> = {
  '/dados/noticias': () => routePath('noticias'),
  '/dados/comunicados': () => routePath('comunicados'),
  '/dados/numeros': () => routePath('numeros'),
  '/dados/calendario': () => routePath('calendario'),
  '/dados/situacao': () => routePath('situacao'),
  '/dados/unidades': () => routePath('mapa'),
  '/dados/estatisticas/ouvidoria': () => routePath('ouvidoriaEstatistica'),
  '/dados/estatisticas/sic': () => routePath('sicEstatistica'),
};

const CATEGORY = /^\/dados\/documentos\/([A-Za-z0-9_-]+)$/i;

/** Keeps the letter case of a category, which its rows know. Addresses of pages are spelled by their routes. */
function stableSpelling(path: string): string {
  const lower = path.toLowerCase();
  const category = CATEGORY.exec(path)?.[1];
  if (category !== undefined) return `${DATA_PATH}/documentos/${category}`;
  return lower.startsWith(`${DATA_PATH}/`) ? lower : path;
}

/** Returns the page whose file is at a stable address without its ending; the path itself where it is none. */
function pageOfData(path: string): string {
  const category = CATEGORY.exec(path)?.[1];
  return category === undefined ? (PAGES[path]?.() ?? path) : routePath('documentos', { category });
}

/** Returns a stable address without its ending with the category that its rows have; it itself where it names none. */
export function exactStable(stable: string, { category }: Readonly<Record<string, string>>): string {
  return CATEGORY.test(stable) && category !== undefined ? `${DATA_PATH}/documentos/${category}` : stable;
}

const FORMATS: readonly ExportFormat[] = ['csv', 'json', 'atom', 'ics', 'zip', 'sitemap.xml'];

/** Returns the stable address of a set, or of one of its rows (`reunioes/12`), in a format. */
export function dataAddress(key: string, format: ExportFormat): string {
  return `${DATA_PATH}/${key}.${format}`;
}

export interface ExportAddress {
  /** Path of the page, or of the set that no page shows. */
  readonly path: string;
  readonly format: ExportFormat;
  /** The stable address without its ending; null where the address is that of a page's file. */
  readonly stable: string | null;
}

/**
 * Reads the address of a page's data as a file, a stable one or one of `exportUrl`; null for every other path. As for pages, letter case and a slash
 * at the end hide nothing.
 */
export function pageOfExport(path: string): ExportAddress | null {
  const file = path.endsWith('/') ? path.slice(0, -1) : path;
  const lower = file.toLowerCase();
  const format = FORMATS.find((candidate) => lower.endsWith(`.${candidate}`));
  if (format === undefined) return null;
  const own = stableSpelling(file.slice(0, -format.length - 1));
  if (own.endsWith('/')) return null;
  const page = pageOfData(own);
  return { path: page, format, stable: page === own ? null : own };
}
