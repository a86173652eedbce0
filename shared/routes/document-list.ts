/** The list of documents of a category: its address as variables of the content backend, and back. */
import type { OperationResults, OperationVariables } from '../graphql/generated/operations.ts';
import { pageWindow, wordVariables, yearVariables } from './list-filter.ts';
import { type ListQuery, readListQuery } from './list-search.ts';
import type { RouteInput } from './types.ts';

export type ListedDocument = NonNullable<OperationResults['DocumentosDaCategoria']['documento'][number]['documento']>;

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
  return result.documento.flatMap(({ documento }) => documento ?? []);
}

/** Returns the variables of the operation DocumentosDaCategoria. */
export function documentListVariables(slug: string, query: DocumentListQuery): Variables {
  const { q, years, situacao, order } = query;
  return {
    slug,
    ...wordVariables(q),
    ...yearVariables(years),
    ...(years.length === 0 ? {} : { exercicios: [...years], qualquerAno: false }),
    ...(situacao === '' ? {} : { situacao }),
    ordem: order,
    ...pageWindow(query),
  };
}
