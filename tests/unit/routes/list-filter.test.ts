import { describe, expect, test } from 'vitest';
import { listAddress } from '../../../shared/routes/list-address.ts';
import {
  formatResultCount,
  lastPageOutcome,
  listTextVariables,
  pageWindow,
  wordVariables,
  yearVariables,
} from '../../../shared/routes/list-filter.ts';
import type { ListQuery } from '../../../shared/routes/list-search.ts';

const query = (fields: Partial<ListQuery>): ListQuery => ({ q: '', years: [], order: 'recentes', page: 1, pageSize: 20, ...fields });

describe('variables of a list', () => {
  test('each word of a search text becomes a variable, without accents and in lower case', () => {
    expect(wordVariables('Prova de VIDA')).toEqual({ palavra1: '%prova%', palavra2: '%vida%' });
    expect(wordVariables('  ')).toEqual({});
  });

  test('a search text of many words gives at most eight variables', () => {
    expect(Object.keys(wordVariables('um dois tres quatro cinco seis sete oito nove dez onze')).at(-1)).toBe('palavra8');
  });

  test('a list without a search text filters no row', () => {
    expect(listTextVariables('vida')).toEqual({ palavra1: '%vida%', qualquerTexto: false, contarAte: 1_001 });
    expect(listTextVariables('')).toEqual({});
  });

  test('the years become one list, and without years no row is filtered', () => {
    expect(yearVariables([2024, 2026])).toEqual({ anos: [2024, 2026], qualquerAno: false });
    expect(yearVariables([])).toEqual({});
  });

  test('the page number becomes offset and limit', () => {
    expect(pageWindow(query({ page: 3, pageSize: 10 }))).toEqual({ limit: 10, offset: 20 });
  });
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
