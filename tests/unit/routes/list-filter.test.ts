import { describe, expect, test } from 'vitest';
import { listAddress } from '../../../shared/routes/list-address.ts';
import {
  formatResultCount,
  isTooShort,
  lastPageOutcome,
  listTotal,
  pageWindow,
  patternVariables,
  wordVariables,
  yearVariables,
} from '../../../shared/routes/list-filter.ts';
import type { ListQuery } from '../../../shared/routes/list-search.ts';

const query = (fields: Partial<ListQuery>): ListQuery => ({ q: '', years: [], order: 'recentes', page: 1, pageSize: 20, ...fields });

describe('variables of a list', () => {
  test('the words of the text become one variable, folded', () => {
    expect(wordVariables('Prova de VIDA')).toEqual({ palavras: 'prova vida' });
    expect(wordVariables('  ')).toEqual({});
    expect(wordVariables('ata nº 3 -Extraordinária')).toEqual({ palavras: 'ata 3 -extraordinaria' });
    expect(wordVariables('Ata “Férias \u0000 de  Escala” "" de 2026')).toEqual({ palavras: 'ata 2026 "ferias de escala"' });
  });

  test('every word becomes a pattern of its own, folded', () => {
    expect(patternVariables('Prova de VIDA')).toEqual({ palavra1: '%prova%', palavra2: '%vida%' });
    expect(patternVariables('  ')).toEqual({});
  });

  test('a text of many words gives at most eight patterns', () => {
    expect(Object.keys(patternVariables('um dois tres quatro cinco seis sete oito nove dez onze')).at(-1)).toBe('palavra8');
  });

  test('every item of a list holds its total; a list without items has none', () => {
    expect(listTotal([{ total: 7 }, { total: 7 }])).toBe(7);
    expect(listTotal([])).toBe(0);
  });

  test('years are one text, and none leaves every year in', () => {
    expect(yearVariables([2024, 2026])).toEqual({ anos: '2024,2026' });
    expect(yearVariables([])).toEqual({});
  });

  test('the page number becomes offset and limit', () => {
    expect(pageWindow(query({ page: 3, pageSize: 10 }))).toEqual({ limit: 10, offset: 20 });
  });
});

test.each([
  ['', false],
  ['a', true],
  ['de', true],
  ['  . ', true],
  ['a de b', true],
  ['CI', false],
  ['nº 3', false],
  ['de lei', false],
])('the text %j is too short to search a list by: %s', (q, expected) => {
  expect(isTooShort(q)).toBe(expected);
});

describe('the page after the last one', () => {
  test.each([
    [1, 0, null],
    [1, 20, null],
    [2, 20, '/lista'],
    [2, 21, null],
    [9, 45, '/lista?pagina=3'],
  ])('page %i of %i rows', (pagina, total, to) => {
    const outcome = lastPageOutcome(query({ page: pagina }), { path: '/lista', total });
    expect(outcome).toEqual(to === null ? { kind: 'found' } : { kind: 'redirect', to, status: 302 });
  });

  test('the redirect to the last page of a list keeps every filter', () => {
    const outcome = lastPageOutcome(query({ page: 7, q: 'crp', years: [2025, 2026] }), {
      path: '/lista',
      total: 30,
      extras: { tipo: 'prazo' },
    });
    expect(outcome).toEqual({ kind: 'redirect', to: '/lista?q=crp&ano=2025&ano=2026&pagina=2&tipo=prazo', status: 302 });
  });
});

test.each([
  [1, '1 documento'],
  [1_000, '1.000 documentos'],
  [1_001, 'mais de 1.000 documentos'],
])('a count of %i results reads "%s"', (count, text) => {
  expect(formatResultCount(count, { one: 'documento', many: 'documentos' })).toBe(text);
});

test('a list without filters has the plain path as its address', () => {
  expect(listAddress(query({}), '/lista', { tipo: '' })).toBe('/lista');
});
