import { orderGroup } from '../../cache/groups.ts';
import { GLOSSARY_PATH } from '../../html/glossary-place.ts';
import type { CategoriaLai, SecaoLai, SiteState } from '../../site-state/site-state.ts';
import { defineRoute } from '../define.ts';
import { type DocumentListQuery, documentListVariables, readDocumentListQuery } from '../document-list.ts';
import { listAddress } from '../list-address.ts';
import { lastPageOutcome, listTotal } from '../list-filter.ts';
import { LIST_FORMATS, LIST_SEARCH, MONTH, ORGAO } from '../list-search.ts';
import { fillPath } from '../match.ts';
import { PARTS_ON_A_PAGE, readTextQuery, TEXT_SEARCH, textQueryString } from '../text-search.ts';
import { FOUND, NOT_FOUND, operation, type RouteInput } from '../types.ts';
import { headOf, LISTAS_DE_PESSOAS, MENU_COMPLETO, sectionStep, withdrawnOutcome } from './heads.ts';

export const DADOS_ABERTOS = '/lai/dados-abertos';
const DOCUMENTOS = '/lai/documentos/:category';
const DOCUMENTO = '/lai/documentos/:category/:id';
const TEXTO = `${DOCUMENTO}/texto`;

/** What decides whether a list is on time: its rows, and the days without work. */
export const GRUPOS_DA_ATUALIZACAO = [...['documento', 'categoria_documento', 'declaracao_inexistencia'].map(orderGroup), 'feriado'];

const lai = defineRoute({
  id: 'lai',
  path: '/lai',
  layout: 'lai',
  main: null,
  late: () => [
    operation('DocumentosRecentes', {}, [orderGroup('documento')]),
    operation('AtualizacaoDaTransparencia', {}, GRUPOS_DA_ATUALIZACAO),
  ],
  head: () => ({
    title: 'Transparência e acesso à informação',
    description: 'Documentos, contas, contratos, investimentos e atos do instituto, por assunto.',
  }),
  breadcrumb: () => [{ label: 'Transparência', to: null }],
});

const menuCompleto = defineRoute({
  id: 'menuCompleto',
  path: MENU_COMPLETO,
  layout: 'lai',
  main: null,
  head: () => ({
    title: 'Menu completo da transparência',
    description: 'Todas as seções e listas da transparência em uma página.',
  }),
  breadcrumb: () => [{ label: 'Menu completo', to: null }],
});

const situacao = defineRoute<'situacao', 'SituacaoDaTransparencia'>({
  id: 'situacao',
  path: '/lai/situacao',
  layout: 'lai',
  search: [{ name: 'situacao', maxLength: 20, form: /^(?:em_dia|atrasada|nao_se_aplica)$/ }],
  formats: ['csv', 'json'],
  groups: GRUPOS_DA_ATUALIZACAO,
  main: () => operation('SituacaoDaTransparencia', {}),
  head: () => ({
    title: 'Situação das listas',
    description: 'O calendário de cada lista de documentos, o último publicado, e se está em dia ou desde quando está atrasada.',
    canonical: '/lai/situacao',
  }),
});

/** What decides which numbers are seen: their rows, and the documents that they come from. */
const GRUPOS_DOS_NUMEROS = ['indicador', 'numero_documento', 'documento'].map(orderGroup);

const numeros = defineRoute<'numeros', 'Numeros'>({
  id: 'numeros',
  path: '/lai/numeros',
  layout: 'lai',
  formats: ['csv', 'json'],
  groups: GRUPOS_DOS_NUMEROS,
  main: () => operation('Numeros', {}),
  head: () => ({
    title: 'Números da previdência',
    description:
      'Resultado atuarial, rentabilidade e meta, carteira, receita, despesa e custo da administração, ano a ano, com a fonte de cada valor.',
  }),
});

const glossario = defineRoute<'glossario', 'Glossario'>({
  id: 'glossario',
  path: GLOSSARY_PATH,
  layout: 'lai',
  groups: ['termo_glossario'],
  main: () => operation('Glossario', {}),
  head: () => ({
    title: 'Glossário',
    description: 'O que querem dizer as palavras da previdência e da transparência, em linguagem simples.',
  }),
});

/** Slug of the page whose text stands above the dictionary of the open data. */
export const PAGINA_DE_DADOS_ABERTOS = 'dados-abertos';

