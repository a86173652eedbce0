import { orderGroup } from '../../cache/groups.ts';
import { defineRoute } from '../define.ts';
import { filterValue, lastPageOutcome, listTotal, listVariables, monthVariable, patternVariables } from '../list-filter.ts';
import { LIST_FORMATS, LIST_SEARCH, MONTH, readListQuery } from '../list-search.ts';
import { socialImageOf } from '../social-image.ts';
import { FOUND, type Head, NOT_FOUND, operation, type RouteInput } from '../types.ts';
import { headOf } from './heads.ts';

const NOTICIAS = '/informacoes/noticias';
const COMUNICADOS = '/informacoes/comunicados';

function idOf(input: RouteInput): number {
  return Number(input.params['id']);
}

/** What the list of notices is held to, beside words and years. */
function filtrosDosComunicados({ search }: RouteInput): { readonly mes: string; readonly tipo: string } {
  return { mes: filterValue(search, 'mes'), tipo: filterValue(search, 'tipo') };
}

function datesOf(row: { readonly publicado_em: string | null; readonly atualizado_em: string }): Pick<Head, 'published' | 'modified'> {
  return { ...(row.publicado_em === null ? {} : { published: row.publicado_em }), modified: row.atualizado_em };
}

/** Any further page may be after the last one, which only the rows tell. */
function isFirstPage(input: RouteInput): boolean {
  return readListQuery(input.search).page === 1;
}

const noticias = defineRoute<'noticias', 'Noticias'>({
  id: 'noticias',
  path: NOTICIAS,
  search: [...LIST_SEARCH, MONTH],
  formats: LIST_FORMATS,
  groups: ['noticia'],
  main: ({ search }) => operation('Noticias', { ...listVariables(readListQuery(search)), ...monthVariable(filterValue(search, 'mes')) }),
  isCertain: isFirstPage,
  outcome: ({ input, main }) => {
    const total = listTotal(main.noticia);
    return lastPageOutcome(readListQuery(input.search), { path: NOTICIAS, total, extras: { mes: filterValue(input.search, 'mes') } });
  },
  head: () => ({
    title: 'Notícias',
    description: 'Notícias do instituto: benefícios, atendimento, investimentos e educação previdenciária.',
  }),
});

/** A new term may be explained in any text. */
const GLOSSARIO = 'termo_glossario';

const noticia = defineRoute<'noticia', 'Noticia'>({
  id: 'noticia',
  path: '/informacoes/noticia/:id',
  params: { id: 'inteiro' },
  groups: [GLOSSARIO],
  main: (input) => operation('Noticia', { id: idOf(input) }),
  record: ({ input }) => `noticia/${idOf(input)}`,
  late: (input) => [operation('NoticiaEmVolta', { id: idOf(input) }, [orderGroup('noticia')])],
  outcome: ({ main }) => (main.noticia_by_pk === null ? NOT_FOUND : FOUND),
  head: ({ main }) => {
    const row = main?.noticia_by_pk ?? null;
    if (row === null) return { title: 'Notícia' };
    return headOf(row.titulo, {
      ...(row.resumo === null ? {} : { description: row.resumo }),
      ...socialImageOf(row.imagem),
      ...datesOf(row),
    });
  },
  breadcrumb: ({ main }) => [
    { label: 'Notícias', to: NOTICIAS },
    { label: main?.noticia_by_pk?.titulo ?? 'Notícia', to: null },
  ],
});

const comunicados = defineRoute<'comunicados', 'Comunicados'>({
  id: 'comunicados',
  path: COMUNICADOS,
  search: [
    ...LIST_SEARCH,
    MONTH,
    { name: 'tipo', maxLength: 20, form: /^[a-z_]{1,20}$/, values: ({ vocabularios }) => vocabularios.tiposDeComunicado },
  ],
  formats: LIST_FORMATS,
  groups: ['comunicado'],
  main: (input) => {
    const { mes, tipo } = filtrosDosComunicados(input);
    return operation('Comunicados', {
      ...listVariables(readListQuery(input.search)),
      ...monthVariable(mes),
      ...(tipo === '' ? {} : { tipo }),
    });
  },
  isCertain: isFirstPage,
  outcome: ({ input, main }) => {
    const total = listTotal(main.comunicado);
    return lastPageOutcome(readListQuery(input.search), { path: COMUNICADOS, total, extras: filtrosDosComunicados(input) });
  },
  head: () => ({
    title: 'Comunicados',
    description: 'Avisos, convocações e prazos para servidores, aposentados e pensionistas.',
  }),
});

