import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIST_SEARCH, type ListQuery, listQueryString, PAGE_SIZES, readListQuery } from '../../../shared/routes/list-search.ts';
import { declaredSearch } from '../../../shared/routes/match.ts';

const read = (text: string): ListQuery => readListQuery(declaredSearch(LIST_SEARCH, new URLSearchParams(text)));

describe('the state of a list screen', () => {
  test('an address without a query gives the default state of a list', () => {
    expect(read('')).toEqual({ q: '', years: [], order: 'recentes', page: 1, pageSize: 20 });
  });

  test.each(['pagina=0', 'pagina=-1', 'pagina=abc', 'pagina=1e3', 'por_pagina=7', 'ordem=pior', 'ano=12', 'ano=3024', 'q=%20%20'])(
    '%s is not read',
    (text) => {
      expect(read(text)).toEqual(read(''));
    },
  );

  test('the state of a list is read from an address as it was written into it', () => {
    const state = fc.record({
      q: fc.string({ maxLength: 100 }).map((text) => text.trim()),
      years: fc.uniqueArray(fc.integer({ min: 1900, max: 2099 }), { maxLength: 5 }).map((anos) => anos.sort((a, b) => a - b)),
      order: fc.constantFrom('recentes' as const, 'antigos' as const, 'numero' as const, 'titulo' as const),
      page: fc.integer({ min: 1, max: 2000 }),
      pageSize: fc.constantFrom(...PAGE_SIZES),
    });
    fc.assert(
      fc.property(state, (query) => {
        expect(read(listQueryString(query))).toEqual(query);
      }),
    );
  });
});
