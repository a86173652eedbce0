import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileIntent, PUBLIC_CALLER, type StoredFile } from '../../../../server/backend/backend.ts';
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

/** Answers as the service would, but lets `change` spoil the head and `body` the rest. */
function spoilt(change: (res: ServerResponse) => void, body: (res: ServerResponse) => void = (res) => res.end(BYTES)): Fault {
  return (_req, res) => {
    describeFile(res, remoteFile(BYTES));
    change(res);
    body(res);
  };
}

describe('the body of a stored file', () => {
  const limits = { idleMs: 50, patienceMs: 200, leastRate: 1_000_000, heldMs: 60_000 };

  it.each<[string, Fault]>([
    [
      'that ends before its length',
      spoilt(
        (res) => res.setHeader('Content-Length', 1_000),
        (res) => res.write(BYTES.subarray(0, 10), () => res.socket?.end()),
      ),
    ],
    [
      'that is reset',
      spoilt(
        (res) => res.setHeader('Content-Length', 1_000),
        (res) => res.write(BYTES.subarray(0, 10), () => res.socket?.resetAndDestroy()),
      ),
    ],
    [
      'that stops coming',
      spoilt(
        (res) => res.setHeader('Content-Length', 1_000),
        (res) => res.write(BYTES.subarray(0, 10)),
      ),
    ],
    [
      'that comes by single bytes',
      spoilt(
        (res) => res.setHeader('Content-Length', 1_000),
        (res) => {
          const timer = setInterval(() => res.write('a'), 5);
          res.once('close', () => clearInterval(timer));
        },
      ),
    ],
  ])('ends in an error, not short, where it is one %s', async (_what, fault) => {
    remote.faults.set(ID, fault);
    const impatient = open({ limits });
    await expect(bytesOf(await found({ kind: 'whole' }, impatient))).rejects.toThrow(/the storage (broke off|sent)/);
    impatient.close();
  });

  it.each([
    ['more than its size', Buffer.concat([BYTES, BYTES])],
    ['less than its size', BYTES.subarray(1)],
  ])('ends in an error when its chunks hold %s', async (_what, sent) => {
    remote.faults.set(ID, (req, res) => {
      describeFile(res, remoteFile(BYTES));
      if (req.headers.range !== undefined) res.writeHead(206, { 'Content-Range': 'bytes 0-0/1000' }).end(BYTES.subarray(0, 1));
      else res.write(sent, () => res.end());
    });
    await expect(bytesOf(await found({ kind: 'whole' }))).rejects.toThrow(/the storage (broke off|sent over)/);
  });

  it.each([
    ['another tag', (res: ServerResponse) => res.setHeader('Etag', '"novo"')],
    ['another size', (res: ServerResponse) => res.setHeader('Content-Length', 999)],
  ])('ends in an error when a second request finds %s', async (_what, change) => {
    const file = await found();
    remote.faults.set(
      ID,
      spoilt(
        (res) => {
          res.setHeader('Content-Length', 1_000);
          change(res);
        },
        (res) => res.end(BYTES.subarray(0, Number(res.getHeader('Content-Length')))),
      ),
    );
    await expect(bytesOf(file)).rejects.toThrow('changed');
  });

  it('ends in an error when the file is deleted before it is requested again', async () => {
    const file = await found();
    remote.files.clear();
    await expect(bytesOf(file)).rejects.toThrow('no longer');
  });

  it.each(['destroyed unread', 'released', 'forgotten'])('a body that is %s closes its connection', async (end) => {
    const closed = Promise.withResolvers<void>();
    remote.faults.set(
      ID,
      spoilt(
        (res) => res.setHeader('Content-Length', 1e12),
        (res) => {
          res.once('close', closed.resolve);
          res.write(BYTES);
        },
      ),
    );
    const forgetful = open({ limits: { heldMs: 20 } });
    const file = await found({ kind: 'whole' }, end === 'forgotten' ? forgetful : storage);
    if (end === 'released') file.release?.();
    if (end === 'destroyed unread') file.open().destroy();
    await expect(closed.promise).resolves.toBeUndefined();
    forgetful.close();
  });

  it('a short body that is not wanted leaves its connection to the next', async () => {
    (await found({ kind: 'whole' })).release?.();
    await bytesOf(await found({ kind: 'whole' }));
    await bytesOf(await found({ kind: 'whole' }));
    expect(remote.connections()).toBeLessThanOrEqual(2);
  });

  it('aborts the request when it is destroyed before the response', async () => {
    const file = await found();
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    remote.faults.set(ID, (_req, res) => {
      res.once('close', closed.resolve);
      arrived.resolve();
    });
    const body = file.open().on('error', () => undefined);
    body.resume();
    await arrived.promise;
    body.destroy();
    await expect(closed.promise).resolves.toBeUndefined();
  });
});

describe('the storage client', () => {
  it('sends the request again when the server closes an idle connection that was just reused', async () => {
    await bytesOf(await found({ kind: 'whole' }));
    let served = 0;
    remote.faults.set(ID, (_req, res) => {
      served += 1;
      if (served === 1) {
        res.socket?.resetAndDestroy();
        return;
      }
      spoilt((again) => again.setHeader('Content-Length', 1_000))(_req, res, res.socket ?? _req.socket);
    });
    expect(await bytesOf(await found({ kind: 'whole' }))).toEqual(BYTES);
    expect(served).toBe(2);
  });

  it('refuses a request when too many are under way', async () => {
    const narrow = open({ limits: { atOnce: 1 } });
    const big = Buffer.alloc(4_000_000);
    remote.files.set(ID, remoteFile(big));
    const file = await found({ kind: 'whole' }, narrow);
    await expect(narrow.file(ID, PUBLIC_CALLER)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    const body = file.open();
    expect(await buffer(body)).toHaveLength(big.length);
    expect(await narrow.file(ID, PUBLIC_CALLER)).not.toBeNull();
    narrow.close();
  });

  it('reports the storage healthy while it answers', async () => {
    expect(await storage.health(1_000)).toMatchObject({ name: 'storage', ok: true });
    expect(remote.asked.at(-1)?.url).toBe('/v1/version');
  });

  it('reports a storage that cannot be reached as unhealthy, and its files as unavailable', async () => {
    await remote.close();
    expect(await storage.health(1_000)).toMatchObject({ ok: false });
    await expect(storage.file(ID, PUBLIC_CALLER)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    remote.server.listen(0, '127.0.0.1');
    await once(remote.server, 'listening');
  });
});
