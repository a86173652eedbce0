/** The site's own pages over prepared content, once with the parts in common written from memory and once with all parts rendered. */
import { createRenderer } from '../../../client/entry-server.tsx';
import { PAGES } from '../../../client/pages/registry.ts';
import type { GraphqlAnswer, GraphqlRequest } from '../../../server/backend/backend.ts';
import type { SettledResponse } from '../../../shared/cache/exchange.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE, type ItemDeMenu, type SiteState } from '../../../shared/site-state/site-state.ts';
import { open, type SsrServer, startSsr, untilAsked } from './ssr-server.ts';

/** What a visitor and the cache get, without what no two answers share. */
export interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly html: string;
  /** The document for the cache after a stream; undefined after an answer in one go. */
  readonly stored: string | undefined;
}

export interface Comparison extends AsyncDisposable {
  /** Sets the state of both sites. */
  show(state: SiteState): void;
  /** Asks the site that writes them from memory. */
  remembering(address: string, way?: Way): Promise<Answer>;
  /** Asks the site that renders them. */
  rendering(address: string, way?: Way): Promise<Answer>;
}

/** `streamed`: what is late on the page comes after the shell has gone. Only for pages that have something late. */
type Way = 'whole' | 'streamed';

/** Answers from prepared rows; while shut it holds back all but the operations that decide a status. */
class Content {
  readonly asked: string[] = [];
  #gate: PromiseWithResolvers<void> | null = null;

  shut(): void {
    this.#gate = Promise.withResolvers();
  }

  open(): void {
    this.#gate?.resolve();
    this.#gate = null;
  }

  async execute({ operationName, variables }: GraphqlRequest): Promise<GraphqlAnswer> {
    const name = operationName ?? '';
    this.asked.push(name);
    await this.#gate?.promise;
    const rows = RESULTS[name];
    if (rows === undefined) throw new Error(`the test has no rows for ${name}`);
    return { kind: 'data', json: JSON.stringify(typeof rows === 'function' ? rows(variables ?? {}) : rows) };
  }
}

/** Starts both sites in an empty state. */
export async function startComparison(): Promise<Comparison> {
  let state = EMPTY_SITE_STATE;
  const renderer = createRenderer(PAGES);
  const content = new Content();
  const stored: Promise<SettledResponse | null>[] = [];
  const exchange = { hasFallback: false, settle: (response: Promise<SettledResponse | null>) => void stored.push(response) };
  const overrides = {
    backend: content,
    texts: QUERY_TEXTS,
    routes: ROUTES,
    state: () => state,
    renderer: () => renderer,
    resolveIcons: (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, iconOf(name)])),
  };
  const remembering = await startSsr({ ...overrides, fixedParts: true }, exchange);
  const rendering = await startSsr({ ...overrides, fixedParts: false }, exchange);
  const ask = async (site: SsrServer, address: string, way: Way): Promise<Answer> => {
    if (way === 'streamed') content.shut();
    const before = content.asked.length;
    const opening = open(`${site.origin}${address}`);
    if (way === 'streamed') await untilAsked(content.asked, before + 1);
    site.timers.fire(5);
    const response = await opening;
    site.timers.fire(500);
    content.open();
    const html = await response.end;
    const settled = stored.pop();
    const { date: _, 'x-request-id': requestId = '-', ...headers } = response.message.headers;
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    const withoutId = (text: string): string => text.replaceAll(String(requestId), 'PEDIDO');
    const same = (text: string): string => (nonce === undefined ? withoutId(text) : withoutId(text).replaceAll(nonce, 'NONCE'));
    return {
      status: response.message.statusCode,
      headers: { ...headers, 'content-security-policy': same(String(headers['content-security-policy'])) },
      html: same(html),
      stored: settled === undefined ? undefined : Buffer.from((await settled)?.body ?? []).toString(),
    };
  };
  return {
    show: (shown) => {
      state = shown;
    },
    remembering: (address, way = 'whole') => ask(remembering, address, way),
    rendering: (address, way = 'whole') => ask(rendering, address, way),
    [Symbol.asyncDispose]: async () => {
      await remembering.close();
      await rendering.close();
    },
  };
}

/** Every name has a picture of its own, so that one icon in the place of another shows. */
function iconOf(name: string) {
  return { body: `<path d="${Buffer.from(name).toString('hex')}"/>`, width: 24, height: 24 };
}

type Rows = Readonly<Record<string, unknown>>;

