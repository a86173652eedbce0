import { existsSync, fsyncSync, readlinkSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import { DURABLE_START } from '../../../../../server/backend/embedded/database/pglite-settings.ts';
import { SyncedNodeFs } from '../../../../../server/backend/embedded/database/synced-node-fs.ts';
import { type Database, DatabaseError } from '../../../../../server/backend/embedded/database.ts';
import { emptyDirectory, emptySnapshot, memoryEngine } from '../../../../support/embedded/empty-database.ts';
import { firstCall } from './databases.ts';

// Runs for minutes: long past any limit of these tests.
const ENDLESS = 'select count(*) from generate_series(1, 100000000000) a';

let folder: string;
// Copying an empty data directory is faster than running initdb for every test.
let empty: string;
beforeAll(async () => {
  empty = await emptyDirectory();
}, 120_000);
let database: Database | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pglite-'));
});
afterEach(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(options: { readonly silentMs?: number; readonly onLost?: (reason: Error) => void } = {}): Promise<Database> {
  const directory = path.join(folder, 'banco');
  await cp(empty, directory, { recursive: true });
  database = await openPgliteDatabase({ directory, ...options });
  return database;
}

describe('the PGlite thread', () => {
  it('does not block the event loop while a statement runs', async () => {
    const { query } = await bound(open());
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await query("select count(*) from generate_series(1, 300000) a where md5(a::text) > ''");
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });

  it('is replaced when it stays silent: commits stay, queued statements run, listeners get a gap', async () => {
    const lost = firstCall<Error>();
    const gap = firstCall<void>();
    const { query, listen, script } = await bound(open({ silentMs: 4_000, onLost: lost.report }));
    const heard = firstCall<string>();
    await script('create table guardados (i int); insert into guardados values (1)');
    const leftFile = path.join(folder, 'banco/base/pgsql_tmp/pgsql_tmp42.0');
    await mkdir(path.dirname(leftFile), { recursive: true });
    await writeFile(leftFile, 'rows that a statement of the first thread had no memory for');
    await listen('canal', heard.report, gap.report);
    const hanging = query(ENDLESS).then(
      () => 'answered',
      (error: unknown) => error,
    );
    const waiting = query('select count(*)::int4 as v from guardados');
    expect(await hanging).toMatchObject({ name: 'DatabaseError', code: '08006' });
    expect((await waiting).rows).toEqual([{ v: 1 }]);
    expect((await lost.called).message).toContain('silent for 4000 ms');
    expect(existsSync(leftFile)).toBe(false);
    await gap.called;
    await query("select pg_notify('canal', 'de volta')");
    expect(await heard.called).toBe('de volta');
  }, 60_000);

  it('rejects a transaction when it is lost during it', async () => {
    const { transaction, query, script } = await bound(open());
    await script('create table guardados (i int)');
    // A limit of its own, which the start of the next thread and the last look do not have: a processor is busy until it is over.
    const work = transaction(
      async (tx) => {
        await tx.query('insert into guardados values (1)');
        await tx.query(ENDLESS);
      },
      { silentMs: 1_000 },
    );
    await expect(work).rejects.toBeInstanceOf(DatabaseError);
    expect((await query('select 1 from guardados')).rowCount).toBe(0);
  }, 60_000);

  it('rejects with the reason when it cannot start', async () => {
    const impossible = openPgliteDatabase({ directory: path.join(folder, 'falta', 'banco') });
    await expect(impossible).rejects.toThrow(/ENOENT|no such file/i);
  });

  it('runs with fsync', async () => {
    const { query } = await bound(open());
    const { rows } = await query(
      "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method, current_setting('synchronous_commit') as commit",
    );
    expect(rows).toEqual([{ fsync: 'on', method: 'fsync', commit: 'on' }]);
  });

  it.runIf(process.platform === 'linux')('has each commit synced to the write-ahead log before it answers', async () => {
    const synced: string[] = [];
    const fs = new SyncedNodeFs(path.join(folder, 'direto'), (descriptor) => {
      synced.push(readlinkSync(`/proc/self/fd/${descriptor}`));
      fsyncSync(descriptor);
    });
    const direct = await PGlite.create({ fs, startParams: [...DURABLE_START], loadDataDir: new Blob([await emptySnapshot()]) });
    try {
      await direct.exec('create table guardados (i int)');
      synced.length = 0;
      await direct.query('insert into guardados values (1)');
      expect(synced).toEqual([expect.stringContaining('/direto/pg_wal/')]);
      synced.length = 0;
      await direct.exec('checkpoint');
      expect(synced).toContainEqual(expect.stringContaining('/direto/base/'));
    } finally {
      await direct.close();
    }
  });

  it('starts from a snapshot with all of its rows', async () => {
    const first = await memoryEngine();
    await first.exec('create table levados as select 1 as i');
    const snapshot = await (await first.dumpDataDir('none')).arrayBuffer();
    await first.close();
    const copy = await openPgliteDatabase({ directory: null, snapshot });
    try {
      expect((await copy.query('select i from levados')).rows).toEqual([{ i: 1 }]);
    } finally {
      await copy.close();
    }
  });
});

/** The database with its methods bound, to be taken apart. */
async function bound(opening: Promise<Database>): Promise<Pick<Database, 'query' | 'script' | 'transaction' | 'listen'>> {
  const opened = await opening;
  return {
    query: (...given) => opened.query(...given),
    script: (text) => opened.script(text),
    transaction: (...given) => opened.transaction(...given),
    listen: (...given) => opened.listen(...given),
  };
}
