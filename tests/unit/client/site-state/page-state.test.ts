import { describe, expect, it } from 'vitest';
import { completeState, pageStateOf, stateOfPage } from '../../../../client/site-state/page-state.ts';
import { matchRoute } from '../../../../shared/routes/match.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE, type ItemDeMenu, type SiteState } from '../../../../shared/site-state/site-state.ts';

const ESTADO: SiteState = {
  ...EMPTY_SITE_STATE,
  demonstracao: true,
  totaisLai: { documentos: 7, categorias: 1 },
  dataMenu: [item({ id: 1, area: 'principal', filhos: [item({ id: 2 })] }), item({ id: 3, area: 'acesso_rapido' })],
  dataLai: [
    {
      chave: 'atos',
      nome: 'Atos',
      descricao: 'Tudo sobre atos.',
      icone: 'lucide:scale',
      categorias: [{ slug: 'leis', rotulo: 'Leis', descricao: 'Leis municipais.', total: 7, ultimoEm: '2026-01-02' }],
      links: [],
    },
  ],
};

function item(parte: Partial<ItemDeMenu>): ItemDeMenu {
  const base = { id: 0, area: 'principal', rotulo: 'Item', destino: '/', externo: false, filhos: [] } as const;
  return { ...base, descricao: 'Explicação', icone: 'lucide:house', ...parte };
}

describe('page state', () => {
  it('the page state has the fields that the layout shows', () => {
    expect(Object.keys(pageStateOf(ESTADO, 'default', 'ouvidoria'))).not.toContain('dataLai');
    expect(pageStateOf(ESTADO, 'lai', 'lai').dataLai).toBe(ESTADO.dataLai);
    expect(Object.keys(pageStateOf(ESTADO, 'iframe', 'admin')).toSorted()).toEqual(['demonstracao', 'fusoHorario', 'siteConfig']);
    expect(Object.keys(pageStateOf(ESTADO, 'default', null))).toContain('dataMenu');
  });

  it('the page state has further fields for a page that reads them itself', () => {
    expect(pageStateOf(ESTADO, 'default', 'inicio').totaisLai).toEqual({ documentos: 7, categorias: 1 });
  });

  it('the page state leaves out texts that the menu does not show', () => {
    const { dataMenu, dataLai } = pageStateOf(ESTADO, 'lai', 'documento');
    expect(JSON.stringify([dataMenu, dataLai])).not.toMatch(/Explicação|Tudo sobre|Leis municipais|lucide:house/);
    expect(dataMenu?.map(({ id }) => id)).toEqual([1]);
    expect(dataMenu?.[0]?.filhos.map(({ id }) => id)).toEqual([2]);
    expect(dataLai?.[0]?.categorias.map(({ slug }) => slug)).toEqual(['leis']);
  });

  it('keeps the descriptions of the categories for their lists, without the counts that change with each document', () => {
    const [secao] = pageStateOf(ESTADO, 'lai', 'documentos').dataLai ?? [];
    expect(secao?.categorias).toEqual([{ slug: 'leis', rotulo: 'Leis', descricao: 'Leis municipais.', total: 0, ultimoEm: null }]);
    expect(secao?.descricao).toBe('');
  });

  it('the page state of the home page keeps icon and description of the shortcuts', () => {
    const atalhos = pageStateOf(ESTADO, 'default', 'inicio').dataMenu?.filter(({ area }) => area === 'acesso_rapido');
    expect(atalhos).toEqual([item({ id: 3, area: 'acesso_rapido' })]);
  });

  it('a page state is completed with empty values of the fields that it leaves out', () => {
    expect(completeState(pageStateOf(ESTADO, 'default', 'ouvidoria'))).toMatchObject({
      demonstracao: true,
      dataLai: [],
      totaisLai: { documentos: 0, categorias: 0 },
    });
  });
});

describe('the breadcrumb of a page (specification section 3: caminhos, caminhosLai)', () => {
  const stateAt = (path: string, main: unknown = null): SiteState => {
    const match = matchRoute(ROUTES, path, new URLSearchParams());
    if (match.kind !== 'route') throw new Error(`${path} is no page`);
    return stateOfPage({ dataLai: ESTADO.dataLai }, { route: match.route, input: match.input, main });
  };
  const home = { rotulo: 'Início', to: '/', atual: false };

  it.each([
    ['/', [], []],
    ['/admin', [], []],
    ['/sic', [home, { rotulo: 'Serviço de Informação ao Cidadão', to: null, atual: true }], []],
    ['/lai', [], [home, { rotulo: 'Transparência', to: null, atual: true }]],
    [
      '/lai/MenuCompleto',
      [],
      [home, { rotulo: 'Transparência', to: '/lai', atual: false }, { rotulo: 'Menu completo', to: null, atual: true }],
    ],
  ])('gives the breadcrumb of %s', (path, caminhos, caminhosLai) => {
    expect(stateAt(path)).toMatchObject({ caminhos, caminhosLai });
  });

  it('the breadcrumb is not carried over to another page or to an error screen', () => {
    const { caminhos, caminhosLai } = completeState(stateAt('/lai'));
    expect([caminhos, caminhosLai]).toEqual([[], []]);
  });

  it('the breadcrumb is no part of the page state that the server sends', () => {
    for (const layout of ['default', 'lai', 'iframe'] as const) {
      expect(Object.keys(pageStateOf(stateAt('/lai'), layout, 'lai'))).not.toContain('caminhosLai');
    }
  });
});
