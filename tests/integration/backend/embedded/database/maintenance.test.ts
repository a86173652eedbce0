import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkpointIfGrown } from '../../../../../server/backend/embedded/database/maintenance.ts';
import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';

test('keeps the write-ahead log of a database in process from growing with everything that is written', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'wal-'));
  const directory = path.join(root, 'banco');
  const database = await openPgliteDatabase({ directory });
  const segments = async (): Promise<number> =>
    (await readdir(path.join(directory, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  const write = (): Promise<void> =>
    database.script('insert into texto select repeat(md5(n::text), 200) from generate_series(1, 25000) as n; truncate texto');
  try {
    await database.script('create table texto (valor text); alter table texto alter column valor set storage external');
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
