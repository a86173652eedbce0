import { describe, expect, test } from 'vitest';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import type { RouteContext } from '../../../shared/routes/types.ts';
import { EMPTY_SITE_STATE, type SecaoLai, type SiteState } from '../../../shared/site-state/site-state.ts';

const REGULARIDADE: SecaoLai = {
  chave: 'regularidade',
  nome: 'Regularidade',
  descricao: '',
  icone: null,
  categorias: [{ slug: 'relatorioAnual', rotulo: 'Relatório anual', descricao: 'Um por ano.', total: 1, ultimoEm: null }],
  links: [],
};

const STATE: SiteState = { ...EMPTY_SITE_STATE, dataLai: [REGULARIDADE] };

function at(address: string): { route: AnyRoute; context: (main: unknown) => RouteContext<unknown> } {
  const url = new URL(address, 'http://site');
  const match = matchRoute(ROUTES, url.pathname, url.searchParams);
  if (match.kind !== 'route') throw new Error(`${address} is ${match.kind}`);
  return { route: match.route, context: (main) => ({ input: match.input, state: STATE, main }) };
}

const variablesOf = (address: string): unknown => {
  const { route, context } = at(address);
  return route.main?.(context(null).input).variables;
};

const outcomeOf = (address: string, main: unknown): unknown => {
  const { route, context } = at(address);
  return route.outcome(context(main));
};

const CATEGORIA = {
  slug: 'relatorioAnual',
  rotulo: 'Relatório anual',
  descricao: 'Um por ano.',
  secao: { id: 3, chave: 'regularidade', nome: 'Regularidade' },
};

const list = (count: number): unknown => ({ categoria_documento_by_pk: CATEGORIA, documento: [{ total: count, documento: null }] });
const NO_CATEGORY = { categoria_documento_by_pk: null, documento: [{ total: 0, documento: null }] };

describe('the list of a category', () => {
  test('the list of a category without filters asks for its documents, newest act first, and for all its declarations', () => {
    expect(variablesOf('/lai/documentos/relatorioAnual')).toEqual({
      slug: 'relatorioAnual',
      ordem: 'recentes',
      limit: 20,
      offset: 0,
    });
  });

  test('words, years, filters and page of the address become variables of the list of a category', () => {
    const address =
      '/lai/documentos/relatorioAnual?q=Balan%C3%A7o+Anual&ano=2026&ano=2024&situacao=em_analise&mes=3&tipo=pregao&orgao=conselho_fiscal&ordem=titulo&pagina=3&por_pagina=10';
    expect(variablesOf(address)).toEqual({
      slug: 'relatorioAnual',
      palavras: 'balanco anual',
      anos: '2024,2026',
      exercicios: [2024, 2026],
      qualquerAno: false,
      situacao: 'em_analise',
      mes: 3,
      tipo: 'pregao',
      orgao: 'conselho_fiscal',
      ordem: 'titulo',
      limit: 10,
      offset: 20,
    });
  });

  test('a text that is no situation does not filter the list of a category', () => {
    expect(variablesOf('/lai/documentos/relatorioAnual?situacao=%27%3B--')).toEqual(variablesOf('/lai/documentos/relatorioAnual'));
  });

  test.each(['recentes', 'antigos', 'numero', 'titulo'])('order %s is that of the list', (ordem) => {
    expect(variablesOf(`/lai/documentos/relatorioAnual?ordem=${ordem}`)).toHaveProperty('ordem', ordem);
  });

  test('a category in another letter case is redirected permanently to its exact name, with the filters', () => {
    expect(outcomeOf('/lai/documentos/RELATORIOANUAL?ano=2024&q=a%26b&mes=5&situacao=vigente', NO_CATEGORY)).toEqual({
      kind: 'redirect',
      to: '/lai/documentos/relatorioAnual?q=a%26b&ano=2024&mes=5&situacao=vigente',
      status: 308,
    });
  });

  test.each(['desconhecida', 'relatorioAnual'])('the category %s is answered with 404 when it has no row', (slug) => {
    expect(outcomeOf(`/lai/documentos/${slug}`, NO_CATEGORY)).toEqual({ kind: 'notFound' });
  });

  test('a page number after the last page is redirected to the last page, with the filters', () => {
    expect(outcomeOf('/lai/documentos/relatorioAnual?pagina=9&orgao=conselho_fiscal', list(41))).toEqual({
      kind: 'redirect',
      to: '/lai/documentos/relatorioAnual?pagina=3&orgao=conselho_fiscal',
      status: 302,
    });
    expect(outcomeOf('/lai/documentos/relatorioAnual?pagina=3', list(41))).toEqual({ kind: 'found' });
    expect(outcomeOf('/lai/documentos/relatorioAnual', list(0))).toEqual({ kind: 'found' });
  });

  test.each([
    ['the state of the site, before its row is there', STATE, null],
    ['its row, where the state does not list it yet', EMPTY_SITE_STATE, list(1)],
  ])('is named by %s, under its section', (_source, state, main) => {
    const { route, context } = at('/lai/documentos/relatorioAnual?pagina=1&ordem=recentes&ano=2024');
    const shell = { ...context(main), state };
    expect(route.head(shell)).toEqual({ title: 'Relatório anual', description: 'Um por ano.' });
    expect(route.breadcrumb(shell)).toEqual([
      { label: 'Regularidade', to: '/lai/MenuCompleto#secao-regularidade' },
      { label: 'Relatório anual', to: null },
    ]);
  });

  test('a category without row and state still has a title and a breadcrumb', () => {
    const { route, context } = at('/lai/documentos/outra');
    expect(route.head(context(NO_CATEGORY)).title).not.toBe('');
    expect(route.breadcrumb(context(NO_CATEGORY)).at(-1)?.to).toBeNull();
  });
});

