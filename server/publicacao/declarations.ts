/** The declarations that belong to a list of documents: they stand in its files beside the documents, and are a set of their own. */

import { tableGroup } from '../../shared/cache/groups.ts';
import { FILE_TABLE } from '../../shared/content/content-rules.ts';
import type { OperationResults } from '../../shared/graphql/generated/operations.ts';
import { DECLARACOES, type DeclarationRow } from '../../shared/open-data/declaracoes.ts';
import { dataFilters } from '../../shared/routes/data-routes.ts';
import { readDocumentListQuery, showsDeclarations } from '../../shared/routes/document-list.ts';
import { operation, type RouteInput } from '../../shared/routes/types.ts';
import { routePath } from '../../shared/routes/url.ts';
import type { ListFileOptions } from './list-file.ts';
import type { Ask } from './page-file.ts';

const GROUPS = ['declaracao_inexistencia', 'categoria_documento', FILE_TABLE].map(tableGroup);

const rowsOf = (data: Readonly<Record<string, unknown>>): readonly DeclarationRow[] =>
  (data as OperationResults['DadosDasDeclaracoes']).declaracao_inexistencia;

export const declarationList: ListFileOptions<DeclarationRow> = {
  dataset: DECLARACOES,
  page: `${routePath('dadosAbertos')}#${DECLARACOES.key}`,
  call: (input, { limit, offset }) => operation('DadosDasDeclaracoes', { ...dataFilters(input), limit, offset }, GROUPS),
  rows: rowsOf,
};

/** Most declarations of one list that its files have; the set has all. */
const MOST = 100;

/** Returns those of the years of a list, newest first. A list that is narrowed by anything else has none, as its page. */
export async function declarationsOf({ params, search }: RouteInput, ask: Ask): Promise<readonly DeclarationRow[]> {
  const query = readDocumentListQuery(search);
  if (!showsDeclarations(query)) return [];
  const variables = { categoria: params['category'] ?? '', limit: MOST, offset: 0 };
  const rows = rowsOf(await ask(operation('DadosDasDeclaracoes', variables, GROUPS)));
  return query.years.length === 0 ? rows : rows.filter(({ exercicio }) => query.years.includes(exercicio));
}