const dadosAbertos = defineRoute<'dadosAbertos', 'Pagina'>({
  id: 'dadosAbertos',
  path: DADOS_ABERTOS,
  layout: 'lai',
  groups: [orderGroup('pagina')],
  main: () => operation('Pagina', { slug: PAGINA_DE_DADOS_ABERTOS }),
  head: () => ({
    title: 'Dados abertos',
    description: 'Os dados do instituto em CSV, JSON e Atom: o que cada coluna significa, como baixar e com que licença usar.',
  }),
});

const documentos = defineRoute<'documentos', 'DocumentosDaCategoria'>({
  id: 'documentos',
  path: DOCUMENTOS,
  layout: 'lai',
  params: { category: 'categoria' },
  search: [
    ...LIST_SEARCH,
    MONTH,
    { name: 'tipo', maxLength: 40, form: /^[a-z_]{1,40}$/, values: ({ vocabularios }) => vocabularios.tiposDeDocumento },
    ORGAO,
    { name: 'situacao', maxLength: 40, form: /^[a-z_]{1,40}$/, values: ({ vocabularios }) => vocabularios.situacoesDeDocumento },
  ],
  formats: [...LIST_FORMATS, 'zip'],
  exactParams: withExactCategory,
  main: (input) => operation('DocumentosDaCategoria', documentListVariables(categoryOf(input), readDocumentListQuery(input.search))),
  // Any further page may be after the last one, which only the rows tell.
  isCertain: (input, state) => readDocumentListQuery(input.search).page === 1 && listedCategory(state, categoryOf(input)) !== null,
  outcome: ({ input, state, main }) => {
    const query = readDocumentListQuery(input.search);
    if (main.categoria_documento_by_pk === null) {
      const slug = exactCategory(state, categoryOf(input));
      return slug === null ? NOT_FOUND : { kind: 'redirect', to: addressOf(slug, query), status: 308 };
    }
    const total = listTotal(main.documento);
    return lastPageOutcome(query, { path: listPath(categoryOf(input)), total, extras: { ...query.filters } });
  },
  head: ({ input, state, main }) => {
    const categoria = listedCategory(state, categoryOf(input)) ?? main?.categoria_documento_by_pk ?? null;
    if (categoria === null) return { title: 'Documentos' };
    const deTodos = !LISTAS_DE_PESSOAS.includes(categoria.slug);
    return headOf(categoria.rotulo, { description: categoria.descricao, ...(deTodos ? {} : { indexable: false }) });
  },
  breadcrumb: ({ input, state, main }) => {
    const categoria = listedCategory(state, categoryOf(input)) ?? main?.categoria_documento_by_pk ?? null;
    if (categoria === null) return [{ label: 'Documentos', to: null }];
    return [sectionStep(categoria.secao), { label: categoria.rotulo, to: null }];
  },
});

const documento = defineRoute<'documento', 'Documento'>({
  id: 'documento',
  path: DOCUMENTO,
  layout: 'lai',
  params: { category: 'categoria', id: 'inteiro' },
  exactParams: withExactCategory,
  main: (input) => operation('Documento', { id: Number(input.params['id']) }),
  record: ({ input }) => `documento/${Number(input.params['id'])}`,
  outcome: ({ input, main }) => {
    const row = main.documento_by_pk;
    if (row === null) return withdrawnOutcome(main.documento_retirado[0]);
    if (row.categoria_slug === categoryOf(input)) return FOUND;
    const to = fillPath(DOCUMENTO, { category: row.categoria_slug, id: String(row.id) });
    const spelling = row.categoria_slug.toLowerCase() === categoryOf(input).toLowerCase();
    // From another category not for good: an editor may move the document back, and browsers keep a 308 without asking again.
    return { kind: 'redirect', to, status: spelling ? 308 : 302 };
  },
  head: ({ main }) => {
    const row = main?.documento_by_pk ?? null;
    if (row === null) return { title: 'Documento' };
    const descricao = row.resumo_simples ?? row.ementa;
    const dePessoa = row.contem_dado_pessoal || LISTAS_DE_PESSOAS.includes(row.categoria_slug);
    return headOf(row.titulo, { ...(descricao === null ? {} : { description: descricao }), ...(dePessoa ? { indexable: false } : {}) });
  },
  breadcrumb: ({ main }) => {
    const row = main?.documento_by_pk ?? null;
    if (row === null || row.categoria === null) return [{ label: row?.titulo ?? 'Documento', to: null }];
    const { secao, slug, rotulo } = row.categoria;
    return [sectionStep(secao), { label: rotulo, to: listPath(slug) }, { label: row.titulo, to: null }];
  },
});

