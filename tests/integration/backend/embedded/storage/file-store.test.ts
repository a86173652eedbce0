import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Queryable } from '../../../../../server/backend/embedded/database.ts';
import { type BlobStore, type ByteRange, FileBytesMissingError } from '../../../../../server/backend/embedded/storage/blob-store.ts';
import { removeOrphanedBlobs } from '../../../../../server/backend/embedded/storage/file-maintenance.ts';
import { sha256Of } from '../../../../../server/backend/embedded/storage/file-store.ts';
import { TestFiles } from '../../../../support/embedded/test-files.ts';
import { fileIdOf } from '../../../../support/embedded/written-rows.ts';
import { STORES, type StoreUnderTest } from './stores.ts';

const ID = fileIdOf(1);
const file = (content: string, id = ID) => ({ id, name: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from(content) });
const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

const NEVER = new AbortController().signal;

/** A damaged store: it gives the bytes of one content for any other. */
const storeThatGives = (blobs: BlobStore, sha256: string): BlobStore =>
  new Proxy(blobs, {
    get: (target, name) =>
      name === 'open' ? (_: string, range?: ByteRange) => target.open(sha256, range) : Reflect.get(target, name, target),
  });

/** A day passes for everything that is orphaned. */
const AGE = `update embutido.conteudo_solto set desde = desde - interval '25 hours'`;

