import type { RouteInput, SearchParameter } from './types.ts';

/** The query parameters of every list screen: text, years, order and page. */
export const LIST_SEARCH: readonly SearchParameter[] = [
  { name: 'q', maxLength: 100 },
  { name: 'ano', repeatable: true, maxLength: 4 },
  { name: 'ordem', maxLength: 12 },
  { name: 'pagina', maxLength: 5 },
  { name: 'por_pagina', maxLength: 3 },
];

/** Page sizes a visitor may choose; the first is the default. */
export const PAGE_SIZES = [20, 10, 50] as const;

/** Last page that can be asked for; deeper reading goes through the filters. */
const MAX_PAGE = 2_000;

export type Ordem = 'recentes' | 'antigos' | 'numero' | 'titulo';

const ORDENS: readonly Ordem[] = ['recentes', 'antigos', 'numero', 'titulo'];

/** The state of a list screen, read from its URL. Values that make no sense fall back to their defaults. */
export interface ListQuery {
  /** Trimmed search text; empty for none. */
  readonly q: string;
  /** Chosen years, ascending, without repeats. */
  readonly anos: readonly number[];
  readonly ordem: Ordem;
  /** 1-based */
  readonly pagina: number;
  readonly porPagina: number;
}

/** Reads the state of a list from its declared query parameters. */
export function readListQuery(search: RouteInput['search']): ListQuery {
  const first = (name: string): string => search[name]?.[0]?.trim() ?? '';
  const anos = (search['ano'] ?? []).filter((ano) => /^(19|20)\d\d$/.test(ano)).map(Number);
  const pagina = /^[1-9]\d{0,4}$/.test(first('pagina')) ? Number(first('pagina')) : 1;
  const porPagina = PAGE_SIZES.find((size) => String(size) === first('por_pagina')) ?? PAGE_SIZES[0];
  return {
    q: first('q'),
    anos: [...new Set(anos)].sort((a, b) => a - b),
    ordem: ORDENS.find((ordem) => ordem === first('ordem')) ?? 'recentes',
    pagina: Math.min(pagina, MAX_PAGE),
    porPagina,
  };
}

/** Writes the state of a list as a query string with its `?`, leaving defaults out; empty when nothing differs from them. */
export function listQueryString(query: ListQuery): string {
  const search = new URLSearchParams();
  if (query.q !== '') search.append('q', query.q);
  for (const ano of query.anos) search.append('ano', String(ano));
  if (query.ordem !== 'recentes') search.append('ordem', query.ordem);
  if (query.pagina > 1) search.append('pagina', String(query.pagina));
  if (query.porPagina !== PAGE_SIZES[0]) search.append('por_pagina', String(query.porPagina));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
