import { beforeEach, expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

// Rows that the public must not see: 4 is a draft, 5 lies in the future; author 4 is not active; comment 2 is not approved.
const HIDDEN = [4, 5];

/** Ways to reach a hidden row; each must answer as if the row were not in the database. */
const PATHS: readonly (readonly [path: string, query: string, expected: unknown])[] = [
  ['a list', '{ noticia(where: {id: {_in: [4, 5]}}) { id } }', { noticia: [] }],
  ['its key', '{ a: noticia_by_pk(id: 4) { id } b: noticia_by_pk(id: 5) { id } }', { a: null, b: null }],
  [
    'an aggregate',
    '{ noticia_aggregate { aggregate { count max { id publicado_em } sum { id } } } }',
    { noticia_aggregate: { aggregate: { count: 4, max: { id: 6, publicado_em: '2023-01-01T00:00:00+00:00' }, sum: { id: 12 } } } },
  ],
  ['the nodes of an aggregate', '{ noticia_aggregate(where: {id: {_in: [4, 5]}}) { nodes { id } } }', { noticia_aggregate: { nodes: [] } }],
  ['a list of a relationship', '{ autor_by_pk(id: 2) { noticias { id } } }', { autor_by_pk: { noticias: [{ id: 3 }] } }],
  [
    'an aggregate of a relationship',
    '{ autor_by_pk(id: 1) { noticias_aggregate { aggregate { count } nodes { id } } } }',
    { autor_by_pk: { noticias_aggregate: { aggregate: { count: 2 }, nodes: [{ id: 1 }, { id: 2 }] } } },
  ],
  [
    'an object relationship',
    '{ voto_by_pk(noticia_id: 1, eleitor: "6f1c1b7e-0000-4000-8000-000000000001") { noticia { id } } }',
    { voto_by_pk: { noticia: { id: 1 } } },
  ],
  ['a condition on a list relationship', '{ autor(where: {noticias: {titulo: {_in: ["Rascunho", "Futura"]}}}) { id } }', { autor: [] }],
  ['a negated condition', '{ autor(where: {_not: {noticias: {}}}) { id } }', { autor: [] }],
  ['a condition on an object relationship', '{ comentario(where: {noticia: {id: {_in: [4, 5]}}}) { id } }', { comentario: [] }],
  ['a condition on a count', '{ autor(where: {noticias_aggregate: {count: {predicate: {_gt: 2}}}}) { id } }', { autor: [] }],
  [
    'an order by count',
    '{ autor(order_by: [{noticias_aggregate: {count: desc}}, {id: asc}]) { id } }',
    { autor: [{ id: 1 }, { id: 2 }, { id: 3 }] },
  ],
  [
    'an order by a maximum',
    '{ autor(order_by: [{noticias_aggregate: {max: {publicado_em: desc_nulls_last}}}]) { id } }',
    { autor: [{ id: 3 }, { id: 2 }, { id: 1 }] },
  ],
  ['a comment of it', '{ comentario(order_by: {id: asc}) { id } }', { comentario: [{ id: 1 }, { id: 3 }, { id: 6 }] }],
  [
    'the highest comment',
    '{ comentario_aggregate { aggregate { count max { id nota } } } }',
    { comentario_aggregate: { aggregate: { count: 3, max: { id: 6, nota: 5 } } } },
  ],
];

const HIDDEN_NAMES: readonly (readonly [query: string, message: string])[] = [
  ['{ noticia { segredo } }', "field 'segredo' not found in type: 'noticia'"],
  ['{ noticia { naoexiste } }', "field 'naoexiste' not found in type: 'noticia'"],
  ['{ noticia(where: {segredo: {_eq: "s1"}}) { id } }', "field 'segredo' not found in type: 'noticia_bool_exp'"],
  ['{ noticia(order_by: {segredo: asc}) { id } }', "field 'segredo' not found in type: 'noticia_order_by'"],
  ['{ autor { email } }', "field 'email' not found in type: 'autor'"],
  ['{ autor(where: {noticias: {segredo: {_eq: "s1"}}}) { id } }', "field 'segredo' not found in type: 'noticia_bool_exp'"],
  ['{ noticia { visivel { id } } }', "field 'visivel' not found in type: 'noticia'"],
  ['{ noticia_visivel { id } }', "field 'noticia_visivel' not found in type: 'query_root'"],
  ['{ ninguem { id } }', "field 'ninguem' not found in type: 'query_root'"],
  ['{ voto { peso } }', "field 'voto' not found in type: 'query_root'"],
  ['{ larga_aggregate { aggregate { count } } }', "field 'larga_aggregate' not found in type: 'query_root'"],
  ['{ noticia { votos_aggregate { aggregate { count } } } }', "field 'votos_aggregate' not found in type: 'noticia'"],
];

const ELEITOR = { role: 'eleitor', session: { 'X-Hasura-User-Id': '6f1c1b7e-0000-4000-8000-000000000001' } };

export function permissionCases({ ask, database, restart }: Fixture): void {
  // What the metadata says is read with the catalog.
  beforeEach(() => restart());

  test.each(PATHS)('a hidden row cannot be reached by %s', async (_, query, expected) => {
    expect(await ask.data(query)).toEqual(expected);
  });

  test('the administrator sees the same rows by the same paths', async () => {
    const data = await ask.data(
      '{ noticia(where: {id: {_in: [4, 5]}}, order_by: {id: asc}) { id } autor(where: {noticias_aggregate: {count: {predicate: {_gt: 2}}}}) { id } }',
      { role: 'admin' },
    );
    expect(data).toEqual({ noticia: HIDDEN.map((id) => ({ id })), autor: [{ id: 1 }] });
  });

  test.each(HIDDEN_NAMES)('%s answers like an unknown name', async (query, message) => {
    expect(await ask.fault(query)).toMatchObject({ message, extensions: { code: 'validation-failed' } });
  });

  test('a hidden column is no value of the column enum', async () => {
    expect((await ask.fault('{ noticia(distinct_on: segredo) { id } }')).message).toMatch(
      /^expected one of the values \['id', 'titulo'.*\] for type 'noticia_select_column', but found 'segredo'$/,
    );
  });

  test('the row cap bounds every list, and a smaller limit still holds', async () => {
    const query = '{ noticia(limit: 100) { id } duas: noticia(limit: 2) { id } autor_by_pk(id: 1) { noticias(limit: 100) { id } } }';
    expect(await ask.data(query)).toMatchObject({ noticia: { length: 3 }, duas: { length: 2 }, autor_by_pk: { noticias: { length: 2 } } });
  });

  test('the row cap bounds a limit that is a variable', async () => {
    const query = 'query ($n: Int) { noticia(limit: $n) { id } }';
    for (const [n, length] of [
      [100, 3],
      [2, 2],
      [0, 0],
      [null, 3],
    ])
      expect(await ask.data(query, { variables: { n } })).toMatchObject({ noticia: { length } });
  });

  test('query_root_fields leaves only the fields it names', async () => {
    const query =
      '{ voto_by_pk(noticia_id: 1, eleitor: "6f1c1b7e-0000-4000-8000-000000000002") { peso } noticia_by_pk(id: 1) { votos(order_by: {peso: asc}) { peso } } }';
    expect(await ask.data(query)).toEqual({ voto_by_pk: { peso: 2 }, noticia_by_pk: { votos: [{ peso: 1 }, { peso: 2 }] } });
  });

  test('a session variable filters the rows', async () => {
    expect(await ask.data('{ voto(order_by: {peso: asc}) { peso } voto_aggregate { aggregate { count } } }', ELEITOR)).toEqual({
      voto: [{ peso: 1 }, { peso: 3 }],
      voto_aggregate: { aggregate: { count: 2 } },
    });
  });

  test('a list in a session variable filters the rows', async () => {
    const query = '{ voto(order_by: [{noticia_id: asc}, {peso: asc}]) { noticia_id } }';
    expect(await ask.data(query, { role: 'lista', session: { 'x-hasura-noticias': '{2,3}' } })).toEqual({ voto: [{ noticia_id: 2 }] });
    expect(await ask.data(query, { role: 'lista', session: { 'x-hasura-noticias': '{}' } })).toEqual({ voto: [] });
  });

  test('a missing session variable is answered with an error', async () => {
    expect(await ask.fault('{ voto { peso } }', { role: 'eleitor' })).toEqual({
      message: 'missing session variable: "x-hasura-user-id"',
      extensions: { path: '$', code: 'not-found' },
    });
  });

  test('_exists shows the rows of a table while another table has a row', async () => {
    const query = '{ ninguem { id } }';
    expect(await ask.data(query, { role: 'editor', session: { 'x-hasura-nome': 'Ana' } })).toEqual({ ninguem: [{ id: 1 }] });
    expect(await ask.data(query, { role: 'editor', session: { 'x-hasura-nome': 'Zoe' } })).toEqual({ ninguem: [] });
  });

  test("a column of the permission's own row is compared inside a relationship", async () => {
    expect(await ask.data('{ autor(order_by: {id: asc}) { id } }', { role: 'chefia' })).toEqual({ autor: [{ id: 1 }] });
  });

  test("a column of the permission's own row is that of the inner row where the permission holds inside a condition", async () => {
    const query = '{ noticia(where: {autor: {id: {_gt: 0}}}, order_by: {id: asc}) { id autor { id } } }';
    expect(await ask.data(query, { role: 'chefia' })).toEqual({
      noticia: [1, 2, 5].map((id) => ({ id, autor: { id: 1 } })),
    });
  });

  test('a role without columns that may aggregate counts the rows of its table', async () => {
    const session = { 'x-hasura-user-id': '6f1c1b7e-0000-4000-8000-000000000001' };
    expect(await ask.data('{ voto_aggregate { aggregate { count } nodes { __typename } } }', { role: 'contador', session })).toEqual({
      voto_aggregate: { aggregate: { count: 2 }, nodes: [{ __typename: 'voto' }, { __typename: 'voto' }] },
    });
    expect((await ask.fault('{ voto { peso } }', { role: 'contador', session })).message).toBe("field 'peso' not found in type: 'voto'");
  });

  test('a role without any permission has no queries', async () => {
    expect(await ask.fault('{ noticia { id } }', { role: 'estranho' })).toMatchObject({
      message: "field 'noticia' not found in type: 'query_root'",
    });
    expect(await ask.data('{ no_queries_available }', { role: 'estranho' })).toEqual({ no_queries_available: expect.any(String) });
  });

  test('one prepared statement shows a row from the moment it is published', async () => {
    const seeFive = (): Promise<unknown> =>
      ask.data('query Agendada($id: bigint!) { noticia_by_pk(id: $id) { id } }', { variables: { id: 5 } });
    for (let run = 0; run < 2; run += 1) expect(await seeFive()).toEqual({ noticia_by_pk: null });
    await database().query("update noticia set publicado_em = clock_timestamp() + interval '200 milliseconds' where id = 5");
    database().take();
    // A clock frozen when the statement was prepared would hide the row for ever.
    await expect.poll(seeFive).toEqual({ noticia_by_pk: { id: 5 } });
    expect(
      new Set(
        database()
          .take()
          .map(({ options }) => options.name),
      ).size,
    ).toBe(1);
    await database().query("update noticia set publicado_em = '2999-01-01T00:00:00Z' where id = 5");
    expect(await seeFive()).toEqual({ noticia_by_pk: null });
  });
}
