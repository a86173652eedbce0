/** The load of the demonstration on a machine so slow that one statement takes longer than the thread of PGlite may be silent. */
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

it('a failed load rejects with its own error, and nothing of it stays', async () => {
  const failing: DemonstrationLoader = async ({ database: tx }) => {
    await tx.script('create table public.carregada (i int)');
    throw new Error('the content has a fault');
  };
  await expect(settle(failing)).rejects.toThrow('the content has a fault');
  expect((await database.query("select to_regclass('public.carregada') as tabela")).rows).toEqual([{ tabela: null }]);
  expect((await database.query('select demonstracao from embutido.instalacao')).rows).toEqual([{ demonstracao: 'pendente' }]);
});
