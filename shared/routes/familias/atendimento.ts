import type { Canal } from '../../atendimento/estatistica/relatorio.ts';
import { rowGroup } from '../../cache/groups.ts';
import { defineRoute } from '../define.ts';
import { REPORT_SEARCH, readReportQuery } from '../report-search.ts';
import { FOUND, NOT_FOUND, type OperationCall, operation, type RouteInput } from '../types.ts';

const OUVIDORIA = '/ouvidoria';
const SIC = '/sic';
const SERVICOS = '/servicos';

/** Slugs of the content pages that the channels lead to, where the institute has written them. */
export const PAGINAS_DE_ATENDIMENTO = {
  cartaDeServicos: 'carta-de-servicos',
  normaLocal: 'norma-local-da-lai',
  classificadas: 'informacoes-classificadas',
  encarregado: 'encarregado-lgpd',
  satisfacao: 'pesquisa-de-satisfacao',
} as const;

const { cartaDeServicos, normaLocal, classificadas, encarregado, satisfacao } = PAGINAS_DE_ATENDIMENTO;

/** The yearly reports of a channel: management reports whose title has one of the words. */
function reports(word: string, otherWord?: string): OperationCall<'RelatoriosDoCanal'> {
  const other = otherWord === undefined ? {} : { palavra2: `%${otherWord}%` };
  return operation('RelatoriosDoCanal', { palavra1: `%${word}%`, ...other }, ['documento']);
}

/** The numbers of a channel. Their notices of changes name the channel, so that one does not purge the other. */
function relatorio(canal: Canal, { search }: RouteInput): OperationCall<'RelatorioDeCasos'> {
  const { years, from, to } = readReportQuery(search);
  const variables = { canal, anos: years.join(','), de: from, ate: to };
  return operation('RelatorioDeCasos', variables, [rowGroup('relatorio_estatistico', canal)]);
}

/** For the counters that are open now. */
const FERIADOS = operation('Feriados', {}, ['feriado']);

const faleConosco = defineRoute({
  id: 'faleConosco',
  path: '/contato/faleConosco',
  groups: ['unidade', 'assunto', 'canal_atendimento'],
  main: null,
  late: () => [operation('Unidades', {}), operation('FormularioDoCanal', { canal: 'contato' }), FERIADOS],
  head: () => ({ title: 'Fale conosco', description: 'Escreva ao instituto: formulário, telefones, e-mail, endereços e horários.' }),
});

const ouvidoria = defineRoute({
  id: 'ouvidoria',
  path: OUVIDORIA,
  groups: ['unidade', 'pagina', 'assunto', 'canal_atendimento'],
  main: null,
  late: () => [
    operation('CanalDoCidadao', { unidade: '%ouvidoria%', paginas: [cartaDeServicos, satisfacao, encarregado] }),
    operation('FormularioDoCanal', { canal: 'ouvidoria' }),
    FERIADOS,
  ],
  head: () => ({
    title: 'Ouvidoria',
    description: 'Reclame, denuncie, sugira, elogie ou peça uma providência.',
  }),
});

const ouvidoriaEstatistica = defineRoute({
  id: 'ouvidoriaEstatistica',
  path: '/ouvidoria/relatorioEstatistica',
  groups: ['assunto'],
  search: REPORT_SEARCH,
  formats: ['csv', 'json'],
  main: null,
  late: (input) => [relatorio('ouvidoria', input), reports('ouvidoria')],
  head: () => ({
    title: 'Relatório estatístico da Ouvidoria',
    description: 'Quantas manifestações chegaram, de que tipo, e em quanto tempo respondemos.',
  }),
  breadcrumb: () => [
    { label: 'Ouvidoria', to: OUVIDORIA },
    { label: 'Relatório estatístico', to: null },
  ],
});

const sic = defineRoute({
  id: 'sic',
  path: SIC,
  groups: ['unidade', 'pagina', 'assunto', 'canal_atendimento'],
  main: null,
  late: () => [
    operation('CanalDoCidadao', { unidade: '%informação ao cidadão%', paginas: [normaLocal, classificadas, encarregado] }),
    operation('FormularioDoCanal', { canal: 'sic' }),
    FERIADOS,
  ],
  head: () => ({
    title: 'Serviço de Informação ao Cidadão (SIC)',
    description: 'Como pedir uma informação pública, em quanto tempo ela vem e como recorrer.',
  }),
  breadcrumb: () => [{ label: 'Serviço de Informação ao Cidadão', to: null }],
});

const sicEstatistica = defineRoute({
  id: 'sicEstatistica',
  path: '/sic/RelatorioEstatistica',
  groups: ['assunto'],
  search: REPORT_SEARCH,
  formats: ['csv', 'json'],
  main: null,
  late: (input) => [relatorio('sic', input), reports(' SIC ', 'acesso à informação')],
  head: () => ({
    title: 'Relatório estatístico do SIC',
    description: 'Quantos pedidos de informação chegaram, o que receberam, e em quanto tempo.',
  }),
  breadcrumb: () => [
    { label: 'Serviço de Informação ao Cidadão', to: SIC },
    { label: 'Relatório estatístico', to: null },
  ],
});

/** The form of the SIC with a request for a document in a format that the reader can use (Lei nº 13.146/2015, art. 63). */
const formatoAcessivel = defineRoute<'formatoAcessivel', 'DocumentoDoPedido'>({
  id: 'formatoAcessivel',
  path: '/sic/formatoAcessivel/:id',
  params: { id: 'inteiro' },
  groups: ['assunto', 'canal_atendimento'],
  main: (input) => operation('DocumentoDoPedido', { id: Number(input.params['id']) }),
  late: () => [operation('FormularioDoCanal', { canal: 'sic' })],
  outcome: ({ main }) => (main.documento_by_pk === null ? NOT_FOUND : FOUND),
  head: () => ({
    title: 'Pedir um documento em formato acessível',
    indexable: false,
  }),
  breadcrumb: () => [
    { label: 'Serviço de Informação ao Cidadão', to: SIC },
    { label: 'Formato acessível', to: null },
  ],
});

const servicos = defineRoute({
  id: 'servicos',
  path: SERVICOS,
  groups: ['servico'],
  main: null,
  late: () => [operation('Servicos', {})],
  head: () => ({
    title: 'Serviços',
    description: 'Quem pode pedir cada serviço, o que levar, quanto custa e em quanto tempo sai.',
  }),
});

const servico = defineRoute<'servico', 'Servico'>({
  id: 'servico',
  path: `${SERVICOS}/:slug`,
  params: { slug: 'slug' },
  main: (input) => operation('Servico', { slug: input.params['slug'] ?? '' }),
  late: () => [FERIADOS],
  record: ({ main }) => (main?.servico[0] === undefined ? null : `servico/${main.servico[0].id}`),
  outcome: ({ main }) => (main.servico.length === 0 ? NOT_FOUND : FOUND),
  head: ({ main }) => {
    const row = main?.servico[0];
    return { title: row?.nome ?? 'Serviço', ...(typeof row?.resumo === 'string' ? { description: row.resumo } : {}) };
  },
  breadcrumb: ({ main }) => [
    { label: 'Serviços', to: SERVICOS },
    { label: main?.servico[0]?.nome ?? 'Serviço', to: null },
  ],
});

export const ATENDIMENTO = [
  faleConosco,
  ouvidoria,
  ouvidoriaEstatistica,
  sic,
  sicEstatistica,
  formatoAcessivel,
  servicos,
  servico,
] as const;
