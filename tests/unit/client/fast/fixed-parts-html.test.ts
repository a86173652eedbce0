import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fixedPartsOf } from '../../../../client/fast/fixed-parts-html.ts';
import { comparedByMenus, fixedPartsKey, placeKey } from '../../../../client/fast/fixed-parts-key.ts';
import { EMPTY_SITE_STATE } from '../../../../shared/site-state/site-state.ts';

const PAGINA =
  '<body><section aria-label="Acessibilidade" class="b"><p>Contraste</p></section>' +
  '<header><nav aria-label="Menu principal" class="n" data-menu=""><ul><li>Início</li></ul></nav></header>' +
  '<main><nav aria-label="Seções da transparência">do conteúdo</nav><footer id="rodape">do conteúdo</footer></main>' +
  '<footer id="rodape" class="r"><p>Rua A</p></footer></body>';

describe('the fixed parts of a page', () => {
  it('the fixed parts of a page are the inner HTML of their elements', () => {
    expect(fixedPartsOf(PAGINA, 'noticia')).toEqual({
      barra: '<p>Contraste</p>',
      menu: '<ul><li>Início</li></ul>',
      rodape: '<p>Rua A</p>',
    });
  });

  it.each([
    [
      'another order of attributes',
      (html: string) => html.replaceAll('<nav aria-label="Menu principal" class="n"', '<nav class="n" aria-label="Menu principal"'),
      'menu',
    ],
    ['single quotes', (html: string) => html.replace('"Acessibilidade"', "'Acessibilidade'"), 'barra'],
    ['no closing tag', (html: string) => html.replaceAll('</nav>', ''), 'menu'],
    ['no footer element', (html: string) => html.replaceAll('footer', 'div'), 'rodape'],
  ] as const)('are left out, and rendered, where the markup has %s', (_what, changed, name) => {
    expect(fixedPartsOf(PAGINA, 'noticia')).toHaveProperty(name);
    expect(fixedPartsOf(changed(PAGINA), 'noticia')).not.toHaveProperty(name);
  });

  it('the menu of the transparency area is the one after the content', () => {
    const pagina = PAGINA.replace('</main>', '</main><nav aria-label="Seções da transparência" class="l"><p>Seções</p></nav>');
    expect(fixedPartsOf(pagina, 'documentos')).toMatchObject({ menuLai: '<p>Seções</p>', rodape: '<p>Rua A</p>' });
  });

  it('the parts of many pages keep nothing else of the pages in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = used();
    const held = Array.from({ length: 40 }, (_, page) => fixedPartsOf(PAGINA.replace('do conteúdo', `${page}`.repeat(500_000)), 'noticia'));
    const grown = used() - before;
    expect(held.map(({ menu }) => menu)).toEqual(held.map(() => '<ul><li>Início</li></ul>'));
    expect(grown).toBeLessThan(5_000_000);
  });

  it('fixed parts are left out where the page has none', () => {
    expect(fixedPartsOf('<body><main>Só o quadro</main></body>', 'inicio')).toEqual({});
  });
});

describe('the parts of the home page itself', () => {
  const html =
    '<main><div data-fixa="atendimento" class="a"><div><div>1</div><div class="b">2</div></div><p>3</p></div><div>4</div></main>';

  it('a part of the home page ends where its element ends, whatever is inside it', () => {
    expect(fixedPartsOf(html, 'inicio')).toEqual({ atendimento: '<div><div>1</div><div class="b">2</div></div><p>3</p>' });
  });

  it('parts of the home page are not searched on other pages, whose content may be HTML of editors', () => {
    expect(fixedPartsOf(html, 'pagina')).toEqual({});
  });

  it('a part of the home page is left out where its element never ends', () => {
    expect(fixedPartsOf(html.slice(0, 60), 'inicio')).toEqual({});
  });

  it('parts of the home page make another key than pages without them have', () => {
    const chave = (id: string): string => fixedPartsKey({ id, layout: 'default' }, { label: '', addresses: [] }, new Set());
    expect(chave('inicio')).not.toBe(chave('noticia'));
    expect(chave('noticias')).toBe(chave('noticia'));
  });
});

describe('the key of a place', () => {
  const comparados = comparedByMenus({
    ...EMPTY_SITE_STATE,
    dataMenu: [
      { id: 1, area: 'principal', rotulo: 'Contas', descricao: null, icone: null, destino: null, externo: false, filhos: [] },
      { id: 2, area: 'principal', rotulo: 'Notícias', descricao: null, icone: null, destino: '/noticias', externo: false, filhos: [] },
      {
        id: 3,
        area: 'principal',
        rotulo: 'Prazos',
        descricao: null,
        icone: null,
        destino: '/faq#prazos',
        paginaInteira: '/faq',
        externo: false,
        filhos: [
          { id: 5, area: 'principal', rotulo: 'a', descricao: null, icone: null, destino: '/sic#a', externo: false, filhos: [] },
          { id: 6, area: 'principal', rotulo: 'b', descricao: null, icone: null, destino: '/sic#b', externo: false, filhos: [] },
        ],
      },
      {
        id: 4,
        area: 'principal',
        rotulo: '2026',
        descricao: null,
        icone: null,
        destino: '/comunicados?ano=2026',
        externo: false,
        filhos: [],
      },
    ],
    dataLai: [
      {
        chave: 'a',
        nome: 'Contas',
        descricao: '',
        icone: null,
        links: [],
        categorias: [{ slug: 'dair', rotulo: 'DAIR', descricao: '', total: 1, ultimoEm: null }],
      },
    ],
  });
  const chave = (...lugar: readonly { readonly label: string; readonly to: string }[]): string =>
    placeKey({ label: lugar.at(-1)?.label ?? '', addresses: lugar.map(({ to }) => to) }, comparados);
  const janeiro = { label: 'Janeiro', to: '/lai/documento/dair/1' };

  it('is the same for two pages below the same entry', () => {
    const dair = { label: 'DAIR', to: '/lai/documentos/dair' };
    expect(chave(dair, janeiro)).toBe(chave(dair, { label: 'Março', to: '/lai/documento/dair/2' }));
  });

  it.each(['/lai/documentos/dair', '/noticias', '/lai/MenuCompleto', '/faq', '/sic', '/comunicados?ano=2026'])(
    'differs for the page that an entry leads to: %s',
    (to) => {
      expect(chave({ label: 'x', to })).not.toBe(chave(janeiro));
    },
  );

  it('is the same for all queries that no entry leads to', () => {
    const comunicados = { label: 'Comunicados', to: '/comunicados' };
    expect(chave(comunicados, { ...comunicados, to: '/comunicados?ano=2025' })).toBe(chave(comunicados));
  });

  it('differs for the page that has the name of a branch', () => {
    expect(chave({ ...janeiro, label: 'Contas' })).not.toBe(chave(janeiro));
  });

  it('differs between an address and an equal label', () => {
    expect(chave({ label: 'x', to: '/noticias' })).not.toBe(chave({ label: '/noticias', to: 'x' }));
  });
});
