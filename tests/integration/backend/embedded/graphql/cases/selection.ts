import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

/** Postgres writes spaces that mean nothing; the order of the keys is what matters here. */
function compact(json: string): string {
  return JSON.stringify(JSON.parse(json));
}

export function selectionCases({ ask }: Fixture): void {
  test('answers in the order of the selection, under aliases', async () => {
    const query = '{ b: noticia_by_pk(id: 2) { titulo numero: id autor { id n: nome } } a: noticia_by_pk(id: 1) { id } }';
    expect(compact(await ask.text(query))).toBe('{"b":{"titulo":"Segunda","numero":2,"autor":{"id":1,"n":"Ana"}},"a":{"id":1}}');
  });

  test('spreads named and inline fragments, and merges what they share', async () => {
    const query = `query { noticia_by_pk(id: 1) { ...Base autor { chefe_id } ... { visitas } ... on noticia { autor { nome } } ...Base } }
      fragment Base on noticia { id autor { ...Autor } }
      fragment Autor on autor { id }`;
    expect(compact(await ask.text(query))).toBe(
      '{"noticia_by_pk":{"id":1,"autor":{"id":1,"chefe_id":null,"nome":"Ana"},"visitas":9223372036854776000}}',
    );
  });

  test('merges fields whose arguments are the same in another order', async () => {
    const query = '{ noticia(limit: 1, order_by: {id: asc}) { id } noticia(order_by: {id: asc}, limit: 1) { titulo } }';
    expect(await ask.data(query)).toEqual({ noticia: [{ id: 1, titulo: 'Primeira' }] });
  });

  test('a fragment on another type has no fields, as in Hasura', async () => {
    const query = 'query @cached(ttl: 5) { noticia_by_pk(id: 1) { id ...A ... on autor { nome } } } fragment A on autor { nome }';
    expect(compact(await ask.text(query))).toBe('{"noticia_by_pk":{"id":1}}');
  });

  test('__typename is answered at every level', async () => {
    const query = '{ __typename noticia_by_pk(id: 3) { __typename t: __typename autor { __typename } comentarios { __typename } } }';
    expect(compact(await ask.text(query))).toBe(
      '{"__typename":"query_root","noticia_by_pk":{"__typename":"noticia","t":"noticia","autor":{"__typename":"autor"},"comentarios":[]}}',
    );
  });

  test('a table with a custom name has it in types and fields', async () => {
    expect(await ask.data('{ pecas { __typename id nome } }')).toEqual({ pecas: [{ __typename: 'peca', id: 1, nome: 'peça' }] });
  });

  test.each([
    [true, true, { id: 1 }],
    [true, false, { id: 1, titulo: 'Primeira' }],
    [false, true, {}],
    [false, false, { titulo: 'Primeira' }],
  ])('@include(if: %s) and @skip(if: %s)', async (incluir, pular, row) => {
    const query = `query ($incluir: Boolean!, $pular: Boolean = false) {
      noticia_by_pk(id: 1) { __typename id @include(if: $incluir) ... @skip(if: $pular) { titulo } }
    }`;
    const data = await ask.data(query, { variables: { incluir, pular } });
    expect(data).toEqual({ noticia_by_pk: { __typename: 'noticia', ...row } });
  });

  test('a root field may be left out', async () => {
    expect(await ask.data('{ noticia @skip(if: true) { id } __typename }')).toEqual({ __typename: 'query_root' });
    expect(await ask.data('{ noticia @skip(if: true) { id } }')).toEqual({});
  });

  test('an object relationship by a key that is not unique answers one of its rows', async () => {
    const query = '{ noticia(where: {id: {_lt: 4}}, order_by: {id: asc}) { algum_comentario { noticia_id } } }';
    expect(await ask.data(query, { role: 'admin' })).toEqual({
      noticia: [1, 2, null].map((id) => ({ algum_comentario: id === null ? null : { noticia_id: id } })),
    });
  });

  test('a missing row answers null, a list without rows is empty', async () => {
    expect(await ask.data('{ noticia_by_pk(id: 99) { id } noticia(where: {id: {_eq: 99}}) { id } }')).toEqual({
      noticia_by_pk: null,
      noticia: [],
    });
  });

  test('views without a primary key have no by_pk field', async () => {
    expect(await ask.data('{ autor_resumo(order_by: {autor_id: asc}) { total autor { nome } } }')).toEqual({
      autor_resumo: [
        { total: 3, autor: { nome: 'Ana' } },
        { total: 1, autor: { nome: 'Bruno' } },
        { total: 1, autor: { nome: 'Célia' } },
      ],
    });
    expect((await ask.fault('{ autor_resumo_by_pk(autor_id: 1) { total } }')).message).toBe(
      "field 'autor_resumo_by_pk' not found in type: 'query_root'",
    );
  });

  test('operationName selects one of several operations', async () => {
    const query = 'query A { noticia_by_pk(id: 1) { id } } query B { noticia_by_pk(id: 2) { id } }';
    expect(await ask.data(query, { operationName: 'A' })).toEqual({ noticia_by_pk: { id: 1 } });
    expect(await ask.data(query, { operationName: 'B' })).toEqual({ noticia_by_pk: { id: 2 } });
    const named = 'query { noticia_by_pk(id: 1) { id } } query B { noticia_by_pk(id: 2) { id } }';
    expect(await ask.data(named, { operationName: 'B' })).toEqual({ noticia_by_pk: { id: 2 } });
    expect(await ask.data('{ __typename }', { operationName: '' })).toEqual({ __typename: 'query_root' });
  });
}
