/** Addresses in the database: which ones the constraints accept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED_ADDRESSES, REFUSED_ADDRESSES } from '../../../support/addresses.ts';
import { column, openProjectDatabase, type ProjectDatabase } from './database.ts';

let database: ProjectDatabase;

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

  it('refuses a criterion whose address is a program', async () => {
    const update = database.query("update pntp_criterio set endereco = 'javascript:alert(1)'");
    await expect(update).rejects.toThrow('pntp_criterio_endereco_aceito');
  });

  it('accepts a field without an address', async () => {
    await database.query(`insert into banner_comunicado (titulo, link_url) values ('Sem', null), ('Vazio', '')`);
    expect(await column(database, 'select count(*)::int from banner_comunicado')).toEqual([2]);
  });
});
