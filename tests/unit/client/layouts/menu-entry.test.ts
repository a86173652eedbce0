import { expect, test } from 'vitest';
import { isInBranch, isOnPath, placeOf } from '../../../../client/layouts/main-menu/menu-entry.ts';
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
  expect([isOnPath(completo, place), isInBranch(completo, place)]).toEqual([marked, marked]);
});

test('a branch is marked on a page of an entry below one of its entries', () => {
  const branch = { rotulo: 'Governo', destino: null, filhos: [{ ...completo, rotulo: 'Grupo', destino: null, filhos: [completo] }] };
  expect(isInBranch(branch, placeOn('/lai/MenuCompleto'))).toBe(true);
});

test.each([
  { destino: '/noticias?ano=2026', ano: ['2026'], marked: true },
  { destino: '/noticias?ano=2026', ano: ['2025'], marked: false },
  { destino: '/noticias?ano=2026', ano: [], marked: false },
  { destino: '/noticias', ano: ['2025'], marked: true },
  { destino: '/noticias#avisos', paginaInteira: '/noticias', ano: [], marked: true },
])(
  'an entry that leads to $destino, of the page $paginaInteira, is marked on the list of $ano: $marked',
  ({ ano, marked, ...addresses }) => {
    const entry = { ...completo, ...addresses };
    const place = placeOn('/noticias', undefined, { ano });
    expect([isOnPath(entry, place), isInBranch({ ...completo, destino: null, filhos: [entry] }, place)]).toEqual([marked, marked]);
  },
);

test('the entry of the part that a page is below is marked', () => {
  const below = placeOn('/lai/documentos/atas', [
    { label: 'Contratos', to: '/lai#contratos' },
    { label: 'Atas', to: null },
  ]);
  expect(isOnPath({ destino: '/lai#contratos', paginaInteira: '/lai' }, below)).toBe(true);
});

test.each([
  { path: '/lai', marked: true },
  { path: '/faq', marked: false },
])('a branch of several parts of one page, of which none is marked, is marked on $path: $marked', ({ path, marked }) => {
  const parts = ['/lai#licitacoes', '/lai#contratos'].map((destino) => ({ ...completo, destino }));
  expect(isInBranch({ rotulo: 'Contas', destino: null, filhos: parts }, placeOn(path))).toBe(marked);
  expect(parts.filter((part) => isOnPath(part, placeOn(path)))).toEqual([]);
});

test('of two branches with parts of one page, only that with the part that a page is below is marked', () => {
  const below = placeOn('/lai/documentos/atas', [
    { label: 'Contratos', to: '/lai#contratos' },
    { label: 'Atas', to: null },
  ]);
  const branch = (destino: string): Parameters<typeof isInBranch>[0] => ({
    rotulo: 'Contas',
    destino: null,
    filhos: [{ ...completo, destino }],
  });
  expect(['/lai#licitacoes', '/lai#contratos'].map((destino) => isInBranch(branch(destino), below))).toEqual([false, true]);
});
