import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_CALLER, type FileIntent, PUBLIC_CALLER, type StoredFile } from '../../../../server/backend/backend.ts';
import { createNhostStorage, type NhostStorage, type NhostStorageOptions } from '../../../../server/backend/nhost/storage.ts';
import {
  describe as describeFile,
  type Fault,
  type NhostStorageServer,
  remoteFile,
  startNhostStorage,
} from '../../../support/nhost/storage.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const BYTES = Buffer.from(Uint8Array.from({ length: 1_000 }, (_, index) => index % 251));

let remote: NhostStorageServer;
let storage: NhostStorage;
beforeEach(async () => {
  remote = await startNhostStorage();
  remote.files.set(ID, remoteFile(BYTES));
  storage = open();
});
afterEach(async () => {
  storage.close();
  await remote.close();
});

function open(options: Partial<NhostStorageOptions> = {}): NhostStorage {
  return createNhostStorage({ url: remote.url, ...options });
}

async function found(intent?: FileIntent, from = storage): Promise<StoredFile> {
  const file = await from.file(ID, PUBLIC_CALLER, intent);
  if (file === null) throw new Error('the file should be there');
  return file;
}

const bytesOf = (file: StoredFile, range?: { start: number; end: number }): Promise<Buffer> => buffer(file.open(range));
const ranges = (): (string | undefined)[] => remote.asked.map(({ headers }) => headers.range);

/** Answers as the service would, but lets `change` spoil the head and `body` the rest. */
function spoilt(change: (res: ServerResponse) => void, body: (res: ServerResponse) => void = (res) => res.end(BYTES)): Fault {
  return (_req, res) => {
    describeFile(res, remoteFile(BYTES));
    change(res);
    body(res);
  };
}

describe('a file of the storage', () => {
  it('is described and read in one request when the whole file is wanted', async () => {
    const file = await found({ kind: 'whole' });
    expect(file).toMatchObject({
      id: ID,
      name: 'arquivo.pdf',
      mimeType: 'application/pdf',
      size: 1_000,
      etag: '"900150983cd24fb0d6963f7d28e17f72"',
      updatedAt: new Date('2026-03-10T12:00:00.586Z'),
    });
    expect(await bytesOf(file)).toEqual(BYTES);
    expect(ranges()).toEqual([undefined]);
  });

  it.each<[FileIntent, number, number]>([
    [{ kind: 'range', first: 10, last: 19 }, 10, 19],
    [{ kind: 'range', first: 990, last: 5_000 }, 990, 999],
    [{ kind: 'range', first: 990, last: null }, 990, 999],
    [{ kind: 'range', first: null, last: 5 }, 995, 999],
    [{ kind: 'range', first: 0, last: 0 }, 0, 0],
  ])('is described and read in one request when %j is wanted', async (intent, start, end) => {
    const file = await found(intent);
    expect(file.size).toBe(1_000);
    expect(await bytesOf(file, { start, end })).toEqual(BYTES.subarray(start, end + 1));
    expect(remote.asked).toHaveLength(1);
  });

  it('is described by a request for its first byte, over reused connections', async () => {
    for (let n = 0; n < 5; n += 1) expect((await found()).size).toBe(1_000);
    expect(ranges()).toEqual(Array.from({ length: 5 }, () => 'bytes=0-0'));
    expect(remote.connections()).toBeLessThan(5);
  });

  it('sends another request when other bytes are read than the intent named', async () => {
    const file = await found({ kind: 'whole' });
    expect(await bytesOf(file, { start: 0, end: 9 })).toEqual(BYTES.subarray(0, 10));
    expect(await bytesOf(file, { start: 990, end: 999 })).toEqual(BYTES.subarray(990));
    expect(await bytesOf(file)).toEqual(BYTES);
    expect(ranges()).toEqual([undefined, 'bytes=0-9', 'bytes=990-999', undefined]);
  });

  it('is found when it is empty and has no first byte to request', async () => {
    remote.files.set(ID, remoteFile(Buffer.alloc(0)));
    for (const intent of [{ kind: 'look' }, { kind: 'whole' }, { kind: 'range', first: 0, last: 5 }] as const) {
      const file = await found(intent);
      expect(file.size).toBe(0);
      expect(await bytesOf(file)).toHaveLength(0);
    }
  });

  it('is found when it has one byte', async () => {
    remote.files.set(ID, remoteFile(Buffer.from('a')));
    const file = await found();
    expect([file.size, String(await bytesOf(file))]).toEqual([1, 'a']);
  });

  it('is described when the range lies beyond its end', async () => {
    expect((await found({ kind: 'range', first: 5_000, last: null })).size).toBe(1_000);
    expect(ranges()).toEqual(['bytes=5000-', 'bytes=0-0']);
  });

  it('gives a part of the whole when the storage ignores Range', async () => {
    remote.faults.set(
      ID,
      spoilt((res) => res.setHeader('Content-Length', 1_000)),
    );
    const file = await found({ kind: 'range', first: 10, last: 19 });
    expect(await bytesOf(file, { start: 10, end: 19 })).toEqual(BYTES.subarray(10, 20));
    expect(await bytesOf(file)).toEqual(BYTES);
  });

  it('takes its size from a request for its first byte when the whole has no length', async () => {
    remote.faults.set(ID, (req, res) => {
      describeFile(res, remoteFile(BYTES));
      if (req.headers.range === undefined) res.write(BYTES.subarray(0, 500), () => res.end(BYTES.subarray(500)));
      else res.writeHead(206, { 'Content-Range': 'bytes 0-0/1000', 'Content-Length': 1 }).end(BYTES.subarray(0, 1));
    });
    const file = await found({ kind: 'whole' });
    expect(file.size).toBe(1_000);
    expect(await bytesOf(file)).toEqual(BYTES);
    expect(ranges()).toEqual([undefined, 'bytes=0-0']);
  });

  it.each([
    ['that is weak', (res: ServerResponse) => res.setHeader('Etag', 'W/"1"'), /^W\/"1"$/],
    ['that is missing', (res: ServerResponse) => res.removeHeader('Etag'), /^W\/"3e8-[^"]+"$/],
    ['that is no tag', (res: ServerResponse) => res.setHeader('Etag', 'a b'), /^W\/"3e8-[^"]+"$/],
  ])('has the same weak entity tag each time when the storage sends a tag %s', async (_what, change, expected) => {
    remote.faults.set(
      ID,
      spoilt((res) => {
        res.setHeader('Content-Length', 1_000);
        change(res);
      }),
    );
    const file = await found({ kind: 'whole' });
    expect(file.etag).toMatch(expected);
    expect((await found()).etag).toBe(file.etag);
    expect(await bytesOf(file)).toEqual(BYTES);
    expect(await bytesOf(file)).toEqual(BYTES);
  });

  it('has a new entity tag each time when the storage sends no validator', async () => {
    remote.faults.set(
      ID,
      spoilt((res) => {
        res.setHeader('Content-Length', 1_000);
        res.removeHeader('Etag');
        res.removeHeader('Last-Modified');
      }),
    );
    const [one, two] = [await found(), await found()];
    expect(one.updatedAt).toBeNull();
    expect(one.etag).not.toBe(two.etag);
    expect(await bytesOf(one)).toEqual(BYTES);
  });
});

