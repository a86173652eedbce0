import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { PUBLIC_CALLER } from '../../../../../server/backend/backend.ts';
import type { Database, Row } from '../../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../../../server/backend/embedded/graphql/engine.ts';
import { type Metadata, PLAIN_NAMES } from '../../../../../server/backend/embedded/graphql/metadata/metadata.ts';
import { metadataOf } from './small-project.ts';

/** A database whose sessions run in `zone`, without tables unless the catalog says so. */
function emptyDatabase(zone: string, catalog = '[]'): Database {
  const answer = (text: string): Row => (text.includes('TimeZone') ? { zone } : { catalog, functions: '[]' });
  return {
    kind: 'postgres',
    query: async (text) => ({ rows: [answer(text)], rowCount: 1 }),
    script: async () => undefined,
    transaction: () => Promise.reject(new Error('not here')),
    listen: () => Promise.reject(new Error('not here')),
    probe: async () => undefined,
    close: async () => undefined,
  };
}

test.each(['UTC', 'Etc/UTC', 'GMT'])('accepts sessions in the time zone %s', async (zone) => {
  const engine = await createGraphqlEngine({
    database: emptyDatabase(zone),
    metadata: EMPTY,
  });
  expect(printSchema(engine.schemaFor('public').whole())).toContain('no_queries_available: String!');
  expect(engine.schemaFor('admin')).toBe(engine.schemaFor('admin'));
});

const EMPTY: Metadata = {
  customization: PLAIN_NAMES,
  tables: [],
  functions: [],
  inheritedRoles: [],
  introspectionDisabledFor: [],
  allowList: undefined,
};

function catalogOf(...names: readonly string[]): string {
  const column = { name: 'id', type: 'int4', sqlType: 'pg_catalog.int4', isArray: false, required: true, writable: true, comment: null };
  const table = { schema: 'public', kind: 'r', comment: null, columns: [column], events: 28, uniqueKeys: [], primaryKey: [] };
  return JSON.stringify(names.map((name) => ({ ...table, name, foreignKeys: [] })));
}

test('reports what an inherited role may not because its parents differ, where a listener is given', async () => {
  const update = (role: string, filter: string): string => `{ role: ${role}, permission: { columns: [id], filter: ${filter} } }`;
  const metadata: Metadata = {
    ...(await metadataOf({ tables: `[{ table: a, update_permissions: [${update('p', '{}')}, ${update('q', '{ id: 1 }')}] }]` })),
    inheritedRoles: [{ role: 'r', parents: ['p', 'q'], place: 'inherited_roles.yaml: [0]' }],
  };
  const conflicts: string[] = [];
  const database = emptyDatabase('UTC', catalogOf('a'));
  await createGraphqlEngine({ database, metadata, onConflict: (message) => conflicts.push(message) });
  expect(conflicts).toEqual([expect.stringContaining('the parents of "r" differ in how they may update public.a')]);
  expect((await createGraphqlEngine({ database, metadata })).schemaFor('r').whole().getMutationType()).toBeNull();
});

test('refuses tables of which one is called as a type of the other', async () => {
  const catalog = catalogOf('a', 'a_bool_exp');
  const metadata = await metadataOf({ tables: '[{ table: a }, { table: a_bool_exp }]' });
  await expect(createGraphqlEngine({ database: emptyDatabase('UTC', catalog), metadata })).rejects.toThrow(/uniquely named.*"a_bool_exp"/);
});

test.each(['America/Sao_Paulo', 'UTC+3', 'Outra/UTC'])(
  'refuses sessions in the time zone %s, whose offset every time stamp would carry',
  async (zone) => {
    await expect(createGraphqlEngine({ database: emptyDatabase(zone), metadata: EMPTY })).rejects.toThrow(`${zone}; the engine needs UTC`);
  },
);

test('passes an internal error to onFault and answers without its text', async () => {
  const faults: unknown[] = [];
  const onFault = (error: unknown): void => void faults.push(error);
  const engine = await createGraphqlEngine({
    database: emptyDatabase('UTC'),
    metadata: EMPTY,
    onFault,
  });
  const secret = new Error('secret');
  const variables = {
    get x(): never {
      throw secret;
    },
  };
  const answer = await engine.execute({ query: 'query ($x: Int) { no_queries_available }', variables }, { caller: PUBLIC_CALLER });
  expect(answer).toEqual({ kind: 'errors', errors: [{ message: 'internal error', extensions: { path: '$', code: 'unexpected' } }] });
  expect(faults).toEqual([secret]);
  const silent = await createGraphqlEngine({ database: emptyDatabase('UTC'), metadata: EMPTY });
  expect(await silent.execute({ query: 'query ($x: Int) { no_queries_available }', variables }, { caller: PUBLIC_CALLER })).toEqual(answer);
});
