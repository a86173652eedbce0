import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { S3Blobs } from '../../../../../server/backend/embedded/storage/s3-blobs.ts';
import { type S3Server, startS3Server } from '../../../../support/s3-server.ts';

let folder: string;
let server: S3Server;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envios-'));
  server = await startS3Server();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const keep = async (blobs: S3Blobs, content: Buffer | Readable): Promise<string> => {
  const staged = await blobs.stage(content);
  await staged.keep();
  return staged.sha256;
};

/** Refuses the first requests with a status, then answers as usual. */
function failFirst(times: number, status: number): void {
  let left = times;
  server.before = (_req, res: ServerResponse) => {
    left -= 1;
    if (left >= 0) res.writeHead(status).end();
  };
}

describe('a bucket', () => {
  it('refuses a wrong key, another region and another bucket, and the error shows no key', async () => {
    const wrong = [
      [{ secretAccessKey: 'outro/segredo' }, '403 SignatureDoesNotMatch'],
      [{ accessKeyId: 'AKIAOUTRO' }, '403 InvalidAccessKeyId'],
      [{ region: 'us-east-1' }, '403 AuthorizationHeaderMalformed'],
      [{ bucket: 'outro' }, '404 NoSuchBucket'],
    ] as const;
    for (const [own, answer] of wrong) {
      const fault: unknown = await new S3Blobs({ ...server, ...own }, folder).writeMarker('a').catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: 'S3Error', message: `${new URL(server.endpoint).host} answered ${answer}` });
      expect(JSON.stringify(fault) + String(fault)).not.toMatch(/segredo|AKIA/);
    }
  });

  it('is asked again after a fault of the moment, three times in all', async () => {
    const blobs = new S3Blobs(server, folder);
    failFirst(2, 503);
    await blobs.writeMarker('a');
    expect(server.requests).toEqual(['PUT replicas/a', 'PUT replicas/a', 'PUT replicas/a']);
    failFirst(3, 503);
    await expect(blobs.writeMarker('a')).rejects.toMatchObject({ status: 503 });
  });

  it('is not asked again after a refusal', async () => {
    failFirst(1, 403);
    await expect(new S3Blobs(server, folder).writeMarker('a')).rejects.toMatchObject({ status: 403 });
    expect(server.requests).toHaveLength(1);
  });

  it('is not waited for when it does not finish a refusal', async () => {
    server.before = (_req, res) => void res.writeHead(403, { 'Content-Length': '10' }).write('<Code>');
    await expect(new S3Blobs({ ...server, headMs: 100 }, folder).writeMarker('a')).rejects.toMatchObject({ status: 403 });
  });

  it('is not waited for when it does not finish a marker', async () => {
    server.before = (_req, res) => void res.writeHead(200, { 'Content-Length': '10' }).write('a');
    await expect(new S3Blobs({ ...server, headMs: 100 }, folder).hasMarker('a')).rejects.toThrow('timeout');
  });

  it('a bucket that cannot be reached ends a read before its first byte', async () => {
    await server.close();
    await expect(buffer(new S3Blobs(server, folder).open('0'.repeat(64)))).rejects.toThrow('could not be reached');
  });

  it('a bucket that ignores the range gives an error, not the wrong bytes', async () => {
    const blobs = new S3Blobs(server, folder);
    const sha256 = await keep(blobs, Buffer.from('0123456789'));
    server.before = (req) => {
      delete req.headers.range;
    };
    await expect(buffer(blobs.open(sha256, { start: 2, end: 4 }))).rejects.toThrow('another part');
  });

  it('a bucket that cuts a body ends the stream in an error', async () => {
    const blobs = new S3Blobs(server, folder);
    const sha256 = await keep(blobs, Buffer.from('0123456789'));
    server.before = (_req, res) => {
      res.writeHead(200, { 'Content-Length': '10' }).flushHeaders();
      res.write('0123');
      setImmediate(() => res.destroy());
    };
    await expect(buffer(blobs.open(sha256))).rejects.toThrow('terminated');
  });

  it('learns that a reader has left while it was silent', async () => {
    const blobs = new S3Blobs(server, folder);
    const sha256 = await keep(blobs, Buffer.from('0123456789'));
    const asked = Promise.withResolvers<ServerResponse>();
    server.before = (_req, res) => {
      res.writeHead(200, { 'Content-Length': '10' }).flushHeaders();
      asked.resolve(res);
    };
    const reader = blobs.open(sha256);
    reader.read();
    const res = await asked.promise;
    reader.destroy();
    await once(res, 'close');
    expect(res.writableFinished).toBe(false);
  });

  it.each([
    ['a file that is removed', 200, (blobs: S3Blobs) => blobs.remove('0'.repeat(64))],
    ['a file that is removed and absent', 404, (blobs: S3Blobs) => blobs.remove('0'.repeat(64))],
    ['a file that is absent', 404, (blobs: S3Blobs) => expect(buffer(blobs.open('0'.repeat(64)))).rejects.toThrow('holds no content')],
    ['a marker that is written', 200, (blobs: S3Blobs) => blobs.writeMarker('a')],
    ['a marker that is absent', 404, (blobs: S3Blobs) => expect(blobs.hasMarker('a')).resolves.toBe(false)],
  ])('keeps no connection with the rest of its answer about %s (%i)', async (_what, status, ask) => {
    const asked = Promise.withResolvers<ServerResponse>();
    server.before = (_req, res) => {
      res.writeHead(status, { 'Content-Length': '10' }).write('0123');
      asked.resolve(res);
    };
    await ask(new S3Blobs(server, folder));
    const res = await asked.promise;
    // The garbage collector would close it later.
    await expect.poll(() => res.closed, { timeout: 1_000 }).toBe(true);
  });

  it('gets a stream with its length, and no local file stays', async () => {
    const blobs = new S3Blobs(server, folder);
    const bytes = Buffer.alloc(2_000_000, 'stream');
    const sha256 = await keep(blobs, Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]));
    expect((await buffer(blobs.open(sha256))).equals(bytes)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
    failFirst(9, 503);
    await expect(keep(blobs, Readable.from([Buffer.from('recusado')]))).rejects.toMatchObject({ status: 503 });
    expect(await readdir(folder)).toEqual([]);
  });
});
