/** The state of a list screen as variables of the content backend: text, years, page window, and the page after the last one. */
import { isLinkingWord, searchPatterns, searchText, searchWords } from '../locale/fold.ts';
import { formatNumber, type Nouns, plural } from '../locale/numbers.ts';
import { listAddress } from './list-address.ts';
import type { ListQuery } from './list-search.ts';
import { FOUND, type Outcome, type RouteInput } from './types.ts';

/**
 * Most results of a search for words. Ours: to count and to order all rows with a common word would be most of the cost of a search. The
 * database finds one more, which tells that there are more (`contagem.maximo_encontrado`).
 */
export const MAX_COUNTED = 1_000;

/** Returns '1.000', or 'mais de 1.000' for a count above it. */
export function countedText(count: number): string {
  return count > MAX_COUNTED ? `mais de ${formatNumber(MAX_COUNTED)}` : formatNumber(count);
}

/** Returns '37 documentos'; 'mais de 1.000 documentos' for a count above that. */
export function formatResultCount(count: number, { one, many }: Nouns): string {
  return `${countedText(count)} ${plural(count, one, many)}`;
}

/** A row of a list as `listar` answers: its place holds the row, the total is that of the whole list. */
interface ListedItem {
  readonly total: number | null;
}

/** Returns the number of rows of a list. A page without rows has one item, for the total. */
export function listTotal(items: readonly ListedItem[]): number {
  return items[0]?.total ?? 0;
}

const PHRASE = /["“”„]([^"“”„]*)["“”„]/gu;

/**
 * Returns the words of a search as one variable; none for a text without words. Words in quotation marks stay together, with those between
 * them that only link.
 */
export function wordVariables(q: string): { palavras?: string } {
  const phrases = [...q.matchAll(PHRASE)].map(([, phrase = '']) => searchText(phrase)).filter((phrase) => phrase !== '');
  const words = [...searchWords(q.replaceAll(PHRASE, ' ')), ...phrases.map((phrase) => `"${phrase}"`)];
  return words.length === 0 ? {} : { palavras: words.join(' ') };
}

/**
 * The words of a search as `_ilike` patterns, one variable each. A public operation takes scalars only, so that a stranger cannot bring
 * conditions of their own (decision 0005); a variable that is left out matches everything.
 */
export type PatternVariables = { palavra1?: string } & Partial<Record<`palavra${2 | 3 | 4 | 5 | 6 | 7 | 8}`, string>>;

/** Returns one variable for each word of `q`, for small tables that are shown whole; all must match. Empty for no word. */
export function patternVariables(q: string): PatternVariables {
  return Object.fromEntries(searchPatterns(q).map((pattern, index) => [`palavra${index + 1}`, pattern]));
}

/** Returns the variable that keeps the rows of the given years; none for no year. */
export function yearVariables(anos: readonly number[]): { anos?: string } {
  return anos.length === 0 ? {} : { anos: anos.join(',') };
}

/** Returns the variable that keeps the rows of a month; none for no month. */
export function monthVariable(mes: string): { mes?: number } {
  return mes === '' ? {} : { mes: Number(mes) };
}

/** Returns the value of a filter that takes one; empty for all. */
export function filterValue(search: RouteInput['search'], name: string): string {
  return search[name]?.[0] ?? '';
}

/** True for a text without anything that a list could be searched by: a word of two letters, or a number. */
export function isTooShort(q: string): boolean {
  return q !== '' && !searchWords(q).some((word) => !isLinkingWord(word) && /\p{L}.*\p{L}|\p{N}/u.test(word));
}

/** Returns the rows of the asked page, as the backend counts them. */
export function pageWindow({ page, pageSize }: ListQuery): { readonly limit: number; readonly offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** Returns the variables of a list of rows that were published at a moment. */
export function listVariables(
  query: ListQuery,
): { readonly palavras?: string; readonly anos?: string; readonly ordem: ListQuery['order'] } & ReturnType<typeof pageWindow> {
  return { ...wordVariables(query.q), ...yearVariables(query.years), ordem: query.order, ...pageWindow(query) };
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