/** The words of a document's file as a page that any device reads, a few pages of the file at a time. */
const textoDoDocumento = defineRoute<'textoDoDocumento', 'TextoDoDocumento'>({
  id: 'textoDoDocumento',
  path: TEXTO,
  layout: 'lai',
  params: { category: 'categoria', id: 'inteiro' },
  search: TEXT_SEARCH,
  exactParams: withExactCategory,
  main: (input) => {
    const { file, page } = readTextQuery(input.search);
    const last = page * PARTS_ON_A_PAGE;
    return operation('TextoDoDocumento', { id: Number(input.params['id']), arquivo: file - 1, depois: last - PARTS_ON_A_PAGE, ate: last });
  },
  record: ({ input }) => `documento/${Number(input.params['id'])}`,
  outcome: ({ input, main }) => {
    const row = main.documento_by_pk;
    if (row === null) return withdrawnOutcome(main.documento_retirado[0]);
    const { file, page } = readTextQuery(input.search);
    const total = row.lido[0]?.arquivo?.partes_do_texto_aggregate.aggregate?.count ?? 0;
    if (total === 0) return NOT_FOUND;
    const path = fillPath(TEXTO, { category: row.categoria_slug, id: String(row.id) });
    if (row.categoria_slug !== categoryOf(input)) return { kind: 'redirect', to: path + textQueryString({ file, page }), status: 302 };
    const last = Math.ceil(total / PARTS_ON_A_PAGE);
    return page <= last ? FOUND : { kind: 'redirect', to: path + textQueryString({ file, page: last }), status: 302 };
  },
  // Acts name people: their words are found by the search of this site, and not by a name in another one.
  head: ({ main }) => ({ ...headOf(`Texto: ${main?.documento_by_pk?.titulo ?? 'documento'}`, {}), indexable: false }),
  breadcrumb: ({ main }) => {
    const row = main?.documento_by_pk ?? null;
    if (row === null || row.categoria === null) return [{ label: 'Texto', to: null }];
    const { secao, slug, rotulo } = row.categoria;
    const documento = { label: row.titulo, to: fillPath(DOCUMENTO, { category: slug, id: String(row.id) }) };
    return [sectionStep(secao), { label: rotulo, to: listPath(slug) }, documento, { label: 'Texto', to: null }];
  },
});

export const TRANSPARENCIA = [
  lai,
  menuCompleto,
  situacao,
  numeros,
  glossario,
  dadosAbertos,
  documentos,
  documento,
  textoDoDocumento,
] as const;

function categoryOf(input: RouteInput): string {
  return input.params['category'] ?? '';
}

export function listPath(slug: string): string {
  return fillPath(DOCUMENTOS, { category: slug });
}

function addressOf(slug: string, query: DocumentListQuery): string {
  return listAddress(query, listPath(slug), { ...query.filters });
}

function withExactCategory({ params }: RouteInput, state: SiteState): RouteInput['params'] {
  const exact = exactCategory(state, params['category'] ?? '');
  return exact === null ? params : { ...params, category: exact };
}

/** The category as the site's state lists it; null for one that it does not know. */
export function listedCategory({ dataLai }: SiteState, slug: string): (CategoriaLai & { readonly secao: SecaoLai }) | null {
  for (const secao of dataLai) {
    const categoria = secao.categorias.find((candidate) => candidate.slug === slug);
    if (categoria !== undefined) return { ...categoria, secao };
  }
  return null;
}

/** The category whose name differs from `name` in letter case only; null when there is none, or `name` itself exists. */
function exactCategory({ dataLai }: SiteState, name: string): string | null {
  const folded = name.toLowerCase();
  const slugs = dataLai.flatMap(({ categorias }) => categorias.map(({ slug }) => slug));
  return slugs.includes(name) ? null : (slugs.find((slug) => slug.toLowerCase() === folded) ?? null);
}
