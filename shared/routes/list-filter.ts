/** The state of a list screen as variables of the content backend: text, years, page window, and the page after the last one. */
import { searchPatterns } from '../locale/fold.ts';
import { formatNumber, type Nouns, plural } from '../locale/numbers.ts';
import { listAddress } from './list-address.ts';
import type { ListQuery } from './list-search.ts';
import { FOUND, type Outcome } from './types.ts';

/**
 * The words of a search as `_ilike` patterns, one variable each. A public operation takes scalars only, so that a stranger cannot bring
 * conditions of their own (decision 0005); a variable that is left out matches everything.
 */
export type WordVariables = { palavra1?: string } & Partial<Record<`palavra${2 | 3 | 4 | 5 | 6 | 7 | 8}`, string>>;

/** Returns one variable for each word of `q`, for tables with the folded column `busca_texto`; all must match. Empty for no word. */
export function wordVariables(q: string): WordVariables {
  return Object.fromEntries(searchPatterns(q).map((pattern, index) => [`palavra${index + 1}`, pattern]));
}

/** Most results of a search for words that are counted. Ours: to count all rows with a common word would be most of the cost of a search. */
const MAX_COUNTED = 1_000;

/** The limit of rows under a count of results: one more than is counted tells that there are more. */
export const COUNT_LIMIT = MAX_COUNTED + 1;

/** Returns '1.000', or 'mais de 1.000' for a count that stopped at `COUNT_LIMIT`. */
export function countedText(count: number): string {
  return count > MAX_COUNTED ? `mais de ${formatNumber(MAX_COUNTED)}` : formatNumber(count);
}

/** Returns '37 documentos'; for a count that stopped at `COUNT_LIMIT` 'mais de 1.000 documentos'. */
export function formatResultCount(count: number, { one, many }: Nouns): string {
  return `${countedText(count)} ${plural(count, one, many)}`;
}

/**
 * Returns the same for a list, whose operation lets every row in without words. There the words stand behind an `or`: a plan that Postgres
 * keeps for all values of the variables would else read the whole index of texts for a list without words.
 */
export function listTextVariables(q: string): WordVariables & { qualquerTexto?: boolean; contarAte?: number } {
  const words = wordVariables(q);
  return words.palavra1 === undefined ? {} : { ...words, qualquerTexto: false, contarAte: COUNT_LIMIT };
}

/** Returns the variables that keep the rows of the given years; none for no year. */
export function yearVariables(anos: readonly number[]): { anos?: number[]; qualquerAno?: boolean } {
  return anos.length === 0 ? {} : { anos: [...anos], qualquerAno: false };
}

/** Returns the rows of the asked page, as the backend counts them. */
export function pageWindow({ page, pageSize }: ListQuery): { readonly limit: number; readonly offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** Sends who asks for a page after the last one to the last one. `extras` are further parameters of the list, kept as they are. */
export function lastPageOutcome(
  query: ListQuery,
  list: { readonly path: string; readonly total: number; readonly extras?: Readonly<Record<string, string>> },
): Outcome {
  const last = Math.max(1, Math.ceil(list.total / query.pageSize));
  if (query.page <= last) return FOUND;
  return { kind: 'redirect', to: listAddress({ ...query, page: last }, list.path, list.extras), status: 302 };
}
