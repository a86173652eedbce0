/** The load of the demonstration, on a machine so slow that one statement takes longer than the thread of PGlite may be silent. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { type DemonstrationLoader, settleDemonstration } from '../../../../../server/backend/embedded/demonstration/demonstration.ts';
import { createInstallation } from '../../../../../server/backend/embedded/migrations/installation.ts';
import type { BlobStore } from '../../../../../server/backend/embedded/storage/blob-store.ts';
import { BulkFiles } from '../../../../../server/backend/embedded/storage/bulk-files.ts';
import { emptySnapshot } from '../../../../support/embedded/empty-database.ts';

let database: Database;
beforeEach(async () => {
  database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot(), silentMs: 1_500 });
  await createInstallation(database);
});
afterEach(() => database.close());

const NO_BLOBS = { flush: () => Promise.resolve() } as BlobStore;

function settle(loader: DemonstrationLoader): Promise<boolean> {
  const { signal } = new AbortController();
  return settleDemonstration(database, {
    choice: true,
    onServer: false,
    recorded: undefined,
    loader,
    filesFor: (tx) => new BulkFiles(tx, NO_BLOBS),
    progress: () => undefined,
    signal,
  });
}

it('ends, and is recorded', async () => {
  const slow: DemonstrationLoader = ({ database: tx }) => tx.script('create table public.carregada (i int); select pg_sleep(3)');
  expect(await settle(slow)).toBe(true);
  expect((await database.query('select demonstracao from embutido.instalacao')).rows).toEqual([{ demonstracao: 'carregada' }]);
  expect((await database.query('select count(*)::integer as n from public.carregada')).rows).toEqual([{ n: 0 }]);
});

it('makes the GIN indexes of all rows at the end, as they were', async () => {
  const indexes = async (of: Pick<Database, 'query'>): Promise<unknown> =>
    (await of.query("select indexdef from pg_indexes where tablename = 'Lista' order by indexdef")).rows;
  await database.script(`create table public."Lista" (id int primary key, itens int[]);
    create index "Por item" on public."Lista" using gin (itens) with (fastupdate = off) where id > 0`);
  const before = await indexes(database);
  const during: unknown[] = [];
  await settle(async ({ database: tx }) => void during.push(await indexes(tx)));
  expect(during).toEqual([[expect.objectContaining({ indexdef: expect.stringContaining('btree') as unknown })]]);
  expect(await indexes(database)).toEqual(before);
});

it('a failed load rejects with its own error, and nothing of it stays', async () => {
  const failing: DemonstrationLoader = async ({ database: tx }) => {
    await tx.script('create table public.carregada (i int)');
    throw new Error('the content has a fault');
  };
  await expect(settle(failing)).rejects.toThrow('the content has a fault');
  expect((await database.query("select to_regclass('public.carregada') as tabela")).rows).toEqual([{ tabela: null }]);
  expect((await database.query('select demonstracao from embutido.instalacao')).rows).toEqual([{ demonstracao: 'pendente' }]);
});
