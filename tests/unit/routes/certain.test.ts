/** Pages whose shell is sent before any row is there: which ones, and what their shell may read. */
import { describe, expect, test } from 'vitest';
import { pageStateOf, stateOfPage } from '../../../client/site-state/page-state.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';

const LEIS = { slug: 'leis', rotulo: 'Leis', descricao: 'Leis municipais.', total: 3, ultimoEm: null };

const STATE: SiteState = {
  ...EMPTY_SITE_STATE,
  dataLai: [{ chave: 'atos', nome: 'Atos', descricao: '', icone: null, categorias: [LEIS], links: [] }],
  orgaos: [{ chave: 'conselho_fiscal', nome: 'Conselho de Contas' }],
};

const CERTAIN = [
  '/informacoes/noticias',
  '/informacoes/noticias?q=reajuste&ano=2024',
  '/informacoes/comunicados?tipo=prazo',
  '/informacoes/faq?q=pensao',
  '/informacoes/mapa',
  '/institucional/organograma',
  '/institucional/conselho-fiscal',
  '/institucional/conselho-previdenciario',
  '/progestao',
  '/progestao/painel',
  '/lai/documentos/leis',
  '/lai/documentos/leis?q=iptu&situacao=vigente',
];

const DECIDED_BY_A_ROW = [
  '/informacoes/noticias?pagina=2',
  '/informacoes/comunicados?pagina=2',
  '/informacoes/noticia/1',
  '/informacoes/comunicado/1',
  '/informacoes/bannerComunicado/1',
  '/institucional/unidade/1',
  '/paginas/carta-de-servicos',
  '/lai/documentos/leis?pagina=2',
  '/lai/documentos/outra',
  '/lai/documentos/leis/7',
  '/servicos/pedir-aposentadoria',
  '/sic/formatoAcessivel/7',
];

function at(address: string) {
  const url = new URL(address, 'http://site');
  const match = matchRoute(ROUTES, url.pathname, url.searchParams);
  if (match.kind !== 'route') throw new Error(`${address} is ${match.kind}`);
  return match;
}

/** A result that must not be read. */
const UNREADABLE: unknown = new Proxy(
  {},
  {
    get: (_target, name) => {
      throw new Error(`the shell reads ${String(name)}`);
    },
  },
);

describe('a page whose status no row decides', () => {
  test.each(CERTAIN)('the status of %s is certain before any row is read', (address) => {
    const { route, input } = at(address);
    expect(route.isCertain(input, STATE)).toBe(true);
  });

  test.each(CERTAIN)('%s has the same shell with and without its main result', (address) => {
    const { route, input } = at(address);
    const pageState = pageStateOf(STATE, route.layout, route.id);
    const shell = (main: unknown): unknown => {
      const state = stateOfPage(pageState, { route, input, main });
      return { state, head: route.head({ input, state, main }) };
    };
    expect(shell(UNREADABLE)).toEqual(shell(null));
    expect(route.head({ input, state: stateOfPage(pageState, { route, input, main: null }), main: null })).toEqual(
      route.head({ input, state: STATE, main: null }),
    );
  });
});

test.each(DECIDED_BY_A_ROW)('the status of %s waits for its row', (address) => {
  const { route, input } = at(address);
  expect(route.isCertain(input, STATE)).toBe(false);
});
