import { describe, expect, it } from 'vitest';
import { pageGroups } from '../../../server/ssr/cache-groups.ts';
import { MAX_GROUPS } from '../../../shared/cache/groups.ts';

describe('the cache groups of a page', () => {
  it('name the site, the tables of the route and every row, however deep', () => {
    const results = [
      {
        noticia: {
          __typename: 'noticia',
          id: 4,
          imagem: { __typename: 'arquivo', id: 'ab-cd' },
          tags: [{ __typename: 'tag', slug: 'rh' }],
        },
      },
      { categoria: [{ __typename: 'categoria', codigo: 'leis' }] },
    ];
    expect(pageGroups(['noticia'], results)).toEqual(['site', 'noticia', 'noticia:4', 'arquivo:ab-cd', 'tag:rh', 'categoria:leis']);
  });

  it('prefer the id of a row to its other keys', () => {
    expect(pageGroups([], [{ pagina: { __typename: 'pagina', slug: 'privacidade', id: 9 } }])).toEqual(['site', 'pagina:9']);
  });

  it('leave out what has no key or no type', () => {
    expect(pageGroups([], [{ a: { __typename: 'noticia_aggregate', aggregate: { count: 3 } }, b: { id: 1 } }, null])).toEqual(['site']);
  });

  it('give way to the tables when there are too many rows', () => {
    const rows = Array.from({ length: MAX_GROUPS }, (_, id) => ({ __typename: 'documento', id }));
    expect(pageGroups(['categoria'], [{ documento: rows }])).toEqual(['site', 'categoria', 'documento']);
  });
});
