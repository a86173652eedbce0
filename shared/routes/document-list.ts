/** The list of documents of a category: its address as variables of the content backend, and back. */
import type { OperationResults, OperationVariables } from '../graphql/generated/operations.ts';
import { filterValue, monthVariable, pageWindow, wordVariables, yearVariables } from './list-filter.ts';
import { type ListQuery, readListQuery } from './list-search.ts';
import type { RouteInput } from './types.ts';

export type ListedDocument = NonNullable<OperationResults['DocumentosDaCategoria']['documento'][number]['documento']>;

type Variables = OperationVariables['DocumentosDaCategoria'];

/** What a list of documents can be held to, beside words and years, by the names of its query parameters. Each takes one value; empty for all. */
export interface DocumentFilters {
  readonly mes: string;
  readonly tipo: string;
  readonly orgao: string;
  readonly situacao: string;
}

/** The state of a list of documents, read from its address. */
export interface DocumentListQuery extends ListQuery {
  readonly filters: DocumentFilters;
}

/** Reads the state of the list from its query parameters, as `declaredSearch` keeps them. */
export function readDocumentListQuery(search: RouteInput['search']): DocumentListQuery {
  const valueOf = (name: keyof DocumentFilters): string => filterValue(search, name);
  const filters = { mes: valueOf('mes'), tipo: valueOf('tipo'), orgao: valueOf('orgao'), situacao: valueOf('situacao') };
  return { ...readListQuery(search), filters };
}

/** Whether the list shows the declarations of its years: they have no words, month or kind of their own. */
export function showsDeclarations({ q, filters }: DocumentListQuery): boolean {
  return q === '' && Object.values(filters).every((value) => value === '');
}

/** The place of a declaration on the page of its list. */
export function declarationAnchor(id: number): string {
  return `declaracao-${id}`;
}

/** Returns the rows of the page. */
export function listedDocuments(result: OperationResults['DocumentosDaCategoria']): readonly ListedDocument[] {
  return result.documento.flatMap(({ documento }) => documento ?? []);
}

/** Returns the variables of the operation DocumentosDaCategoria. */
export function documentListVariables(slug: string, query: DocumentListQuery): Variables {
  const { q, years, order } = query;
  const { mes, ...chosen } = query.filters;
  return {
    slug,
    ...wordVariables(q),
    ...yearVariables(years),
    ...(years.length === 0 ? {} : { exercicios: [...years], qualquerAno: false }),
    ...monthVariable(mes),
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')),
    ordem: order,
    ...pageWindow(query),
  };
}
