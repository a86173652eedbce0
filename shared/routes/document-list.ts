/** The list of documents of a category: its address as variables of the content backend, and back. */
import type { OperationResults, OperationVariables } from '../graphql/generated/operations.ts';
import { listTextVariables, pageWindow, yearVariables } from './list-filter.ts';
import { type ListOrder, type ListQuery, readListQuery } from './list-search.ts';
import type { RouteInput } from './types.ts';

export type ListedDocument = NonNullable<OperationResults['DocumentosDaCategoria']['documento']>[number];

type Variables = OperationVariables['DocumentosDaCategoria'];

/** The state of a list of documents, read from its address. */
export interface DocumentListQuery extends ListQuery {
  /** Key of the chosen situation; empty for all. */
  readonly situacao: string;
}

/** Reads the state of the list from its query parameters, as `declaredSearch` keeps them. */
export function readDocumentListQuery(search: RouteInput['search']): DocumentListQuery {
  return { ...readListQuery(search), situacao: search['situacao']?.[0] ?? '' };
}

/** Returns the rows of the page. */
export function listedDocuments(result: OperationResults['DocumentosDaCategoria']): readonly ListedDocument[] {
  return result.encontrados ?? result.documento ?? [];
}

/** Returns the number of documents in the list; with words at most `COUNT_LIMIT`. */
export function countDocuments(result: OperationResults['DocumentosDaCategoria']): number {
  return result.encontrados_aggregate?.aggregate?.count ?? result.categoria_contagem_aggregate?.aggregate?.sum?.total ?? 0;
}

/** Returns the variables of the operation DocumentosDaCategoria. */
export function documentListVariables(slug: string, query: DocumentListQuery): Variables {
  const { q, years, situacao, order } = query;
  return {
    slug,
    ...listTextVariables(q),
    ...yearVariables(years),
    ...(situacao === '' ? {} : { situacao, qualquerSituacao: false }),
    ...documentOrder(order),
    ...pageWindow(query),
  };
}

/**
 * The directions of an order; the operation orders by title, year, date of the act, number, publication and id, in this sequence. Every
 * order ends in the id, so that rows alike in all else keep their page. Numbers are texts ("12/2024", "3-A"); within a year they follow the
 * dates, which order them better than letters would.
 */
function documentOrder(ordem: ListOrder): Partial<Variables> {
  switch (ordem) {
    case 'titulo':
      return { porTitulo: 'asc', porId: 'desc' };
    case 'antigos':
      return { porDataDoAto: 'asc_nulls_last', porPublicacao: 'asc', porId: 'asc' };
    case 'numero':
      return { porExercicio: 'desc', porDataDoAto: 'desc_nulls_last', porNumero: 'desc_nulls_last', porId: 'desc' };
    case 'recentes':
      return { porDataDoAto: 'desc_nulls_last', porPublicacao: 'desc', porId: 'desc' };
  }
}
