import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../../../../server/backend/embedded/storage/blob-store.ts';
import { STORES, type StoreUnderTest } from './stores.ts';

/** Several pieces of a store that keeps pieces, and the last one not full. */
const LARGE = randomBytes(1_000_003);

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** In chunks as they come from a socket. */
const streamed = (bytes: Buffer): Readable =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / 60_000) }, (_, n) => bytes.subarray(n * 60_000, (n + 1) * 60_000)));

async function put(blobs: BlobStore, content: Buffer | Readable): Promise<string> {
  const staged = await blobs.stage(content);
  await staged.keep();
  return staged.sha256;
}

describe.each(STORES)('the store of files in $name', ({ open }) => {
  let store: StoreUnderTest;
  beforeAll(async () => {
    store = await open();
  }, 120_000);
  afterAll(() => store.close());

  it.each([0, 1, 262_144, 262_145, LARGE.length])('returns a content of %i bytes', async (length) => {
    const bytes = LARGE.subarray(0, length);
    const staged = await store.blobs.stage(bytes);
    expect(staged).toMatchObject({ sha256: sha256Of(bytes), size: length });
    await staged.keep();
    expect(await store.blobs.size(staged.sha256)).toBe(length);
    expect((await buffer(store.blobs.open(staged.sha256))).equals(bytes)).toBe(true);
  });

  it('stores a stream under the hash of its bytes', async () => {
    const bytes = Buffer.concat([LARGE, Buffer.from('outro')]);
    expect(await put(store.blobs, streamed(bytes))).toBe(sha256Of(bytes));
    expect((await buffer(store.blobs.open(sha256Of(bytes)))).equals(bytes)).toBe(true);
  });

  it.each([
    [0, 0],
    [262_143, 262_144],
    [100, 999_999],
    [524_288, 524_300],
    [1_000_002, 1_000_002],
  ])('returns the bytes from %i to %i', async (start, end) => {
    const sha256 = await put(store.blobs, LARGE);
    expect((await buffer(store.blobs.open(sha256, { start, end }))).equals(LARGE.subarray(start, end + 1))).toBe(true);
  });

  it('knows no size of a content that is missing, and its stream ends in an error', async () => {
    const missing = sha256Of(Buffer.from('nunca guardado'));
    expect(await store.blobs.size(missing)).toBeUndefined();
    await expect(buffer(store.blobs.open(missing))).rejects.toThrow(/ENOENT|holds no content/);
  });

  it('refuses a name that is no hash', async () => {
    await expect(store.blobs.size('../../etc/passwd')).rejects.toThrow('not a SHA-256');
  });

  it('has no content before it is kept, and none when it is discarded', async () => {
    const staged = await store.blobs.stage(Buffer.from('descartado'));
    expect(await store.blobs.size(staged.sha256)).toBeUndefined();
    await staged.discard();
    expect(await store.blobs.size(staged.sha256)).toBeUndefined();
  });

  it('keeps nothing of a stream that fails', async () => {
    const broken = Readable.from(
      (function* () {
        yield LARGE.subarray(0, 700_000);
        throw new Error('rede caiu');
      })(),
    );
    await expect(store.blobs.stage(broken)).rejects.toThrow('rede caiu');
    expect(await store.blobs.size(sha256Of(LARGE.subarray(0, 700_000)))).toBeUndefined();
  });

  it.each([LARGE.length, 1_000])('stores the same %i bytes once when several put them at the same time', async (length) => {
    const bytes = Buffer.concat([LARGE.subarray(0, length), Buffer.from('iguais')]);
    const names = await Promise.all(Array.from({ length: 6 }, () => put(store.blobs, streamed(bytes))));
    expect(new Set(names)).toEqual(new Set([sha256Of(bytes)]));
    expect((await buffer(store.blobs.open(sha256Of(bytes)))).equals(bytes)).toBe(true);
    await store.blobs.remove(sha256Of(bytes));
    expect(await store.blobs.size(sha256Of(bytes))).toBeUndefined();
  });

  it('deletes a content, and can be asked to twice', async () => {
    const sha256 = await put(store.blobs, Buffer.from('apagado'));
    await store.blobs.remove(sha256);
    await store.blobs.remove(sha256);
    expect(await store.blobs.size(sha256)).toBeUndefined();
    expect(await put(store.blobs, Buffer.from('apagado'))).toBe(sha256);
    expect(await store.blobs.size(sha256)).toBe(7);
  });

  it('serves others after readers that leave in the middle', async () => {
    const sha256 = await put(store.blobs, LARGE);
    for (let reader = 0; reader < 20; reader += 1) {
      const stream = store.blobs.open(sha256);
      if (reader % 2 === 0) await once(stream, 'readable');
      stream.destroy();
      await once(stream, 'close');
    }
    expect((await buffer(store.blobs.open(sha256))).equals(LARGE)).toBe(true);
  });

  it('keeps the rests of today, which a put may still be writing', async () => {
    const staged = await store.blobs.stage(streamed(LARGE.subarray(0, 300_000)));
    await store.blobs.removeAbandoned();
    await staged.keep();
    expect(await store.blobs.size(staged.sha256)).toBe(300_000);
  });

  it('has the marker of a replica until it is removed', async () => {
    const replica = randomUUID();
    // The row that the check of replicas writes first.
    await store.database.query('insert into embutido.replica (id) values ($1)', [replica]);
    await store.blobs.writeMarker(replica);
    await store.blobs.writeMarker(replica);
    expect(await store.blobs.hasMarker(replica)).toBe(true);
    await store.database.query('delete from embutido.replica where id = $1', [replica]);
    await store.blobs.removeMarker(replica);
    expect(await store.blobs.hasMarker(replica)).toBe(false);
  });
});
