/** The search of the whole site: what its address says, and the variables of its operation. Every page loads this module with the route table. */
import { HIDDEN_CPF } from '../content/cpf.ts';
import type { OperationVariables } from '../graphql/generated/operations.ts';
import { CATEGORIA, PAGE } from './list-search.ts';
import type { RouteInput, SearchParameter } from './types.ts';

/** Results on one page of the search. */
export const SEARCH_PAGE_SIZE = 10;

/** Last page of the search; a visitor who reads on needs better words. Those after it are empty, so that a program that reads them all comes to an end. */
export const LAST_SEARCH_PAGE = 50;

/** Most characters of a search; more are cut. */
const LONGEST_SEARCH = 100;

export const SITE_SEARCH: readonly SearchParameter[] = [
  { name: 'q', maxLength: LONGEST_SEARCH },
  // The names of `TIPOS_DE_RESULTADO`.
  { name: 'tipo', maxLength: 12, form: /^(?:servico|pagina|pergunta|comunicado|noticia|documento|lista|unidade|pessoa)$/ },
  // The years that a document may have (documento.exercicio).
  { name: 'ano', maxLength: 4, form: /^(?:198[89]|199\d|20\d\d|2100)$/ },
  CATEGORIA,
  { name: 'pagina', maxLength: 5, form: PAGE, defaultValue: '1' },
];

/** A search as its address says it. Texts are empty and the year is 0 where there is none. */
export interface SiteSearch {
  readonly q: string;
  readonly tipo: string;
  readonly ano: number;
  readonly categoria: string;
  readonly pagina: number;
}

/** Reads a search from query parameters as `declaredSearch` keeps them. */
export function readSearch(search: RouteInput['search']): SiteSearch {
  const first = (name: string): string => search[name]?.[0] ?? '';
  return {
    q: first('q'),
    tipo: first('tipo'),
    ano: Number(first('ano')),
    categoria: first('categoria'),
    pagina: Number(first('pagina') || '1'),
  };
}

/** Returns the query string of a search with its `?`, without what it leaves open. */
export function searchQueryString({
  q,
  tipo = '',
  ano = 0,
  categoria = '',
  pagina = 1,
}: Pick<SiteSearch, 'q'> & Partial<SiteSearch>): string {
  const search = new URLSearchParams({ q });
  if (tipo !== '') search.append('tipo', tipo);
  if (ano !== 0) search.append('ano', String(ano));
  if (categoria !== '') search.append('categoria', categoria);
  if (pagina > 1) search.append('pagina', String(pagina));
  return `?${search}`;
}

/** Whether there is anything to search for: a letter or a digit. */
export function hasWords(q: string): boolean {
  return /[\p{L}\p{N}]/u.test(q);
}

export function searchVariables({ q, tipo, ano, categoria, pagina }: SiteSearch): OperationVariables['Busca'] {
  return {
    texto: q
      .replaceAll(HIDDEN_CPF, ' ')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .toLowerCase(),
    ...(tipo === '' ? {} : { tipo }),
    ...(ano === 0 ? {} : { ano }),
    ...(categoria === '' ? {} : { categoria }),
    limit: pagina > LAST_SEARCH_PAGE ? 0 : SEARCH_PAGE_SIZE,
    offset: (pagina - 1) * SEARCH_PAGE_SIZE,
  };
}