describe.each(STORES)('files in $name', ({ open }) => {
  let store: StoreUnderTest;
  let files: TestFiles;
  beforeAll(async () => {
    store = await open();
    files = new TestFiles(store.database, store.blobs);
  }, 120_000);
  afterEach(async () => {
    await store.database.script('delete from storage.files');
    await store.database.script(AGE);
    await removeOrphanedBlobs(store.database, store.blobs, NEVER);
  });
  afterAll(() => store.close());

  const etagOf = async (id: string): Promise<string | null> => {
    const { rows } = await store.database.query('select etag from storage.files where id = $1', [id]);
    return rows[0] === undefined ? null : String(rows[0]['etag']);
  };
  const sweep = async (): Promise<number> => {
    await store.database.script(AGE);
    return removeOrphanedBlobs(store.database, store.blobs, NEVER);
  };

  it('have a row that names the bytes', async () => {
    const row = await files.put(file('conteúdo'));
    const sha256 = hashOf('conteúdo');
    expect(row).toEqual({ id: ID, size: 9, sha256, etag: `"${sha256}"` });
    expect(await etagOf(ID)).toBe(`"${sha256}"`);
    expect(await text(files.open(row))).toBe('conteúdo');
    expect(await text(files.open(row, { start: 1, end: 3 }))).toBe('ont');
    await files.verify(row);
  });

  it('are synced after contents were removed that no flush had synced', async () => {
    await files.put(file('antes'));
    const after = await files.put(file('depois'));
    expect(await sweep()).toBe(1);
    await store.blobs.flush();
    await files.verify(after);
  });

  it('may come as a stream', async () => {
    const stream = Readable.from([Buffer.from('um '), Buffer.from('dois')]);
    const row = await files.put({ id: ID, name: 'a', mimeType: 'text/plain', stream });
    expect(row).toMatchObject({ size: 7 });
    expect(await text(files.open(row))).toBe('um dois');
  });

  it('a file with other bytes of the same number ends in an error before the last of them', async () => {
    const wanted = await files.put(file('a'.repeat(300_000)));
    const other = await files.put(file('b'.repeat(300_000), fileIdOf(2)));
    const lying = new TestFiles(store.database, storeThatGives(store.blobs, other.sha256));
    const read: Buffer[] = [];
    const reading = async (): Promise<void> => {
      for await (const piece of lying.open(wanted)) read.push(piece as Buffer);
    };
    await expect(reading()).rejects.toThrow(FileBytesMissingError);
    expect(Buffer.concat(read).length).toBeLessThan(300_000);
    expect(await text(lying.open(wanted, { start: 0, end: 2 }))).toBe('bbb');
  });

  it('a small file with other bytes gives none of them', async () => {
    const [wanted, other] = [await files.put(file('certo')), await files.put(file('falso', fileIdOf(2)))];
    const stream = new TestFiles(store.database, storeThatGives(store.blobs, other.sha256)).open(wanted);
    await expect(once(stream, 'readable')).rejects.toThrow(FileBytesMissingError);
  });

  it('may be left before their end', async () => {
    const row = await files.put(file('a'.repeat(300_000)));
    const stream = files.open(row);
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    expect(await text(files.open(row))).toHaveLength(300_000);
  });

  it('are replaced under the same id, and the bytes of before go after a day', async () => {
    const before = await files.put(file('antes'));
    const after = await files.put(file('depois'));
    expect(after.etag).not.toBe(before.etag);
    expect(await text(files.open({ sha256: sha256Of((await etagOf(ID)) ?? '') }))).toBe('depois');
    expect(await removeOrphanedBlobs(store.database, store.blobs, NEVER)).toBe(0);
    await files.verify(before);
    expect(await sweep()).toBe(1);
    expect(await store.blobs.size(before.sha256)).toBeUndefined();
    await files.verify(after);
  });

  it('end as one of them when several are put under one id at the same time', async () => {
    const rows = await Promise.all(Array.from({ length: 8 }, (_, n) => files.put(file(`versão ${n}`))));
    const etag = await etagOf(ID);
    const last = rows.find((row) => row.etag === etag);
    if (last === undefined) throw new Error('the row names bytes that nobody put');
    expect(await sweep()).toBe(7);
    await files.verify(last);
  });

  it('leave no row when a stream fails', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('meio');
        throw new Error('rede caiu');
      })(),
    );
    await expect(files.put({ id: ID, name: 'a', mimeType: 'text/plain', stream: broken })).rejects.toThrow('rede caiu');
    expect(await etagOf(ID)).toBeNull();
    expect(await sweep()).toBe(0);
  });

  it('leave bytes that are removed after a day when the process ends between bytes and row', async () => {
    const crash: Queryable = {
      query: (sql, values, options) =>
        sql.includes('insert into storage.files')
          ? Promise.reject(new Error('fim do processo'))
          : store.database.query(sql, values, options),
      script: (sql) => store.database.script(sql),
    };
    await expect(new TestFiles(crash, store.blobs).put(file('sem linha'))).rejects.toThrow('fim do processo');
    expect(await store.blobs.size(hashOf('sem linha'))).toBe(9);
    expect(await removeOrphanedBlobs(store.database, store.blobs, NEVER)).toBe(0);
    expect(await sweep()).toBe(1);
    expect(await store.blobs.size(hashOf('sem linha'))).toBeUndefined();
  });

  it('share bytes, which go when the last row that names them is deleted, by any tool', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => files.put(file('iguais', fileIdOf(n)))));
    await store.database.query('delete from storage.files where id <> $1', [fileIdOf(3)]);
    expect(await sweep()).toBe(0);
    expect(await store.blobs.size(hashOf('iguais'))).toBe(6);
    await store.database.query('delete from storage.files');
    expect(await sweep()).toBe(1);
    expect(await store.blobs.size(hashOf('iguais'))).toBeUndefined();
  });

  it('keep bytes that a put stores again while they are being removed', async () => {
    await files.put(file('volta'));
    await store.database.query('delete from storage.files');
    await store.database.script(AGE);
    const removing = Promise.withResolvers<void>();
    const mayRemove = Promise.withResolvers<void>();
    const gated: Pick<BlobStore, 'remove' | 'removeAbandoned'> = {
      removeAbandoned: () => Promise.resolve(),
      async remove(sha256) {
        removing.resolve();
        await mayRemove.promise;
        await store.blobs.remove(sha256);
      },
    };
    const sweeping = removeOrphanedBlobs(store.database, gated, NEVER);
    await removing.promise;
    const putting = files.put(file('volta'));
    mayRemove.resolve();
    const [removed, row] = await Promise.all([sweeping, putting]);
    expect(removed).toBe(1);
    await files.verify(row);
    expect(await text(files.open(row))).toBe('volta');
  });

  it('are verified against what their row promises', async () => {
    const row = await files.put(file('inteiro'));
    await files.verify(row);
    await expect(files.verify({ ...row, size: 8 })).rejects.toThrow('should have 8 bytes in the store and has 7');
    await store.blobs.remove(row.sha256);
    await expect(files.verify(row)).rejects.toThrow('should have 7 bytes in the store and has none');
  });
});
