/** The files of pages: which page has one, and from which operation. The route table names the formats of each. */
import { parentsGroup, tableGroup } from '../../shared/cache/groups.ts';
import { FILE_TABLE } from '../../shared/content/content-rules.ts';
import { processThread } from '../../shared/content/process-thread.ts';
import type { OperationResults } from '../../shared/graphql/generated/operations.ts';
import { CALENDARIO, type CalendarRow } from '../../shared/open-data/calendario.ts';
import { COMUNICADOS, type NoticeRow } from '../../shared/open-data/comunicados.ts';
import { DECLARACOES } from '../../shared/open-data/declaracoes.ts';
import { DOCUMENTOS, type DocumentRow } from '../../shared/open-data/documentos.ts';
import { MEMBROS, type MemberRow } from '../../shared/open-data/membros.ts';
import { type NewsRow, NOTICIAS } from '../../shared/open-data/noticias.ts';
import { NUMEROS, type NumberRow } from '../../shared/open-data/numeros.ts';
import { PAGAMENTOS, type PaymentRow } from '../../shared/open-data/pagamentos.ts';
import { type MeetingRow, REUNIOES } from '../../shared/open-data/reunioes.ts';
import { listasComSituacao, SITUACAO, type StatusRow } from '../../shared/open-data/situacao.ts';
import { UNIDADES, type UnitRow } from '../../shared/open-data/unidades.ts';
import { type DataRouteId, dataFilters } from '../../shared/routes/data-routes.ts';
import { documentListVariables, readDocumentListQuery } from '../../shared/routes/document-list.ts';
import { processoDe } from '../../shared/routes/familias/compras.ts';
import { ROTA_DO_ORGAO } from '../../shared/routes/familias/institucional.ts';
import { GRUPOS_DA_ATUALIZACAO } from '../../shared/routes/familias/transparencia.ts';
import { filterValue, listVariables, monthVariable } from '../../shared/routes/list-filter.ts';
import { readListQuery } from '../../shared/routes/list-search.ts';
import { type RouteId, routeOf } from '../../shared/routes/table.ts';
import { operation, type RouteInput } from '../../shared/routes/types.ts';
import { routePath } from '../../shared/routes/url.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { declarationList, declarationsOf } from './declarations.ts';
import { besideRows, type ListFileOptions, listFile } from './list-file.ts';
import type { FileRequest, PageFile } from './page-file.ts';
import { reportFile } from './report-files.ts';
import { searchFile } from './search-file.ts';

const DOCUMENT_GROUPS = [
  tableGroup('documento'),
  parentsGroup('documento'),
  ...['documento_arquivo', FILE_TABLE, 'categoria_documento', 'orgao_colegiado'].map(tableGroup),
];

export const documentLists: ListFileOptions<DocumentRow> = {
  dataset: DOCUMENTOS,
  title: ({ input, state }) =>
    state.dataLai.flatMap(({ categorias }) => categorias).find(({ slug }) => slug === input.params['category'])?.rotulo,
  call: ({ params, search }, { limit, offset, after, order }) => {
    if (params['category'] !== undefined && Object.keys(search).length === 0) {
      const rest = after === undefined ? {} : { ato: after.data_ato, publicacao: after.publicado_em, antes: after.id };
      return operation('DadosDeUmaLista', { slug: params['category'], ...rest, limit }, DOCUMENT_GROUPS);
    }
    const query = readDocumentListQuery(search);
    const { exercicios: _, qualquerAno: __, ...variables } = documentListVariables(params['category'] ?? '', query);
    return operation('DadosDosDocumentos', { ...variables, limit, offset, ordem: order ?? query.order }, DOCUMENT_GROUPS);
  },
  rows: (data) => (data as OperationResults['DadosDosDocumentos']).documento.map(({ documento }) => documento),
};

/** The file of one list, with its declarations. */
const umaLista = listFile<DocumentRow>({
  ...documentLists,
  beside: async (request) => besideRows(DECLARACOES, await declarationsOf(request.input, request.ask), request),
});

/**
 * The documents of all lists: those of each category in turn, because the database passes over fewer rows on the way to a batch of one category. Those
 * that have words or are of some years are one list.
 */
export const allDocuments: ListFileOptions<DocumentRow> = {
  ...documentLists,
  page: routePath('menuCompleto'),
  lists: ({ input, state }) => {
    if (input.search['q'] !== undefined || input.search['ano'] !== undefined) return [input];
    return state.dataLai.flatMap(({ categorias }) => categorias.map(({ slug }) => ({ ...input, params: { category: slug } })));
  },
};

