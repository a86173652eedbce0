import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkpointIfGrown, vacuumWorn } from '../../../../../server/backend/embedded/database/maintenance.ts';
import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import { emptySnapshot, putEmptyDatabase } from '../../../../support/embedded/empty-database.ts';

test('the write-ahead log of a database in process does not grow with everything that is written', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'wal-'));
  const directory = path.join(root, 'banco');
  await putEmptyDatabase(directory);
  const database = await openPgliteDatabase({ directory });
  const segments = async (): Promise<number> =>
    (await readdir(path.join(directory, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  // Of all that is written to the log, bytes of a message cost the least.
  const write = (): Promise<unknown> =>
    database.query("select pg_logical_emit_message(false, '', repeat('x', 1000000)) from generate_series(1, 160)");
  try {
    expect(await checkpointIfGrown(database)).toBe(false);
    await write();
    const unchecked = await segments();
    expect(unchecked).toBeGreaterThan(8);
    expect(await checkpointIfGrown(database)).toBe(true);
    expect(await checkpointIfGrown(database)).toBe(false);
    await write();
    await checkpointIfGrown(database);
    expect(await segments()).toBeLessThan(unchecked);
  } finally {
    await database.close();
    await rm(root, { recursive: true });
  }
});

test('vacuums and analyzes a table of a database in process once enough of it has changed', async () => {
  const database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  const dead = async (): Promise<unknown> => {
    const { rows } = await database.query("select n_dead_tup::int as n from pg_stat_user_tables where relname = 'linha'");
    return rows[0]?.['n'];
  };
  const flush = (): Promise<unknown> => database.query('select pg_stat_force_next_flush()');
  try {
    await database.script('create table linha (id int primary key, valor int); create table parada (id int)');
    await database.script('insert into linha select n, n from generate_series(1, 1000) as n; insert into parada values (1)');
    await flush();
    expect(await vacuumWorn(database)).toEqual(['public.linha']);
    expect(await vacuumWorn(database)).toEqual([]);
    const { rows } = await database.query("select reltuples::int as rows from pg_class where relname = 'linha'");
    expect(rows).toEqual([{ rows: 1000 }]);
    await database.script('update linha set valor = 0 where id <= 100');
    await flush();
    expect(await vacuumWorn(database)).toEqual([]);
    await database.script('update linha set valor = 1 where id <= 200');
    await flush();
    expect(await dead()).toBeGreaterThan(0);
    expect(await vacuumWorn(database)).toEqual(['public.linha']);
    await flush();
    expect(await dead()).toBe(0);
  } finally {
    await database.close();
  }
});
