import { describe, expect, test } from 'vitest';
import { addressesOf, isInBranch, isOnPath, placeIn, placeOf } from '../../../../client/layouts/main-menu/menu-entry.ts';
import type { ItemDeMenu } from '../../../../shared/site-state/site-state.ts';

const completo: ItemDeMenu = {
  id: 2,
  area: 'principal',
  rotulo: 'Menu completo',
  descricao: null,
  icone: null,
  destino: '/lai/MenuCompleto',
  externo: false,
  filhos: [],
};

type Breadcrumb = Parameters<typeof placeOf>[0];

function placeOn(path: string, breadcrumb: Breadcrumb = [{ label: 'Página', to: null }], search = {}): ReturnType<typeof placeOf> {
  return placeOf(breadcrumb, { path, params: {}, search });
}

/** The addresses of the entries that are marked, in their order. */
function marks(entries: readonly ItemDeMenu[], page: ReturnType<typeof placeOf>): readonly unknown[] {
  const addresses = addressesOf(entries);
  const place = placeIn(addresses, page);
  return addresses.filter((address) => isOnPath(address, place));
}

test.each([
  { page: 'the page of its name', first: { label: 'Transparência', to: null }, marked: true },
  { page: 'a page in a part of one of its pages', first: { label: 'Compras', to: '/lai/MenuCompleto#secao-compras' }, marked: true },
  { page: 'a page in a part of another', first: { label: 'Compras', to: '/progestao#compras' }, marked: false },
])('a branch is marked on $page: $marked', ({ first, marked }) => {
  const branch = { rotulo: 'Transparência', destino: null, filhos: [completo] };
  const place = first.to === null ? [first] : [first, { label: 'Contratos', to: null }];
  expect(isInBranch(branch, placeOn('/lai/documentos/contratos', place))).toBe(marked);
});

test.each([
  { where: 'its own page, whatever that is called', path: '/lai/MenuCompleto', label: 'Tudo', marked: true },
  { where: 'another page of its name', path: '/paginas/menu', label: 'Menu completo', marked: false },
])('an entry is marked on $where: $marked', ({ path, label, marked }) => {
  const place = placeOn(path, [{ label, to: null }]);
  expect([marks([completo], place), isInBranch(completo, place)]).toEqual([marked ? [completo.destino] : [], marked]);
});

test('a branch is marked on a page of an entry below one of its entries', () => {
  const branch = { rotulo: 'Governo', destino: null, filhos: [{ ...completo, rotulo: 'Grupo', destino: null, filhos: [completo] }] };
  expect(isInBranch(branch, placeOn('/lai/MenuCompleto'))).toBe(true);
});

describe('an address with a query or a part of a page', () => {
  const entries = (...addresses: readonly string[]): readonly ItemDeMenu[] => addresses.map((destino) => ({ ...completo, destino }));

  test.each([
    { where: 'the page with its query', menu: ['/noticias?ano=2026'], ano: ['2026'], marked: ['/noticias?ano=2026'] },
    { where: 'the page with another query', menu: ['/noticias?ano=2026'], ano: ['2025'], marked: [] },
    { where: 'the page without a query', menu: ['/noticias?ano=2026'], marked: [] },
    { where: 'the page that has no other address in the menu', menu: ['/noticias#avisos', '/faq'], marked: ['/noticias#avisos'] },
    { where: 'the page that another entry leads to', menu: ['/noticias#avisos', '/noticias'], marked: ['/noticias'] },
    { where: 'the page whose parts two entries lead to', menu: ['/noticias#avisos', '/noticias#obras'], marked: [] },
  ])('marks $marked of $menu on $where', ({ menu, ano = [], marked }) => {
    expect(marks(entries(...menu), placeOn('/noticias', undefined, { ano }))).toEqual(marked);
  });

  test('marks the entry of the part that the page is below, and the branch of two parts on their page', () => {
    const parts = entries('/lai#licitacoes', '/lai#contratos');
    const below = placeOn('/lai/documentos/atas', [
      { label: 'Contratos', to: '/lai#contratos' },
      { label: 'Atas', to: null },
    ]);
    expect(marks(parts, below)).toEqual(['/lai#contratos']);
    const branch = { rotulo: 'Contas', destino: null, filhos: parts };
    expect(['/lai', '/faq'].map((path) => isInBranch(branch, placeOn(path)))).toEqual([true, false]);
  });
});
