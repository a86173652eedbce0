import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../../../../server/backend/embedded/data-directory/layout.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { openOwnDatabase } from '../../../../../server/backend/embedded/owned-database.ts';
import { DirectoryBlobs } from '../../../../../server/backend/embedded/storage/directory-blobs.ts';
import { FileStore, sha256Of } from '../../../../../server/backend/embedded/storage/file-store.ts';
import { type Child, startChild } from '../../../../support/embedded/child.ts';
import { contentOf, fileIdOf } from '../../../../support/embedded/written-rows.ts';

// Acknowledged rows after which each writer is killed: right after its start, before and after checkpoints, in the middle.
const ROUNDS = [1, 37, 81, 120, 3];

let folder: string;
let writer: Child | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'morte-'));
});
afterEach(async () => {
  await writer?.killHard();
  await rm(folder, { recursive: true, force: true });
});

/** Lets a writer acknowledge `rows` rows from `first` on and kills it; the last number that it acknowledged before it was gone. */
async function writeAndKill(first: number, rows: number): Promise<number> {
  writer = startChild('./row-writer.ts', folder, String(first));
  let last = first - 1;
  while (last < first + rows - 1) last = await nextNumber(writer);
  await writer.killHard();
  // What was printed between the last look and the kill was acknowledged too.
  for (let line = await writer.nextLine(); line !== undefined; line = await writer.nextLine()) last = Number(line);
  return last;
}

async function nextNumber(child: Child): Promise<number> {
  const line = await child.nextLine();
  if (line === undefined) throw new Error('the writer ended by itself');
  return Number(line);
}

describe('kill -9 in the middle of writes', () => {
  it('loses no acknowledged commit, over several rounds on one directory', async () => {
    const gaps = 1_000;
    const written: [number, number][] = [];
    for (const [round, rows] of ROUNDS.entries()) {
      const first = round * gaps;
      written.push([first, await writeAndKill(first, rows)]);
    }
    const directory = await openDataDirectory(folder);
    const owned = await openOwnDatabase(directory, { onLost: () => undefined, progress: () => undefined });
    const { database } = owned;
    try {
      const files = new FileStore(new DirectoryBlobs(directory.files, 'each'));
      for (const [first, last] of written) {
        const { rows } = await database.query('select n, length(texto) as size from escritos where n between $1 and $2 order by n', [
          first,
          last,
        ]);
        expect(rows).toEqual(Array.from({ length: last - first + 1 }, (_, at) => ({ n: first + at, size: (first + at) % 500 })));
        for (let n = first; n <= last; n += 5) await expectFile(database, files, n);
      }
      // Each transaction counts itself: as many as there are rows, whole or not at all.
      const { rows } = await database.query('select (select linhas from total) as counted, (select count(*)::int4 from escritos) as found');
      expect(rows[0]?.['counted']).toBe(rows[0]?.['found']);
      const scans = await database.query(`select count(*)::int4 as n from escritos where length(texto) >= 0`);
      expect(scans.rows[0]?.['n']).toBe(rows[0]?.['found']);
    } finally {
      await owned.close();
    }
  }, 120_000);

  it('keeps the directory locked while the writer lives', async () => {
    writer = startChild('./row-writer.ts', folder, '0');
    await nextNumber(writer);
    const directory = await openDataDirectory(folder);
    const second = openOwnDatabase(directory, { onLost: () => undefined, progress: () => undefined });
    await expect(second).rejects.toMatchObject({ name: 'DataDirectoryInUseError' });
  }, 60_000);
});

async function expectFile(database: Database, files: FileStore, n: number): Promise<void> {
  const id = fileIdOf(n);
  const { rows } = await database.query('select etag, size from storage.files where id = $1', [id]);
  if (rows[0] === undefined) throw new Error(`file ${n} was acknowledged and is gone`);
  const file = { id, sha256: sha256Of(String(rows[0]['etag'])), size: Number(rows[0]['size']) };
  await files.verify(file);
  expect(new Uint8Array(await buffer(files.open(file)))).toEqual(new Uint8Array(contentOf(n)));
}
