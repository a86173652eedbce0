import { orderGroup } from '../../cache/groups.ts';
import { NEVER_POLICY } from '../../cache/policy.ts';
import { escapeHtml } from '../../html/escape.ts';
import {
  ADMINISTRATION_PATH,
  DONE_PARAMETER,
  LONGEST_RECORD,
  RECORD_FORM,
  RECORD_PARAMETER,
  SCREEN_PARAMETER,
} from '../../session/session-address.ts';
import { GENERAL_NAME } from '../../site-state/site-state.ts';
import { defineRoute } from '../define.ts';
import { hasWords, readSearch, SITE_SEARCH, searchVariables } from '../site-search.ts';
import { socialImageOf } from '../social-image.ts';
import { FOUND, type Head, NOT_FOUND, operation } from '../types.ts';
import { PAGINAS_DE_ATENDIMENTO } from './atendimento.ts';
import { DADOS_ABERTOS, PAGINA_DE_DADOS_ABERTOS } from './transparencia.ts';

const inicio = defineRoute({
  id: 'inicio',
  path: '/',
  main: null,
  late: () => [
    operation('ProximasDatas', {}, [orderGroup('calendario_beneficio')]),
    operation('BannersVigentes', {}, [orderGroup('banner_comunicado')]),
    operation('ComunicadosVigentes', {}, [orderGroup('comunicado')]),
    operation('NoticiasRecentes', {}, [orderGroup('noticia')]),
    operation('DocumentosRecentes', {}, [orderGroup('documento')]),
    operation('SelosDeRegularidade', {}, ['documento', 'progestao_certificacao'].map(orderGroup)),
  ],
  head: ({ state }) => {
    const [site] = state.siteConfig;
    return {
      title: site?.titulo || site?.nome || GENERAL_NAME,
      ...(typeof site?.descricao === 'string' ? { description: site.descricao } : {}),
    };
  },
  breadcrumb: () => [],
});

/** Every table that the index of the search is made from: a change of its rows may change any result. */
const GRUPOS_DA_BUSCA = [
  'resultado_promovido',
  'servico',
  'pagina',
  'pergunta_frequente',
  'faq_categoria',
  'comunicado',
  'noticia',
  'documento',
  'categoria_documento',
  'unidade',
  'contato',
  'pessoa',
  'membro_orgao',
  'orgao_colegiado',
  'menu_item',
  'arquivo',
  'termo_glossario',
] as const;

const busca = defineRoute({
  id: 'busca',
  path: '/busca',
  search: SITE_SEARCH,
  formats: ['json'],
  groups: GRUPOS_DA_BUSCA,
  main: null,
  late: (input) => {
    const search = readSearch(input.search);
    return hasWords(search.q) ? [operation('Busca', searchVariables(search), GRUPOS_DA_BUSCA)] : [];
  },
  head: ({ input }) => {
    const { q } = readSearch(input.search);
    return { title: q === '' ? 'Busca' : `Busca por “${q}”`, titleHtml: 'Busca', indexable: false };
  },
  breadcrumb: () => [{ label: 'Busca', to: null }],
});

/** Slug of the page below whose text the site says what it does with personal data. */
export const PAGINA_DE_PRIVACIDADE = 'privacidade';

/** Slug of the page below whose text the site says when its accessibility was audited. */
export const PAGINA_DE_ACESSIBILIDADE = 'acessibilidade';

const SIZES = ['pequeno', 'medio', 'grande'] as const;

const pagina = defineRoute<'pagina', 'Pagina'>({
  id: 'pagina',
  path: '/paginas/:slug',
  params: { slug: 'slug' },
  groups: ['termo_glossario'],
  main: (input) => operation('Pagina', { slug: input.params['slug'] ?? '' }),
  late: ({ params }) =>
    params['slug'] === PAGINA_DE_PRIVACIDADE
      ? [operation('GuardaDosDados', { encarregado: PAGINAS_DE_ATENDIMENTO.encarregado }, ['canal_atendimento', 'pagina'])]
      : [],
  record: ({ main }) => (main?.pagina[0] === undefined ? null : `pagina/${main.pagina[0].id}`),
  outcome: ({ input, main }) => {
    // Its text stands on the page of the open data, which has one address.
    if (input.params['slug'] === PAGINA_DE_DADOS_ABERTOS) return { kind: 'redirect', to: DADOS_ABERTOS, status: 308 };
    return main.pagina.length === 0 ? NOT_FOUND : FOUND;
  },
  head: ({ main }): Head => {
    const row = main?.pagina[0];
    if (row === undefined) return { title: 'Página' };
    const tamanho = SIZES.find((size) => size === row.titulo_tamanho);
    const descricao = row.seo_descricao ?? row.resumo;
    return {
      title: row.seo_titulo ?? row.titulo,
      titleHtml: row.titulo_html ?? escapeHtml(row.titulo),
      ...(tamanho === undefined ? {} : { size: tamanho }),
      ...(descricao === null ? {} : { description: descricao }),
      ...socialImageOf(row.imagem),
      ...(row.publicado_em === null ? {} : { published: row.publicado_em }),
      modified: row.atualizado_em,
    };
  },
  breadcrumb: ({ main }) => [{ label: main?.pagina[0]?.titulo ?? 'Página', to: null }],
});

/** What pensioners come for, in large letters. It links the simple mode of the whole site, which the browser remembers. */
const modoSimples = defineRoute({
  id: 'modoSimples',
  path: '/modo-simples',
  main: null,
  late: () => [operation('ProximasDatas', {}, [orderGroup('calendario_beneficio')])],
  head: () => ({ title: 'Modo simples', description: 'Pagamento, prova de vida, telefones e endereços, com letras grandes.' }),
});

const admin = defineRoute({
  id: 'admin',
  path: ADMINISTRATION_PATH,
  layout: 'iframe',
  documentPolicy: 'quadro',
  search: [
    // `ACCOUNT_SCREEN`, the one screen beside the application.
    { name: SCREEN_PARAMETER, maxLength: 10, form: /^conta$/ },
    // `PASSWORD_CHANGED`, `SESSIONS_ENDED` and `DIGEST_CHOSEN`.
    { name: DONE_PARAMETER, maxLength: 10, form: /^(?:senha|sessoes|resumo)$/ },
    // The row that the application opens.
    { name: RECORD_PARAMETER, maxLength: LONGEST_RECORD, form: RECORD_FORM },
  ],
  cache: NEVER_POLICY,
  main: null,
  head: () => ({ title: 'Administração do site', indexable: false }),
  breadcrumb: () => [],
});

const teste = defineRoute({
  id: 'teste',
  path: '/teste',
  cache: NEVER_POLICY,
  main: null,
  late: () => [operation('Diagnostico', {})],
  head: () => ({ title: 'Página de teste', indexable: false }),
});

export const SITE = [inicio, busca, pagina, modoSimples, admin, teste] as const;
