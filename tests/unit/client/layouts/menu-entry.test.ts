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

test.each([
  { page: 'the page of its name', first: { label: 'Transparência', to: null }, marked: true },
  { page: 'a page in a part of one of its pages', first: { label: 'Compras', to: '/lai/MenuCompleto#secao-compras' }, marked: true },
  { page: 'a page in a part of another', first: { label: 'Compras', to: '/progestao#compras' }, marked: false },
])('a branch is marked on $page: $marked', ({ first, marked }) => {
  const branch = { rotulo: 'Transparência', destino: null, filhos: [completo] };
  const place = first.to === null ? [first] : [first, { label: 'Contratos', to: null }];
  expect(isInBranch(branch, placeOf(place, '/lai/documentos/contratos'))).toBe(marked);
});

test.each([
  { where: 'its own page, whatever that is called', path: '/lai/MenuCompleto', label: 'Tudo', marked: true },
  { where: 'another page of its name', path: '/paginas/menu', label: 'Menu completo', marked: false },
])('an entry is marked on $where: $marked', ({ path, label, marked }) => {
  const place = placeOf([{ label, to: null }], path);
  expect([isOnPath(completo, place), isInBranch(completo, place)]).toEqual([marked, marked]);
});

test('a branch is marked on a page of an entry below one of its entries', () => {
  const branch = { rotulo: 'Governo', destino: null, filhos: [{ ...completo, rotulo: 'Grupo', destino: null, filhos: [completo] }] };
  expect(isInBranch(branch, placeOf([{ label: 'Tudo', to: null }], '/lai/MenuCompleto'))).toBe(true);
});
