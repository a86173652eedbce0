import { gql } from '@apollo/client';
import { describe, expect, it } from 'vitest';
import { createCache } from '../../../../client/apollo/cache.ts';

describe('the cache', () => {
  it('the cache identifies a row by its table and its id, slug or codigo', () => {
    const cache = createCache();
    cache.writeQuery({
      query: gql`{ noticia { __typename id titulo } pagina { __typename slug titulo } categoria { __typename codigo nome } }`,
      data: {
        noticia: { __typename: 'noticia', id: 4, titulo: 'a' },
        pagina: { __typename: 'pagina', slug: 'privacidade', titulo: 'b' },
        categoria: { __typename: 'categoria', codigo: 'leis', nome: 'c' },
      },
    });
    expect(Object.keys(cache.extract()).toSorted()).toEqual([
      'ROOT_QUERY',
      'categoria:codigo:leis',
      'noticia:4',
      'pagina:slug:privacidade',
    ]);
  });

  it('the cache merges the fields that two operations ask of the same aggregate', () => {
    const cache = createCache();
    const count = gql`{ noticia_aggregate { __typename aggregate { __typename count } } }`;
    const newest = gql`{ noticia_aggregate { __typename aggregate { __typename max { __typename ano } } } }`;
    cache.writeQuery({
      query: count,
      data: { noticia_aggregate: { __typename: 'noticia_aggregate', aggregate: { __typename: 'noticia_aggregate_fields', count: 3 } } },
    });
    cache.writeQuery({
      query: newest,
      data: {
        noticia_aggregate: {
          __typename: 'noticia_aggregate',
          aggregate: { __typename: 'noticia_aggregate_fields', max: { __typename: 'noticia_max_fields', ano: 2026 } },
        },
      },
    });
    expect(cache.readQuery({ query: count })).toMatchObject({ noticia_aggregate: { aggregate: { count: 3 } } });
    expect(cache.readQuery({ query: newest })).toMatchObject({ noticia_aggregate: { aggregate: { max: { ano: 2026 } } } });
  });

  it('the cache keeps an object without a key inside its parent', () => {
    const cache = createCache();
    const query = gql`{ contagem { __typename total } }`;
    cache.writeQuery({ query, data: { contagem: { __typename: 'contagem', total: 2 } } });
    expect(cache.readQuery({ query })).toEqual({ contagem: { __typename: 'contagem', total: 2 } });
  });
});