describe('the page of a document', () => {
  const ROW = {
    id: 7,
    categoria_slug: 'relatorioAnual',
    titulo: 'Relatório de 2025',
    resumo_simples: null,
    ementa: 'Contas do ano.',
    categoria: CATEGORIA,
  };
  const found = { documento_by_pk: ROW, documento_retirado: [] };
  const missing = { documento_by_pk: null, documento_retirado: [] };
  const withdrawn = (retirado_em: string | null, retirado_motivo: string | null) => ({
    documento_by_pk: null,
    documento_retirado: [{ id: 7, retirado_em, retirado_motivo }],
  });

  test('the page of a document asks for it by its number', () => {
    expect(variablesOf('/lai/documentos/relatorioAnual/7')).toEqual({ id: 7 });
  });

  test('a document is found under its own category and redirected from any other, permanently only from another letter case', () => {
    expect(outcomeOf('/lai/documentos/relatorioAnual/7', found)).toEqual({ kind: 'found' });
    expect(outcomeOf('/lai/documentos/outra/7', found)).toEqual({ kind: 'redirect', to: '/lai/documentos/relatorioAnual/7', status: 302 });
    expect(outcomeOf('/lai/documentos/RelatorioAnual/7', found)).toEqual({
      kind: 'redirect',
      to: '/lai/documentos/relatorioAnual/7',
      status: 308,
    });
  });

  test('a withdrawn document is answered with 410, day and reason, and an unknown one with 404', () => {
    const em = '2026-03-04T12:00:00+00:00';
    expect(outcomeOf('/lai/documentos/relatorioAnual/7', withdrawn(em, 'Dado pessoal'))).toEqual({
      kind: 'gone',
      withdrawal: { em, motivo: 'Dado pessoal' },
    });
    expect(outcomeOf('/lai/documentos/relatorioAnual/7', withdrawn(em, null))).toEqual({ kind: 'gone', withdrawal: null });
    expect(outcomeOf('/lai/documentos/relatorioAnual/7', missing)).toEqual({ kind: 'notFound' });
  });

  test('a document is described by its plain summary or its ementa, and a long title is shown in the small size', () => {
    const { route, context } = at('/lai/documentos/relatorioAnual/7');
    expect(route.head(context(found))).toEqual({ title: 'Relatório de 2025', description: 'Contas do ano.' });
    const long = { ...ROW, titulo: 'R'.repeat(71), resumo_simples: 'O que entrou e o que saiu.' };
    expect(route.head(context({ ...found, documento_by_pk: long }))).toMatchObject({
      size: 'pequeno',
      description: 'O que entrou e o que saiu.',
    });
    expect(route.head(context(missing)).title).not.toBe('');
  });

  test('search engines are asked to leave out acts about persons, their lists and their words, and no other document', () => {
    const indexable = (address: string, main: unknown): boolean | undefined => {
      const { route, context } = at(address);
      return route.head(context(main)).indexable;
    };
    const act = { ...found, documento_by_pk: { ...ROW, contem_dado_pessoal: true } };
    expect(indexable('/lai/documentos/relatorioAnual/7', act)).toBe(false);
    expect(indexable('/lai/documentos/relatorioAnual/7', found)).toBeUndefined();
    const listed = { ...REGULARIDADE, categorias: [{ ...REGULARIDADE.categorias[0], slug: 'portaria_aposentados', rotulo: 'Portarias' }] };
    const { route, context } = at('/lai/documentos/portaria_aposentados');
    // With and without the rows: the browser hydrates a certain page with what the server said before they were there.
    for (const main of [null, list(3)])
      expect(route.head({ ...context(main), state: { ...EMPTY_SITE_STATE, dataLai: [listed] } as SiteState }).indexable).toBe(false);
    expect(indexable('/lai/documentos/relatorioAnual', null)).toBeUndefined();
  });

  test('a purchase is found under the number of its notice, and under no other document', () => {
    const edital = { ...ROW, categoria_slug: 'publicacaoLicitacao' };
    expect(outcomeOf('/lai/processos/7', { documento_by_pk: edital, documento_retirado: [] })).toEqual({ kind: 'found' });
    expect(outcomeOf('/lai/processos/7', { documento_by_pk: ROW, documento_retirado: [] })).toEqual({ kind: 'notFound' });
    const row = { id: 7, categoria_slug: 'publicacaoLicitacao', retirado_em: null, retirado_motivo: null };
    expect(outcomeOf('/lai/processos/7', { documento_by_pk: null, documento_retirado: [row] })).toEqual({ kind: 'gone', withdrawal: null });
  });

  test('the breadcrumb of a purchase leads through the section and the list of its notice, which marks them in the menu', () => {
    const { route, context } = at('/lai/processos/7');
    const [categoria] = REGULARIDADE.categorias;
    const licitacoes = { ...REGULARIDADE, categorias: [{ ...categoria, slug: 'publicacaoLicitacao', rotulo: 'Licitações' }] };
    const edital = { documento_by_pk: { ...ROW, categoria_slug: 'publicacaoLicitacao', titulo: 'Edital 1' }, documento_retirado: [] };
    const known = { ...context(edital), state: { ...EMPTY_SITE_STATE, dataLai: [licitacoes] } as SiteState };
    expect(route.breadcrumb(known)).toEqual([
      { label: 'Regularidade', to: '/lai/MenuCompleto#secao-regularidade' },
      { label: 'Licitações', to: '/lai/documentos/publicacaoLicitacao' },
      { label: 'Processo: Edital 1', to: null },
    ]);
    expect(route.breadcrumb(context(edital))).toEqual([{ label: 'Processo: Edital 1', to: null }]);
    expect(route.breadcrumb(context(null)).at(-1)?.to).toBeNull();
  });

  test('the breadcrumb of a document has its section and its list', () => {
    const { route, context } = at('/lai/documentos/relatorioAnual/7');
    expect(route.breadcrumb(context(found))).toEqual([
      { label: 'Regularidade', to: '/lai/MenuCompleto#secao-regularidade' },
      { label: 'Relatório anual', to: '/lai/documentos/relatorioAnual' },
      { label: 'Relatório de 2025', to: null },
    ]);
  });
});

test.each(['/lai', '/lai/MenuCompleto', '/lai/documentos/relatorioAnual', '/lai/documentos/relatorioAnual/7'])(
  '%s has the layout of the section',
  (address) => {
    expect(at(address).route.layout).toBe('lai');
  },
);

test.each(['/progestao', '/progestao/painel', '/lai', '/lai/MenuCompleto'])('the breadcrumb of %s ends with the page itself', (address) => {
  const { route, context } = at(address);
  expect(route.breadcrumb(context(null)).at(-1)?.to).toBeNull();
});
