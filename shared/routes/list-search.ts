import { LIBRAS_NAME } from './libras.ts';
import type { ExportFormat, RouteInput, SearchParameter } from './types.ts';

export type ListOrder = 'recentes' | 'antigos' | 'numero' | 'titulo';

const ORDERS: readonly ListOrder[] = ['recentes', 'antigos', 'numero', 'titulo'];

/** Page sizes a visitor may choose; the first is the default. */
export const PAGE_SIZES = [20, 10, 50] as const;

export const PAGE = /^[1-9]\d{0,4}$/;

/** The words that rows have, and their years. */
export const WORDS_AND_YEARS: readonly SearchParameter[] = [
  { name: 'q', maxLength: 100 },
  { name: 'ano', repeatable: true, maxLength: 4, form: /^(?:19|20)\d\d$/ },
];

/** The query parameters of every list screen: text, years, order and page. */
export const LIST_SEARCH: readonly SearchParameter[] = [
  ...WORDS_AND_YEARS,
  { name: 'ordem', maxLength: 12, form: new RegExp(`^(?:${ORDERS.join('|')})$`) },
  { name: 'pagina', maxLength: 5, form: PAGE },
  { name: 'por_pagina', maxLength: 3, form: new RegExp(`^(?:${PAGE_SIZES.join('|')})$`) },
];

/** The month of a list, in each of its years; lists that have months declare it beside the parameters of all lists. */
export const MONTH: SearchParameter = { name: 'mes', maxLength: 2, form: /^(?:[1-9]|1[0-2])$/ };

/** Key of a collegiate body, as the content has it. */
export const ORGAO: SearchParameter = {
  name: 'orgao',
  maxLength: 40,
  form: /^[a-z_]{1,40}$/,
  values: ({ orgaos }) => orgaos.map(({ chave }) => chave),
};

/** A category of documents, by its address. */
export const CATEGORIA: SearchParameter = {
  name: 'categoria',
  maxLength: 60,
  form: /^[A-Za-z]\w*$/,
  values: ({ dataLai }) => dataLai.flatMap(({ categorias }) => categorias.map(({ slug }) => slug)),
};

/** The formats of the file of every list screen. It has all rows that the filters leave, so `PAGE_WINDOW` is nothing to it. */
export const LIST_FORMATS: readonly ExportFormat[] = ['csv', 'json', 'atom', 'sitemap.xml'];

/** The query parameters that choose a page of a list and how it is shown. */
export const PAGE_WINDOW: readonly string[] = ['pagina', 'por_pagina', LIBRAS_NAME];

/** Last page that can be asked for; deeper reading goes through the filters. */
const MAX_PAGE = 2_000;

/** The state of a list screen, read from its URL. */
export interface ListQuery {
  /** Trimmed search text; empty for none. */
  readonly q: string;
  /** Chosen years, ascending, without repeats. */
  readonly years: readonly number[];
  readonly order: ListOrder;
  /** 1-based */
  readonly page: number;
  readonly pageSize: number;
}

/** Reads the state of a list from its query parameters, as `declaredSearch` keeps them. */
export function readListQuery(search: RouteInput['search']): ListQuery {
  const first = (name: string): string => search[name]?.[0] ?? '';
  return {
    q: first('q'),
    years: [...new Set((search['ano'] ?? []).map(Number))].sort((a, b) => a - b),
    order: ORDERS.find((order) => order === first('ordem')) ?? 'recentes',
    page: Math.min(Number(first('pagina') || '1'), MAX_PAGE),
    pageSize: PAGE_SIZES.find((size) => String(size) === first('por_pagina')) ?? PAGE_SIZES[0],
  };
}

/** Writes the state of a list as a query string with its `?`, leaving defaults out; empty when nothing differs from them. */
export function listQueryString(query: ListQuery): string {
  const search = new URLSearchParams();
  if (query.q !== '') search.append('q', query.q);
  for (const year of query.years) search.append('ano', String(year));
  if (query.order !== 'recentes') search.append('ordem', query.order);
  if (query.page > 1) search.append('pagina', String(query.page));
  if (query.pageSize !== PAGE_SIZES[0]) search.append('por_pagina', String(query.pageSize));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