const artigo = { publicado_em: '2026-03-04T10:00:00+00:00', atualizado_em: null };

/** An editor's HTML that imitates the marks of the fixed parts: a search for them must not find these. */
const CORPO =
  '<h2 id="a">Quem &amp; como</h2><nav aria-label="Menu principal"><b>falso</b></nav>' +
  '<section aria-label="Acessibilidade">falsa</section><footer id="rodape" class="x">falso</footer><div data-fixa="atalhos">falso</div>';

/** Titles by slug: some are labels of menu entries, from which the menus mark the page that is open. */
export const TITULOS: Readonly<Record<string, string>> = {
  sobre: 'Sobre o instituto',
  outra: 'Outra página',
  historia: 'História',
  dair: 'DAIR & "contas" <2026>',
  completo: 'Menu completo',
  perguntas: 'Perguntas frequentes',
  visao: 'Instituto & Cia: visão geral',
};

const RESULTS: Readonly<Record<string, Rows | ((variables: Rows) => Rows)>> = {
  ProximasDatas: { pagamento: [], prova_de_vida: [] },
  BannersVigentes: { banner_comunicado: [] },
  ComunicadosVigentes: { prioridade_comunicado: [] },
  NoticiasRecentes: { destaque: [], noticia: [] },
  DocumentosRecentes: {
    documento: [
      {
        __typename: 'documento',
        id: 5,
        categoria_slug: 'dair',
        titulo: 'Março <b>',
        publicado_em: artigo.publicado_em,
        categoria: { __typename: 'categoria_documento', slug: 'dair', rotulo: 'DAIR' },
      },
    ],
  },
  SelosDeRegularidade: { documento: [], progestao_certificacao: [] },
  AtualizacaoDaTransparencia: {
    em_dia: { aggregate: { count: 3 } },
    atrasada: { aggregate: { count: 0 } },
    sem_prazo: { aggregate: { count: 1 } },
    categoria_resumo_aggregate: { aggregate: { sum: { total: 9 } } },
    categoria_resumo: [],
  },
  Faq: { faq_categoria: [], pergunta_frequente_aggregate: { aggregate: { count: 0 } } },
  Pagina: ({ slug }) => ({
    pagina: TITULOS[String(slug)] === undefined ? [] : [paginaDe(String(slug), TITULOS[String(slug)] ?? '')],
  }),
  Documento: {
    documento_by_pk: null,
    documento_retirado: [{ retirado_em: '2026-03-04T01:30:00Z', retirado_motivo: 'Trazia <b>dados</b> & "nomes".' }],
  },
};

function paginaDe(slug: string, titulo: string): Rows {
  return {
    __typename: 'pagina',
    id: 1,
    slug,
    titulo,
    titulo_html: null,
    titulo_tamanho: null,
    resumo: null,
    corpo_html: CORPO,
    ...artigo,
    revisado_em: null,
    revisao_prevista_em: null,
    seo_titulo: null,
    seo_descricao: null,
    imagem: null,
    responsavel: null,
    termos: [],
  };
}

function item(fields: Pick<ItemDeMenu, 'id' | 'rotulo'> & Partial<ItemDeMenu>): ItemDeMenu {
  return { area: 'principal', descricao: null, icone: null, destino: null, externo: false, filhos: [], ...fields };
}

