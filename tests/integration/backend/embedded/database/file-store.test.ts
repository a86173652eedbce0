import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPgliteDatabase } from '../../../../../server/backend/embedded/database/pglite-database.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { BlobStore, type SyncMode } from '../../../../../server/backend/embedded/storage/blob-store.ts';
import { FileBytesMissingError, FileStore } from '../../../../../server/backend/embedded/storage/file-store.ts';
import { emptySnapshot } from '../../../../support/embedded/empty-database.ts';
import { CREATE_TABLES, fileIdOf } from '../../../../support/embedded/written-rows.ts';

let database: Database;
beforeAll(async () => {
  database = await openPgliteDatabase({ directory: null, snapshot: await emptySnapshot() });
  await database.script(CREATE_TABLES);
}, 120_000);
afterAll(() => database.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arquivos-'));
});
afterEach(async () => {
  await database.script('delete from storage.files');
  await rm(folder, { recursive: true, force: true });
});

const open = (mode: SyncMode = 'each'): { readonly files: FileStore; readonly blobs: BlobStore } => {
  const blobs = new BlobStore(folder, mode);
  return { blobs, files: new FileStore(database, blobs) };
};
const ID = fileIdOf(1);
const file = (content: string, id = ID) => ({ id, name: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from(content) });
const stored = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe.each<SyncMode>(['each', 'deferred'])('the file store, syncing %s', (mode) => {
  it('returns a stored file, whole and in parts', async () => {
    const { files } = open(mode);
    const row = await files.put(file('conteúdo'));
    await files.flush();
    const sha256 = createHash('sha256').update('conteúdo').digest('hex');
    expect(row).toMatchObject({ id: ID, bucket: 'default', name: 'a.txt', mimeType: 'text/plain', size: 9, sha256, etag: `"${sha256}"` });
    expect(await files.stat(ID)).toEqual(row);
    expect(await text(files.open(row))).toBe('conteúdo');
    expect(await text(files.open(row, { start: 1, end: 3 }))).toBe('ont');
    await files.verify(row);
  });

  it('stores a stream', async () => {
    const { files } = open(mode);
    const row = await files.put({
      id: ID,
      name: 'a',
      mimeType: 'text/plain',
      bucket: 'outro',
      stream: Readable.from([Buffer.from('um '), Buffer.from('dois')]),
    });
    expect(row).toMatchObject({ bucket: 'outro', size: 7 });
    expect(await text(files.open(row))).toBe('um dois');
  });

  it('replaces a file under the same id with another etag', async () => {
    const { files } = open(mode);
    const before = await files.put(file('antes'));
    const after = await files.put(file('depois'));
    expect(after.etag).not.toBe(before.etag);
    expect(await text(files.open((await files.stat(ID)) ?? before))).toBe('depois');
  });

  it('stores equal bytes once', async () => {
    const { files } = open(mode);
    await Promise.all(Array.from({ length: 10 }, (_, n) => files.put(file('iguais', fileIdOf(n)))));
    expect(await stored()).toHaveLength(1);
  });

  it('leaves no row and no file when a stream fails', async () => {
    const { files } = open(mode);
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('meio');
        throw new Error('rede caiu');
      })(),
    );
    await expect(files.put({ id: ID, name: 'a', mimeType: 'text/plain', stream: broken })).rejects.toThrow('rede caiu');
    expect(await files.stat(ID)).toBeNull();
    expect(await stored()).toEqual([]);
  });
});

describe('the file store', () => {
  it('deletes bytes when the last row that names them is deleted', async () => {
    const { files } = open();
    await files.put(file('iguais', fileIdOf(1)));
    const kept = await files.put(file('iguais', fileIdOf(2)));
    expect(await files.remove(fileIdOf(1))).toBe(true);
    await files.verify(kept);
    expect(await files.remove(fileIdOf(2))).toBe(true);
    expect(await stored()).toEqual([]);
    expect(await files.remove(fileIdOf(2))).toBe(false);
  });

  it('keeps bytes that a new row names meanwhile', async () => {
    const { files } = open();
    await files.put(file('iguais', fileIdOf(0)));
    const puts = Array.from({ length: 20 }, (_, n) => files.put(file('iguais', fileIdOf(n + 1))));
    const removals = Array.from({ length: 10 }, (_, n) => files.remove(fileIdOf(n)));
    await Promise.all([...puts, ...removals]);
    const last = await files.stat(fileIdOf(20));
    expect(last).not.toBeNull();
    if (last !== null) await files.verify(last);
  });

  it('ends in an error when the bytes are missing or cut', async () => {
    const { files } = open();
    const row = await files.put(file('inteiro'));
    const [where] = await stored();
    await writeFile(String(where), 'int');
    await expect(files.verify(row)).rejects.toBeInstanceOf(FileBytesMissingError);
    await rm(String(where));
    await expect(files.verify(row)).rejects.toBeInstanceOf(FileBytesMissingError);
  });

  it('deletes the rest of interrupted writes, and nothing else', async () => {
    const { files, blobs } = open();
    const row = await files.put(file('fica'));
    await blobs.stage(Buffer.from('meio escrito'));
    expect(await stored()).toHaveLength(2);
    await blobs.removeTemporary();
    expect(await stored()).toHaveLength(1);
    await files.verify(row);
    await open().files.put(file('outro', fileIdOf(2)));
  });

  it('fails its probe when its folder cannot be written', async () => {
    await open().blobs.probe();
    expect(await stored()).toEqual([]);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'não é uma pasta');
    await expect(open().blobs.probe()).rejects.toThrow('ENOTDIR');
  });
});
