import { expect, test } from 'vitest';
import { loadReadSources } from '../../../../../server/backend/embedded/graphql/catalog/read-sources.ts';
import { DATABASE_KINDS } from '../database/databases.ts';

const SCHEMA = `
create table a (id int primary key);
create table b (id int primary key);
create table c (id int primary key);
create table d (id int, dia date) partition by range (dia);
create table d_2026 partition of d for values from ('2026-01-01') to ('2027-01-01');
create schema outro;
create table outro.e (id int primary key);
create function le_b() returns int language plpgsql stable as $$ begin return (select count(*) from b); end $$;
create function le_c() returns bigint language sql stable begin atomic select count(*) from c; end;
create function chama() returns int language sql stable as 'select le_b()';
create view v1 as select id from a;
create view v2 as select id from v1 where id > (select count(*) from outro.e);
create view v3 as select id from v2 where id < chama();
create materialized view m as select * from d;
create foreign data wrapper longe;
create server outro_servidor foreign data wrapper longe;
create foreign table f (id int) server outro_servidor;
create function gira() returns int language plpgsql stable as $$ begin return (select max(id) from a where id > gira()); end $$;`;

const named = (name: string, schema = 'public') => ({ schema, name });

test.each(DATABASE_KINDS)('the tables that a statement reads are found on $kind', async ({ open }) => {
  const { database, stop } = await open();
  await database.script(SCHEMA);
  const sourcesOf = await loadReadSources(database);
  const tables = (relations: readonly string[], functions: readonly string[] = []): readonly string[] =>
    sourcesOf({ relations: relations.map((name) => named(name)), functions: functions.map((name) => named(name)) })
      .tables.map(({ schema, name }) => `${schema}.${name}`)
      .toSorted();
  expect(tables(['a'])).toEqual(['public.a']);
  expect(tables(['v2'])).toEqual(['outro.e', 'public.a']);
  expect(tables(['v3'])).toEqual(['outro.e', 'public.a', 'public.b']);
  expect(tables([], ['le_c'])).toEqual(['public.c']);
  expect(tables(['f'], ['gira'])).toEqual(['public.a', 'public.f']);
  expect(tables(['nenhuma'], ['nenhuma'])).toEqual([]);
  expect(tables(['m'])).toEqual(['public.d', 'public.d_2026']);
  expect([...sourcesOf({ relations: [named('v2')], functions: [] }).names].toSorted()).toEqual(['a', 'e', 'v1', 'v2']);
  await stop();
});
