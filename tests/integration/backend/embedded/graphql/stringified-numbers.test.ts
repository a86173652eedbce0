/** Numbers that a JavaScript number cannot hold, answered as texts. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../../server/backend/embedded/graphql/engine.ts';
import { graphqlClient } from '../../../../support/graphql-fixture/graphql-client.ts';
import { fixtureMetadata, installFixture } from '../../../../support/graphql-fixture/project.ts';
import { openPostgres } from './postgres-database.ts';
import type { OpenDatabase } from './suite.ts';

let opened: OpenDatabase;
let engine: GraphqlEngine;
const ask = graphqlClient(() => engine);
const ADMIN = { role: 'admin' };

beforeAll(async () => {
  opened = await openPostgres();
  await installFixture(opened.database);
});
beforeEach(async () => {
  engine = await createGraphqlEngine({ database: opened.database, metadata: await fixtureMetadata(), stringifiesNumerics: true });
});
afterAll(() => opened.close());

test('bigint, numeric and double precision are texts, other numbers are numbers', async () => {
  const query = '{ amostra(where: {inteiro: {_gt: 0}}) { pequeno inteiro grande decimal_ simples duplo inteiros grandes } }';
  expect(await ask.data(query, ADMIN)).toEqual({
    amostra: [
      {
        pequeno: 32767,
        inteiro: 2147483647,
        grande: '9223372036854775807',
        decimal_: '123456789012345678901234567890.10',
        simples: 1.5,
        duplo: '1e+300',
        inteiros: [1, 2],
        grandes: ['1', '9223372036854775807'],
      },
    ],
  });
});

test('aggregates of such columns are texts, counts and those of other columns are not', async () => {
  const query = '{ noticia_aggregate { aggregate { count sum { visitas nota autor_id } avg { nota autor_id } max { id } } } }';
  expect(await ask.data(query, ADMIN)).toEqual({
    noticia_aggregate: {
      aggregate: {
        count: 6,
        sum: { visitas: '9223372036854775939', nota: '32.25', autor_id: 10 },
        avg: { nota: '6.4500000000000000', autor_id: expect.closeTo(1.6667, 3) },
        max: { id: '6' },
      },
    },
  });
});

test('texts of numbers are taken as arguments, and rows are ordered as numbers', async () => {
  const query = 'query ($v: bigint) { noticia(where: {visitas: {_lte: $v}}, order_by: {visitas: asc}) { visitas } }';
  expect(await ask.data(query, { ...ADMIN, variables: { v: '100' } })).toEqual({
    noticia: ['5', '7', '20', '100'].map((visitas) => ({ visitas })),
  });
  expect(await ask.data('{ noticia_by_pk(id: "2") { id autor_id } }', ADMIN)).toEqual({ noticia_by_pk: { id: '2', autor_id: 1 } });
});