/** The documents of one purchase. */
const umProcesso = listFile<DocumentRow>({
  dataset: DOCUMENTOS,
  isWhole: true,
  isOne: true,
  call: ({ params }) => operation('DadosDoProcesso', { id: Number(params['id']) }, DOCUMENT_GROUPS),
  rows: (data) => {
    const edital = (data as OperationResults['DadosDoProcesso']).documento_by_pk;
    return edital === null || processoDe(edital, []) === null ? [] : processThread<DocumentRow>(edital);
  },
});

export const newsList: ListFileOptions<NewsRow> = {
  dataset: NOTICIAS,
  call: ({ search }, { limit, offset, order }) => {
    const query = readListQuery(search);
    const window = { limit, offset, ordem: order ?? query.order };
    const variables = { ...listVariables(query), ...monthVariable(filterValue(search, 'mes')), ...window };
    return operation('DadosDasNoticias', variables, [tableGroup('noticia')]);
  },
  rows: (data) => (data as OperationResults['DadosDasNoticias']).noticia.map(({ noticia }) => noticia),
};

export const noticeList: ListFileOptions<NoticeRow> = {
  dataset: COMUNICADOS,
  call: ({ search }, { limit, offset, order }) => {
    const query = readListQuery(search);
    const tipo = filterValue(search, 'tipo');
    const filters = { ...monthVariable(filterValue(search, 'mes')), ...(tipo === '' ? {} : { tipo }) };
    const variables = { ...listVariables(query), ...filters, limit, offset, ordem: order ?? query.order };
    return operation('DadosDosComunicados', variables, [tableGroup('comunicado')]);
  },
  rows: (data) => (data as OperationResults['DadosDosComunicados']).comunicado.map(({ comunicado }) => comunicado),
};

export const unitList: ListFileOptions<UnitRow> = {
  dataset: UNIDADES,
  isWhole: true,
  call: () => operation('Unidades', {}, ['unidade', 'contato'].map(tableGroup)),
  rows: (data) => (data as OperationResults['Unidades']).unidade,
};

const MEETING_GROUPS = ['reuniao', 'orgao_colegiado', 'tipo_reuniao', 'situacao_reuniao', 'documento'].map(tableGroup);

export const meetingLists: ListFileOptions<MeetingRow> = {
  dataset: REUNIOES,
  title: ({ input, state }) => meetingsTitle(input.search['orgao']?.[0], state),
  page: `${routePath('dadosAbertos')}#${REUNIOES.key}`,
  call: (input, { limit, offset }) => operation('DadosDasReunioes', { ...dataFilters(input), limit, offset }, MEETING_GROUPS),
  rows: (data) => (data as OperationResults['DadosDasReunioes']).reuniao,
};

const umaReuniao = listFile<MeetingRow>({
  ...meetingLists,
  isWhole: true,
  isOne: true,
  call: ({ params }) => operation('DadosDeUmaReuniao', { id: Number(params['id']) }, MEETING_GROUPS),
});

/** Names the body: programs show the calendars of several bodies side by side. */
function meetingsTitle(chave: string | undefined, { orgaos }: SiteState): string | undefined {
  const orgao = orgaos.find((each) => each.chave === chave);
  return orgao === undefined ? undefined : `${REUNIOES.title}: ${orgao.nome}`;
}

/** The meetings of one body, at the address of its page. */
function agendaDoOrgao(chave: string): PageFile {
  const file = listFile({
    ...meetingLists,
    title: ({ state }) => meetingsTitle(chave, state),
    call: (_input, { limit, offset }) => operation('DadosDasReunioes', { orgao: chave, limit, offset }, MEETING_GROUPS),
  });
  return { ...file, name: () => `${REUNIOES.key}-${chave}` };
}

const AGENDAS = Object.fromEntries(Object.entries(ROTA_DO_ORGAO).map(([chave, id]) => [id, agendaDoOrgao(chave)]));

/** One list for each year that is asked for, the newest first, since an index has the days of one in order; the whole list without a year. */
function yearByYear({ input }: FileRequest): readonly RouteInput[] {
  const anos = input.search['ano'] ?? [];
  return anos.length === 0 ? [input] : anos.toReversed().map((ano) => ({ ...input, search: { ...input.search, ano: [ano] } }));
}