const comunicado = defineRoute<'comunicado', 'Comunicado'>({
  id: 'comunicado',
  path: '/informacoes/comunicado/:id',
  params: { id: 'inteiro' },
  groups: [GLOSSARIO],
  main: (input) => operation('Comunicado', { id: idOf(input) }),
  record: ({ input }) => `comunicado/${idOf(input)}`,
  outcome: ({ main }) => (main.comunicado_by_pk === null ? NOT_FOUND : FOUND),
  head: ({ main }) => {
    const row = main?.comunicado_by_pk ?? null;
    if (row === null) return { title: 'Comunicado' };
    return headOf(row.titulo, { ...(row.resumo === null ? {} : { description: row.resumo }), ...datesOf(row) });
  },
  breadcrumb: ({ main }) => [
    { label: 'Comunicados', to: COMUNICADOS },
    { label: main?.comunicado_by_pk?.titulo ?? 'Comunicado', to: null },
  ],
});

const bannerComunicado = defineRoute<'bannerComunicado', 'BannerComunicado'>({
  id: 'bannerComunicado',
  path: '/informacoes/bannerComunicado/:id',
  params: { id: 'inteiro' },
  main: (input) => operation('BannerComunicado', { id: idOf(input) }),
  record: ({ input }) => `banner_comunicado/${idOf(input)}`,
  outcome: ({ main }) => (main.banner_comunicado_by_pk === null ? NOT_FOUND : FOUND),
  head: ({ main }) => {
    const row = main?.banner_comunicado_by_pk ?? null;
    if (row === null) return { title: 'Comunicado' };
    return headOf(row.titulo, {
      ...(row.subtitulo === null ? {} : { description: row.subtitulo }),
      ...socialImageOf(row.imagem),
    });
  },
  breadcrumb: ({ main }) => [
    { label: 'Comunicados', to: COMUNICADOS },
    { label: main?.banner_comunicado_by_pk?.titulo ?? 'Comunicado', to: null },
  ],
});

const faq = defineRoute<'faq', 'Faq'>({
  id: 'faq',
  path: '/informacoes/faq',
  layout: 'lai',
  search: [{ name: 'q', maxLength: 100 }],
  groups: ['pergunta_frequente', 'faq_categoria'],
  main: (input) => operation('Faq', patternVariables(input.search['q']?.[0] ?? '')),
  head: () => ({
    title: 'Perguntas frequentes',
    description: 'Respostas às dúvidas mais comuns sobre aposentadoria, pensão, contribuição e atendimento.',
    canonical: '/informacoes/faq',
  }),
});

const mapa = defineRoute<'mapa', 'Unidades'>({
  id: 'mapa',
  path: '/informacoes/mapa',
  documentPolicy: 'mapa',
  formats: ['csv', 'json'],
  groups: ['unidade'],
  main: () => operation('Unidades', {}),
  // Whether a post is open now depends on the holidays.
  late: () => [operation('Feriados', {}, ['feriado'])],
  head: () => ({ title: 'Mapa das unidades', description: 'Endereço, telefone, horário e acessibilidade de cada unidade de atendimento.' }),
});

const calendario = defineRoute<'calendario', 'Calendario'>({
  id: 'calendario',
  path: '/informacoes/calendario',
  formats: ['csv', 'json', 'ics'],
  groups: [orderGroup('calendario_beneficio')],
  main: () => operation('Calendario', {}),
  head: () => ({
    title: 'Calendário de pagamento e prova de vida',
    description: 'Os dias em que o instituto deposita os benefícios, e o mês da prova de vida.',
  }),
});

export const INFORMACOES = [noticias, noticia, comunicados, comunicado, bannerComunicado, faq, mapa, calendario] as const;
