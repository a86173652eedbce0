/** The list of documents of a category: its address as variables of the content backend, and back. */
import type { OperationVariables } from '../graphql/generated/operations.ts';
import { pageWindow, textConditions } from './list-filter.ts';
import { type ListQuery, type Ordem, readListQuery } from './list-search.ts';
import type { RouteInput } from './types.ts';

type Variables = OperationVariables['DocumentosDaCategoria'];

/** The state of a list of documents, read from its address. */
export interface DocumentListQuery extends ListQuery {
  /** Key of the chosen situation; empty for all. */
  readonly situacao: string;
}

/** Reads the state of the list. Only the shape of the situation is checked: an unknown one is an empty list. */
export function readDocumentListQuery(search: RouteInput['search']): DocumentListQuery {
  const situacao = search['situacao']?.[0] ?? '';
  return { ...readListQuery(search), situacao: /^[a-z_]+$/.test(situacao) ? situacao : '' };
}

/** Returns the variables of the operation DocumentosDaCategoria. */
export function documentListVariables(slug: string, query: DocumentListQuery): Variables {
  const { q, anos, situacao } = query;
  const years = anos.length > 0 ? [{ exercicio: { _in: [...anos] } }] : [];
  const conditions = [{ categoria_slug: { _eq: slug } }, ...textConditions(q), ...years];
  return {
    slug,
    where: { _and: situacao === '' ? conditions : [...conditions, { situacao_id: { _eq: situacao } }] },
    // A declaration has no words or situation of its own to search by; years are what it shares with documents.
    declaracoes: { _and: years },
    order_by: documentOrder(query.ordem),
    ...pageWindow(query),
  };
}

/**
 * Every order ends in the id, so that rows alike in all else keep their page. Numbers are texts ("12/2024", "3-A"); within a year they
 * follow the dates, which order them better than letters would.
 */
function documentOrder(ordem: Ordem): Variables['order_by'] {
  switch (ordem) {
    case 'titulo':
      return [{ titulo: 'asc' }, { id: 'desc' }];
    case 'antigos':
      return [{ data_ato: 'asc_nulls_last' }, { publicado_em: 'asc' }, { id: 'asc' }];
    case 'numero':
      return [{ exercicio: 'desc' }, { data_ato: 'desc_nulls_last' }, { numero: 'desc_nulls_last' }, { id: 'desc' }];
    case 'recentes':
      return [{ data_ato: 'desc_nulls_last' }, { publicado_em: 'desc' }, { id: 'desc' }];
  }
}
