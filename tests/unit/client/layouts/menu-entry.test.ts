import { expect, test } from 'vitest';
import { isInBranch } from '../../../../client/layouts/main-menu/menu-entry.ts';
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
  expect(isInBranch(branch, [first, { label: 'Contratos', to: null }])).toBe(marked);
});