/** Variables of the year of such a list: its first day, and the first of the next. */
function daysOfYear({ search }: RouteInput): { readonly de?: string; readonly ate?: string } {
  const ano = search['ano']?.[0];
  return ano === undefined ? {} : { de: `${ano}-01-01`, ate: `${Number(ano) + 1}-01-01` };
}

export const memberList: ListFileOptions<MemberRow> = {
  dataset: MEMBROS,
  page: `${routePath('dadosAbertos')}#${MEMBROS.key}`,
  call: (input, { limit, offset }) => {
    const [orgao] = input.search['orgao'] ?? [];
    return operation(
      'DadosDosMembros',
      { ...(orgao === undefined ? {} : { orgao }), ...daysOfYear(input), limit, offset },
      ['membro_orgao', 'pessoa', 'orgao_colegiado', 'documento'].map(tableGroup),
    );
  },
  rows: (data) => (data as OperationResults['DadosDosMembros']).membro_orgao,
};

export const calendarList: ListFileOptions<CalendarRow> = {
  dataset: CALENDARIO,
  page: routePath('calendario'),
  lists: yearByYear,
  call: (input, { limit, offset }) =>
    operation('DadosDoCalendario', { ...daysOfYear(input), limit, offset }, [tableGroup('calendario_beneficio')]),
  rows: (data) => (data as OperationResults['DadosDoCalendario']).calendario_beneficio,
};

export const numberList: ListFileOptions<NumberRow> = {
  dataset: NUMEROS,
  page: routePath('numeros'),
  lists: yearByYear,
  // As for payments: each number shows with its document.
  call: (input, { limit, after }) => {
    const rest = after === undefined ? {} : { indicador: after.indicador.codigo, dia: after.data_base, antes: after.id };
    return operation(
      'DadosDosNumeros',
      { ...daysOfYear(input), ...rest, limit },
      ['numero_documento', 'indicador', 'documento'].map(tableGroup),
    );
  },
  rows: (data) => (data as OperationResults['DadosDosNumeros']).numero.map(({ numero_documento: numero }) => numero),
};

export const paymentList: ListFileOptions<PaymentRow> = {
  dataset: PAGAMENTOS,
  page: `${routePath('dadosAbertos')}#${PAGAMENTOS.key}`,
  lists: yearByYear,
  // Behind an offset the database would pass over all payments before it, and look at the document of each.
  call: (input, { limit, after }) => {
    const rest = after === undefined ? {} : { ate: after.pago_em, antes: after.id };
    return operation('DadosDosPagamentos', { ...daysOfYear(input), ...rest, limit }, ['pagamento', 'documento'].map(tableGroup));
  },
  rows: (data) => (data as OperationResults['DadosDosPagamentos']).pagamento.map(({ pagamento }) => pagamento),
};

const STATUS_GROUPS = [...GRUPOS_DA_ATUALIZACAO, ...['categoria_documento', 'secao_lai', 'periodicidade', 'unidade'].map(tableGroup)];

export const statusList: ListFileOptions<StatusRow> = {
  dataset: SITUACAO,
  isWhole: true,
  call: ({ search }) => {
    const [situacao] = search['situacao'] ?? [];
    return operation('SituacaoDaTransparencia', situacao === undefined ? {} : { situacao }, STATUS_GROUPS);
  },
  rows: (data) => listasComSituacao(data as OperationResults['SituacaoDaTransparencia']),
};

/** The files of pages and of sets of data, by the id of the route. */
export const PAGE_FILES: Readonly<Partial<Record<RouteId | DataRouteId, PageFile>>> = {
  ...AGENDAS,
  dadosDocumentos: listFile(allDocuments),
  dadosReunioes: listFile(meetingLists),
  dadosReuniao: umaReuniao,
  dadosMembros: listFile(memberList),
  dadosNumeros: listFile(numberList),
  dadosCalendario: listFile(calendarList),
  dadosPagamentos: listFile(paymentList),
  processo: umProcesso,
  documentos: umaLista,
  dadosDeclaracoes: listFile(declarationList),
  situacao: listFile(statusList),
  numeros: listFile(numberList),
  mapa: listFile(unitList),
  calendario: listFile(calendarList),
  noticias: listFile(newsList),
  comunicados: listFile(noticeList),
  busca: searchFile(routeOf('busca')),
  ouvidoriaEstatistica: reportFile('ouvidoria', routeOf('ouvidoriaEstatistica')),
  sicEstatistica: reportFile('sic', routeOf('sicEstatistica')),
};