describe('requests to the storage', () => {
  it.each(['', '..', '../../v1/graphql', '%2e%2e', `${ID}/presignedurl`, `${ID}?w=100`, ID.toUpperCase(), ` ${ID}`, 'a'.repeat(10_000)])(
    'no request is sent for the id %.40j',
    async (id) => {
      expect(await storage.file(id, PUBLIC_CALLER)).toBeNull();
      expect(remote.asked).toEqual([]);
    },
  );

  it('hold a path and the fields of the server only', async () => {
    await bytesOf(await found({ kind: 'whole' }));
    const { port } = new URL(remote.url);
    expect(remote.asked).toEqual([
      {
        method: 'GET',
        url: `/v1/files/${ID}`,
        headers: { accept: '*/*', 'accept-encoding': 'identity', host: `127.0.0.1:${port}`, connection: 'keep-alive' },
      },
    ]);
  });

  it('carry a credential only for callers other than the public', async () => {
    remote.files.set(ID, remoteFile(BYTES, { roles: ['admin'] }));
    const secretive = open({ credential: { kind: 'adminSecret', secret: 'muito-secreto' } });
    expect(await secretive.file(ID, PUBLIC_CALLER)).toBeNull();
    expect(await secretive.file(ID, ADMIN_CALLER)).toMatchObject({ size: 1_000 });
    expect(remote.asked.map(({ headers }) => headers['x-hasura-admin-secret'])).toEqual([undefined, 'muito-secreto']);
    secretive.close();
  });
});

describe('a missing file', () => {
  it.each([
    ['unknown', () => remote.files.clear()],
    ['hidden', () => remote.files.set(ID, remoteFile(BYTES, { roles: ['admin'] }))],
    ['not uploaded yet', () => remote.files.set(ID, remoteFile(BYTES, { isUploaded: false }))],
    ['refused with 401', () => remote.faults.set(ID, (_req, res) => res.writeHead(401).end())],
    ['gone', () => remote.faults.set(ID, (_req, res) => res.writeHead(410).end())],
  ])('is null when it is %s', async (_what, arrange) => {
    arrange();
    expect(await storage.file(ID, PUBLIC_CALLER)).toBeNull();
    expect(await storage.file(ID, PUBLIC_CALLER, { kind: 'range', first: 0, last: 9 })).toBeNull();
  });
});
