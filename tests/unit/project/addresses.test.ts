/** Addresses in the database: which ones the constraints accept, and what the migration makes of rows that are older than the rule. */
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openPgliteDatabase } from '../../../server/backend/embedded/database/pglite-database.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { ACCEPTED_ADDRESSES, REFUSED_ADDRESSES } from '../../support/addresses.ts';
import { emptySnapshot } from '../../support/embedded/empty-database.ts';
import { column, openProjectDatabase, PROJECT } from './database.ts';

let database: PGlite;

beforeAll(async () => {
  database = await openProjectDatabase();
});
afterAll(() => database.close());

describe('the database', () => {
  it.each([
    ...ACCEPTED_ADDRESSES.map((address) => [address, true] as const),
    ...REFUSED_ADDRESSES.map((address) => [address, false] as const),
  ])('judges %j as the pages do: %s', async (address, accepted) => {
    const { rows } = await database.query<{ readonly accepted: boolean }>('select public.endereco_aceito($1) as accepted', [address]);
    expect(rows).toEqual([{ accepted }]);
  });

  it('checks every column of an address', async () => {
    const unchecked = await column(
      database,
      `select c.table_name || '.' || c.column_name
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
          and c.column_name ~ '(^|_)url(_|$)|^(destino|image_header.*|logo|favicon|imagem_social)$'
          and not exists (
            select 1 from pg_constraint k
            where k.conname = c.table_name || '_' || c.column_name || '_aceito' and pg_get_constraintdef(k.oid) like '%endereco_aceito(' || c.column_name || ')%'
          )`,
    );
    expect(unchecked).toEqual([]);
  });

  it.each([
    ['javascript:alert(1)', 'banner_comunicado_link_url_aceito'],
    ['//outro.example', 'banner_comunicado_link_url_aceito'],
  ])('refuses a banner that leads to %s', async (address, constraint) => {
    const insert = database.query('insert into banner_comunicado (titulo, link_url) values ($1, $2)', ['Aviso', address]);
    await expect(insert).rejects.toThrow(constraint);
  });

  it('accepts a field without an address', async () => {
    await database.query(`insert into banner_comunicado (titulo, link_url) values ('Sem', null), ('Vazio', '')`);
    expect(await column(database, 'select count(*)::int from banner_comunicado')).toEqual([2]);
  });
});

test('the migration keeps older rows: a host without its scheme becomes https, another address waits for its next change', async () => {
  const migrations = await readMigrations(await openProject(PROJECT), path.join(PROJECT, 'bootstrap'));
  const at = migrations.findIndex(({ name }) => name.endsWith('enderecos_aceitos'));
  const old = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  try {
    await migrate(old, migrations.slice(0, at));
    await old.query(
      `insert into public.banner_comunicado (titulo, link_url) values ('1', '//outro.example/a'), ('2', 'www.gov.br'), ('3', 'file:///c:/edital'), ('4', '/lai')`,
    );
    await migrate(old, migrations.slice(0, at + 1));
    const { rows } = await old.query('select link_url from public.banner_comunicado order by titulo');
    expect(rows.map(({ link_url }) => link_url)).toEqual(['https://outro.example/a', 'https://www.gov.br', 'file:///c:/edital', '/lai']);
    await expect(old.query(`update public.banner_comunicado set titulo = 'x' where titulo = '3'`)).rejects.toThrow('link_url_aceito');
    await old.query(`update public.banner_comunicado set titulo = 'x', link_url = null where titulo = '3'`);
  } finally {
    await old.close();
  }
});
