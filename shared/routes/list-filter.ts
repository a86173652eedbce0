/** The state of a list screen as conditions of the content backend: text, years, page window, and the page after the last one. */
import { searchPatterns } from '../locale/fold.ts';
import { listAddress } from './list-address.ts';
import type { ListQuery } from './list-search.ts';
import { FOUND, type Outcome } from './types.ts';

/**
 * The year of a moment is read in Brasília time. A route cannot know the configured zone; other Brazilian zones differ by an hour or two
 * around midnight of the 31st of December only.
 */
const YEAR_OFFSET = '-03:00';

interface TextCondition {
  readonly busca_texto: { readonly _ilike: string };
}

interface MomentCondition {
  readonly publicado_em: { readonly _gte: string; readonly _lt: string };
}

/** Returns one condition for each word of `q`, for tables with the folded column `busca_texto`; all must hold. Empty for no word. */
export function textConditions(q: string): TextCondition[] {
  return searchPatterns(q).map((pattern) => ({ busca_texto: { _ilike: pattern } }));
}

/** Returns one condition for each year, for rows published at a moment; any may hold. Empty for no year. */
export function publicationYearConditions(anos: readonly number[]): MomentCondition[] {
  return anos.map((ano) => ({
    publicado_em: { _gte: `${ano}-01-01T00:00:00${YEAR_OFFSET}`, _lt: `${ano + 1}-01-01T00:00:00${YEAR_OFFSET}` },
  }));
}

/** Returns the rows of the asked page, as the backend counts them. */
export function pageWindow({ pagina, porPagina }: ListQuery): { readonly limit: number; readonly offset: number } {
  return { limit: porPagina, offset: (pagina - 1) * porPagina };
}

/** Sends who asks for a page after the last one to the last one. `extras` are further parameters of the list, kept as they are. */
export function lastPageOutcome(
  query: ListQuery,
  list: { readonly path: string; readonly total: number; readonly extras?: Readonly<Record<string, string>> },
): Outcome {
  const last = Math.max(1, Math.ceil(list.total / query.porPagina));
  if (query.pagina <= last) return FOUND;
  return { kind: 'redirect', to: listAddress({ ...query, pagina: last }, list.path, list.extras), status: 302 };
}
