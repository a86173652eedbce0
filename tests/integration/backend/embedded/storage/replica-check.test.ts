import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../../../../server/backend/embedded/storage/blob-store.ts';
import { DirectoryBlobs } from '../../../../../server/backend/embedded/storage/directory-blobs.ts';
import { ReplicaCheck } from '../../../../../server/backend/embedded/storage/replica-check.ts';
import { openPostgres, type StoreUnderTest } from './stores.ts';

let store: StoreUnderTest;
let root: string;
beforeAll(async () => {
  store = await openPostgres(10);
  root = await mkdtemp(path.join(tmpdir(), 'replicas-'));
}, 120_000);
afterEach(async () => {
  await store.database.script('delete from embutido.replica');
  await rm(root, { recursive: true });
  await mkdir(root);
});
afterAll(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});

const folder = (name: string): DirectoryBlobs => new DirectoryBlobs(path.join(root, name), 'each');
const replicaOn = (blobs: BlobStore): ReplicaCheck => new ReplicaCheck(store.database, blobs);
const markers = async (name: string): Promise<number> => (await readdir(path.join(root, name, '.replicas'))).length;

const reading = (blobs: BlobStore): { readonly blobs: BlobStore; readonly read: string[]; written: number } => {
  const counts = { read: [] as string[], written: 0 };
  const counted: BlobStore = {
    stage: (content) => blobs.stage(content),
    size: (sha256) => blobs.size(sha256),
    open: (sha256, range) => blobs.open(sha256, range),
    remove: (sha256) => blobs.remove(sha256),
    flush: () => blobs.flush(),
    removeAbandoned: () => blobs.removeAbandoned(),
    writeMarker(replica) {
      counts.written += 1;
      return blobs.writeMarker(replica);
    },
    hasMarker(replica) {
      counts.read.push(replica);
      return blobs.hasMarker(replica);
    },
    removeMarker: (replica) => blobs.removeMarker(replica),
  };
  return Object.assign(counts, { blobs: counted });
};

describe('the check of a replica', () => {
  it('reads its own marker while it is alone, and then that of the other', async () => {
    const first = reading(folder('comum'));
    const alone = replicaOn(first.blobs);
    await alone.check();
    await replicaOn(folder('comum')).check();
    await alone.check();
    expect(first.read).toHaveLength(2);
    expect(new Set(first.read).size).toBe(2);
  });

  it('reads the marker of the replica that was seen last', async () => {
    const third = reading(folder('comum'));
    const [a, b, c] = [replicaOn(folder('comum')), replicaOn(folder('comum')), replicaOn(third.blobs)];
    await a.check();
    await b.check();
    await c.check();
    await a.check();
    await c.check();
    expect(new Set(third.read).size).toBe(2);
  });

  it('fails on both when each has a directory of its own', async () => {
    const [a, b] = [replicaOn(folder('a')), replicaOn(folder('b'))];
    await a.check();
    await expect(b.check()).rejects.toMatchObject({ name: 'StoreNotSharedError' });
    await expect(a.check()).rejects.toMatchObject({ name: 'StoreNotSharedError' });
  });

  it('fails when the store cannot be written', async () => {
    const broken = folder('a');
    const full = Object.assign(reading(broken).blobs, { writeMarker: () => Promise.reject(new Error('ENOSPC')) });
    await expect(replicaOn(full).check()).rejects.toThrow('ENOSPC');
  });

  it('does not look for a replica that withdrew or was not seen for minutes, and removes the marker of one that is lost', async () => {
    const [a, b] = [replicaOn(folder('a')), replicaOn(folder('a'))];
    await a.check();
    await b.check();
    expect(await markers('a')).toBe(2);
    await b.withdraw();
    expect(await markers('a')).toBe(1);
    const lost = replicaOn(folder('a'));
    await lost.check();
    await store.database.script(`update embutido.replica set vista_em = now() - interval '3 minutes'`);
    const elsewhere = replicaOn(folder('b'));
    await elsewhere.check();
    await elsewhere.withdraw();
    await store.database.script(`update embutido.replica set vista_em = now() - interval '20 minutes'`);
    await a.check();
    expect(await markers('a')).toBe(1);
    const { rowCount } = await store.database.query('select 1 from embutido.replica');
    expect(rowCount).toBe(1);
  });

  it('works where the database is the store', async () => {
    const [a, b] = [replicaOn(store.blobs), replicaOn(store.blobs)];
    await a.check();
    await expect(b.check()).resolves.toBeUndefined();
    await expect(a.check()).resolves.toBeUndefined();
    await a.withdraw();
    await expect(b.check()).resolves.toBeUndefined();
  });
});
