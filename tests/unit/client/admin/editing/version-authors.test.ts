import { expect, test } from 'vitest';
import { whoMade } from '../../../../../client/admin/editing/history/version-authors.ts';

const ana = { pedida_por: 'a', autor: { nome: 'Ana' } };
const byCaio = { usuario: 'c', autor: { nome: 'Caio' } };

test.each([
  ['the save of one person', { operacao: 'UPDATE', ...byCaio, pedido: null }, 'Caio salvou'],
  ['a content that nobody approves', { operacao: 'INSERT', ...byCaio }, 'Caio criou o conteúdo'],
  ['an approval', { operacao: 'UPDATE', ...byCaio, pedido: ana }, 'Caio aprovou o que Ana enviou'],
  [
    'an approval of what a person sent whose account is gone',
    { operacao: 'UPDATE', ...byCaio, pedido: { ...ana, autor: null } },
    'Caio aprovou o que alguém que saiu enviou',
  ],
  [
    'what a person sent and published alone, when approval was switched off',
    { operacao: 'UPDATE', usuario: 'a', autor: ana.autor, pedido: ana },
    'Ana salvou',
  ],
  ['a deletion that ended a request', { operacao: 'DELETE', ...byCaio, pedido: ana }, 'Caio excluiu o conteúdo'],
  [
    'what was there before the trail',
    { operacao: null, usuario: null, autor: null, pedido: null },
    'Como estava antes da primeira mudança registrada',
  ],
] as const)('says who made the version of %s', (_what, version, words) => {
  expect(whoMade(version)).toBe(words);
});
