/** What the engine reads of a database: tables, keys and functions of every schema, and the values of enum tables. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCatalog } from '../../../../../server/backend/embedded/graphql/catalog/catalog.ts';
import { loadEnumValues } from '../../../../../server/backend/embedded/graphql/model/enum-values.ts';
import { mutationMetadata } from '../../../../support/mutation-fixture/project.ts';
import { openPostgres } from './postgres-database.ts';
import type { OpenDatabase } from './suite.ts';

const SCHEMA = `
create schema outro;
create domain curto as text check (length(value) < 9);
create table a (id integer primary key, nome curto not null, dobro integer generated always as (id * 2) stored, unique (nome, id));
comment on table a is 'a primeira';
create table outro.a (de_a integer references public.a (id), "nº" bigint[]);
create view v as select id, upper(nome) as nome from a;
create function f(linha a, integer default 1) returns setof a language sql stable as 'select linha.*';
create function outro.f() returns boolean language plpgsql volatile as 'begin return true; end';
create table pais (sigla text primary key, nome text);
insert into pais values ('PT', 'Portugal'), ('BR', null);`;

let opened: OpenDatabase;

beforeAll(async () => {
  opened = await openPostgres();
  await opened.database.script(SCHEMA);
});
afterAll(() => opened.close());

test('tables and views are told apart by their schemas, with their columns and keys', async () => {
  const catalog = await loadCatalog(opened.database);
  expect(catalog.table('public', 'a')).toMatchObject({
    kind: 'r',
    comment: 'a primeira',
    columns: [
      { name: 'id', type: 'int4', required: true, writable: true },
      { name: 'nome', type: 'text', required: true, writable: true },
      { name: 'dobro', required: false, writable: false },
    ],
    primaryKey: ['id'],
    uniqueKeys: [
      { name: 'a_nome_id_key', columns: ['nome', 'id'] },
      { name: 'a_pkey', columns: ['id'] },
    ],
    foreignKeys: [],
    events: 28,
  });
  expect(catalog.table('outro', 'a')).toMatchObject({
    columns: [{ name: 'de_a' }, { name: 'nº', type: 'int8', isArray: true }],
    foreignKeys: [{ schema: 'public', table: 'a', columns: [['de_a', 'id']] }],
    primaryKey: [],
  });
  expect(catalog.table('public', 'v')).toMatchObject({ kind: 'v', columns: [{ writable: true }, { writable: false }], primaryKey: [] });
  expect(catalog.table('outro', 'v')).toBeUndefined();
});

test('functions are told apart by their schemas, with what they take and give', async () => {
  const catalog = await loadCatalog(opened.database);
  expect(catalog.functions('public', 'f')).toMatchObject([
    {
      isSet: true,
      isVolatile: false,
      table: { schema: 'public', name: 'a' },
      result: null,
      arguments: [
        { name: 'linha', table: { schema: 'public', name: 'a' }, hasDefault: false },
        { name: '', type: 'int4', table: null, hasDefault: true },
      ],
    },
  ]);
  expect(catalog.functions('outro', 'f')).toMatchObject([{ isVolatile: true, table: null, result: { type: 'bool' }, arguments: [] }]);
  expect(catalog.functions('outro', 'g')).toEqual([]);
});

test('the values of enum tables alone are read, with their comments', async () => {
  const { database } = opened;
  const catalog = await loadCatalog(database);
  const metadata = await mutationMetadata();
  const [pais, ...others] = metadata.tables;
  const values = await loadEnumValues(database, catalog, metadata);
  expect([pais?.table.name, others.length > 0, [...values.values()]]).toEqual([
    'pais',
    true,
    [
      [
        { name: 'BR', comment: null },
        { name: 'PT', comment: 'Portugal' },
      ],
    ],
  ]);
});
