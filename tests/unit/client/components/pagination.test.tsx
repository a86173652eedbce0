import { describe, expect, test } from 'vitest';
import { Pagination } from '../../../../client/components/lists/pagination/pagination.tsx';
import { htmlOf } from './render.ts';

const href = (page: number): string => `/lista?pagina=${page}`;

/** The `rel` and the address of each link that has one, and the number of the page that is marked as the current one. */
function linksOf(page: number, total: number): { readonly rel: readonly string[]; readonly current: string | undefined } {
  const html = htmlOf(<Pagination page={page} pageSize={20} total={total} href={href} />);
  const rel = [...html.matchAll(/<a href="([^"]*)" rel="(\w+)"/g)].map(([, address, name]) => `${name} ${address}`);
  return { rel, current: /<a href="[^"]*pagina=(\d+)[^"]*" aria-current="page"/.exec(html)?.[1] };
}

describe('the links of a list of three pages', () => {
  test.each([
    [1, ['next /lista?pagina=2#resultados']],
    [2, ['prev /lista?pagina=1#resultados', 'next /lista?pagina=3#resultados']],
    [3, ['prev /lista?pagina=2#resultados']],
  ])('the links of page %i lead to the page before and the page after where there is one', (page, rel) => {
    expect(linksOf(page, 60)).toEqual({ rel, current: String(page) });
  });

  test('lead back to the last page from a page beyond it', () => {
    expect(linksOf(9, 60)).toEqual({ rel: ['prev /lista?pagina=3#resultados'], current: undefined });
  });
});

test('a list of one page has no links, whether that page is full or not', () => {
  expect([
    htmlOf(<Pagination page={1} pageSize={20} total={20} href={href} />),
    htmlOf(<Pagination page={1} pageSize={20} total={0} href={href} />),
  ]).toEqual(['', '']);
});
