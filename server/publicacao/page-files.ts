/** The files of pages: which page has one, and from which operation. The route table names the formats of each. */
import { parentsGroup, tableGroup } from '../../shared/cache/groups.ts';
import { FILE_TABLE } from '../../shared/content/content-rules.ts';
import type { OperationResults } from '../../shared/graphql/generated/operations.ts';
import { COMUNICADOS, type NoticeRow } from '../../shared/open-data/comunicados.ts';
import { DOCUMENTOS, type DocumentRow } from '../../shared/open-data/documentos.ts';
import { type NewsRow, NOTICIAS } from '../../shared/open-data/noticias.ts';
import { UNIDADES, type UnitRow } from '../../shared/open-data/unidades.ts';
import { documentListVariables, readDocumentListQuery } from '../../shared/routes/document-list.ts';
import { listVariables } from '../../shared/routes/list-filter.ts';
import { readListQuery } from '../../shared/routes/list-search.ts';
import { ROUTES, type RouteId } from '../../shared/routes/table.ts';
import { operation } from '../../shared/routes/types.ts';
import { type ListFileOptions, listFile } from './list-file.ts';
import type { PageFile } from './page-file.ts';
import { reportFile } from './report-files.ts';
import { searchFile } from './search-file.ts';

const DOCUMENT_GROUPS = [
  tableGroup('documento'),
  parentsGroup('documento'),
  ...['documento_arquivo', FILE_TABLE, 'categoria_documento', 'orgao_colegiado'].map(tableGroup),
];

const documentLists: ListFileOptions<DocumentRow> = {
  dataset: DOCUMENTOS,
  call: ({ params, search }, { limit, offset, order }) => {
    const query = readDocumentListQuery(search);
    const { exercicios: _, qualquerAno: __, ...variables } = documentListVariables(params['category'] ?? '', query);
    return operation('DadosDosDocumentos', { ...variables, limit, offset, ordem: order ?? query.order }, DOCUMENT_GROUPS);
  },
  rows: (data) => (data as OperationResults['DadosDosDocumentos']).documento.map(({ documento }) => documento),
};

/** All documents of all lists: those of each category in turn. */
const todosOsDocumentos = listFile<DocumentRow>({
  ...documentLists,
  lists: ({ input, state }) =>
    state.dataLai.flatMap(({ categorias }) => categorias.map(({ slug }) => ({ ...input, params: { category: slug } }))),
});

const noticias = listFile<NewsRow>({
  dataset: NOTICIAS,
  call: ({ search }, { limit, offset, order }) => {
    const query = readListQuery(search);
    const window = { limit, offset, ordem: order ?? query.order };
    return operation('DadosDasNoticias', { ...listVariables(query), ...window }, [tableGroup('noticia')]);
  },
  rows: (data) => (data as OperationResults['DadosDasNoticias']).noticia.map(({ noticia }) => noticia),
});

const comunicados = listFile<NoticeRow>({
  dataset: COMUNICADOS,
  call: ({ search }, { limit, offset, order }) => {
    const query = readListQuery(search);
    const [tipo] = search['tipo'] ?? [];
    const variables = { ...listVariables(query), ...(tipo === undefined ? {} : { tipo }), limit, offset, ordem: order ?? query.order };
    return operation('DadosDosComunicados', variables, [tableGroup('comunicado')]);
  },
  rows: (data) => (data as OperationResults['DadosDosComunicados']).comunicado.map(({ comunicado }) => comunicado),
});

const unidades = listFile<UnitRow>({
  dataset: UNIDADES,
  isWhole: true,
  call: () => operation('Unidades', {}, ['unidade', 'contato'].map(tableGroup)),
  rows: (data) => (data as OperationResults['Unidades']).unidade,
});

/** The files of pages, by the id of the route. */
export const PAGE_FILES: Readonly<Partial<Record<RouteId, PageFile>>> = {
  menuCompleto: todosOsDocumentos,
  documentos: listFile(documentLists),
  mapa: unidades,
  noticias,
  comunicados,
  busca: searchFile(routeOf('busca')),
  ouvidoriaEstatistica: reportFile('ouvidoria', routeOf('ouvidoriaEstatistica')),
  sicEstatistica: reportFile('sic', routeOf('sicEstatistica')),
};

function routeOf(id: RouteId): (typeof ROUTES)[number] {
  const route = ROUTES.find((candidate) => candidate.id === id);
  if (route === undefined) throw new Error(`no route ${id}`);
  return route;
}