/** A state with something in every place that a fixed part shows, written with all that must be escaped. */
export const CHEIO: SiteState = {
  ...EMPTY_SITE_STATE,
  siteConfig: [
    {
      nome: `Instituto "São João" & <Filhos> d'Oeste`,
      sigla: 'ISJ&F',
      ente: "Município d'Oeste",
      uf: 'PA',
      cnpj: '00.000.000/0001-00',
      image_header: null,
      image_header_transparencia: null,
      image_header_atendimento: null,
      image_header_instituto: null,
      image_header_noticias: null,
      logo: '/nhostprovider/00000001-0000-4000-8000-000000000000',
      logo_largura: 64,
      logo_altura: 48,
      favicon: null,
      cor_primaria: '#0b5563',
      titulo: null,
      descricao: 'Previdência “de todos” — ação & atenção',
      imagem_social: null,
      aviso_global: '<footer id="rodape"> & <nav aria-label="Menu principal">',
      url_radar: 'https://radar.example/?a=1&b="2"',
      url_receitas_despesas: null,
      url_pncp: null,
      url_extrato_previdenciario: null,
    },
  ],
  dataMenu: [
    item({
      id: 1,
      rotulo: 'Instituto & Cia',
      destino: '/paginas/sobre',
      filhos: [
        item({ id: 2, rotulo: 'História', destino: '/paginas/historia' }),
        item({ id: 3, rotulo: 'Órgãos <colegiados>', filhos: [item({ id: 4, rotulo: 'Perguntas', destino: '/informacoes/faq' })] }),
        item({ id: 5, rotulo: 'Fora', destino: 'https://fora.example/?a&b', externo: true }),
      ],
    }),
    item({ id: 6, rotulo: 'Serviço de "Informação"', destino: '/sic' }),
    item({ id: 7, rotulo: 'Só um título' }),
    item({
      id: 8,
      area: 'rodape',
      rotulo: 'Transparência',
      filhos: [item({ id: 9, area: 'rodape', rotulo: 'Diário', destino: 'https://d.example', externo: true })],
    }),
    item({ id: 10, area: 'rodape', rotulo: "D'Água", destino: '/lai' }),
    item({
      id: 11,
      area: 'acesso_rapido',
      rotulo: 'Prova de vida',
      descricao: 'Até 31 de março & <depois>',
      icone: 'mdi:heart',
      destino: '/lai',
    }),
    item({ id: 12, area: 'acesso_rapido', rotulo: 'Simulador', destino: 'https://s.example/', externo: true }),
  ],
  dataLai: [
    {
      chave: 'contas',
      nome: 'Contas & "balanços"',
      descricao: 'O que entra e sai',
      icone: 'mdi:bank',
      categorias: [
        { slug: 'dair', rotulo: 'DAIR & "contas" <2026>', descricao: 'Investimentos', total: 3, ultimoEm: '2026-03-04' },
        { slug: 'dipr', rotulo: 'DIPR', descricao: '', total: 0, ultimoEm: null },
      ],
      links: [item({ id: 13, area: 'lai', rotulo: 'História', destino: '/paginas/historia' })],
    },
    { chave: 'vazia', nome: 'Sem nada', descricao: '', icone: null, categorias: [], links: [] },
    {
      chave: 'fora',
      nome: 'Outros lugares',
      descricao: '',
      icone: null,
      categorias: [],
      links: [item({ id: 14, area: 'lai', rotulo: 'Portal', destino: 'https://portal.example/', externo: true })],
    },
  ],
  contato: [
    { id: 1, tipo: 'telefone', rotulo: 'Central & apoio', valor: '(91) 3333-0000', href: 'tel:+559133330000', principal: true },
    { id: 2, tipo: 'email', rotulo: '', valor: "d'oeste@inst.example", href: "mailto:d'oeste@inst.example", principal: false },
    { id: 3, tipo: 'endereco', rotulo: 'Sede', valor: 'Rua <A>, 1', href: null, principal: false },
    { id: 4, tipo: 'rede_social', rotulo: 'Rede "X"', valor: '@inst', href: 'https://rede.example/inst?a=1&b=2', principal: false },
  ],
  diretoriaExecutiva: [{ id: 1, nome: "Antônia d'Ávila & Silva", cargo: 'Presidente', foto: null, fotoAlt: null }],
  totaisLai: { documentos: 1234, categorias: 30 },
  paginasDaMoldura: ['acessibilidade', 'privacidade'],
  vocabularios: EMPTY_SITE_STATE.vocabularios,
  demonstracao: true,
};

/** Fields whose values are names of the code's own, and the other name that they may have. */
const NOMES: Readonly<Record<string, string>> = { fusoHorario: 'America/Rio_Branco', tipo: 'horario', area: 'rodape' };

/** Returns copies of `value` in each of which one thing is different: a text, a number, a choice, or a list that is empty. */
export function* variations<Value>(value: Value, field = ''): Generator<readonly [string, Value]> {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value) && value.length > 0) yield [`${field} vazia`, [] as Value];
    for (const [key, inner] of Object.entries(value)) {
      for (const [name, changed] of variations(inner, `${field}.${key}`)) {
        yield [name, (Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }) as Value];
      }
    }
    return;
  }
  yield [field, otherThan(value, field.slice(field.lastIndexOf('.') + 1)) as Value];
}

function otherThan(value: unknown, field: string): unknown {
  if (typeof value === 'string') return NOMES[field] ?? `${value} <b>&"'`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : 'mdi:novo';
}
