/** What the endpoint of files asks of the storage behind it, and the exact words of its answers: a storage in memory that remembers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FileServer, MemoryFiles, startFileServer } from './file-server.ts';
import { ask } from './raw-client.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const URL_OF_FILE = `/nhostprovider/${ID}`;
const LAST_MODIFIED = 'Tue, 10 Mar 2026 12:00:00 GMT';
const BYTES = Buffer.from(Uint8Array.from({ length: 1_000 }, (_, index) => index % 251));

let backend: MemoryFiles;
let running: FileServer;

beforeAll(async () => {
  running = await startFileServer({ file: (id, caller) => backend.file(id, caller) });
});
afterAll(() => running.close());
beforeEach(() => {
  backend = new MemoryFiles();
  backend.contents.set(ID, { bytes: BYTES });
});

const get = (path: string, headers: Record<string, string> = {}) => ask(running.port, path, { headers });

it('answers 503, not 500, when the storage is unreachable', async () => {
  backend.file = () => Promise.reject(new Error('connection refused'));
  const { status, headers, body } = await get(URL_OF_FILE);
  expect([status, headers['cache-control']]).toEqual([503, 'private, no-store']);
  expect(JSON.parse(body.toString())).toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
});

describe('a stored file', () => {
  it.each([URL_OF_FILE, `/v1/files/${ID}`])('is sent completely at %s, to the public, with its validators', async (path) => {
    const { status, headers, body } = await get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '1000',
      etag: '"v1"',
      'last-modified': LAST_MODIFIED,
      'accept-ranges': 'bytes',
      'content-disposition': 'inline; filename="arquivo.pdf"',
      'x-content-type-options': 'nosniff',
      // Its page is what search engines list.
      'x-robots-tag': 'noindex',
    });
    expect(headers['cache-control']).toContain('public');
    expect(headers).not.toHaveProperty('content-security-policy');
    expect(body).toEqual(BYTES);
    expect(backend.asked).toEqual([{ id: ID, role: 'public' }]);
  });

  it('is not opened for HEAD, with or without Range', async () => {
    const { status, headers } = await ask(running.port, URL_OF_FILE, { method: 'HEAD', headers: { Range: 'bytes=0-9' } });
    expect([status, headers['content-length'], headers['etag']]).toEqual([200, '1000', '"v1"']);
    expect(backend.opened).toEqual([]);
  });

  it('is not opened for a 304, which has no Content-Length', async () => {
    const { status, headers } = await get(URL_OF_FILE, { 'If-None-Match': 'W/"v0", W/"v1"' });
    expect([status, headers['etag'], headers['last-modified']]).toEqual([304, '"v1"', LAST_MODIFIED]);
    expect(headers).not.toHaveProperty('content-length');
    expect(backend.opened).toEqual([]);
  });

  it('has no Last-Modified in the future (RFC 9110 §8.8.2.1)', async () => {
    backend.contents.set(ID, { bytes: BYTES, updatedAt: new Date('2999-01-01T00:00:00Z') });
    const { headers } = await get(URL_OF_FILE);
    expect(Date.parse(headers['last-modified'] ?? '')).toBeLessThanOrEqual(Date.parse(headers['date'] ?? ''));
  });

  it('adds no header field when its type contains line breaks', async () => {
    backend.contents.set(ID, { bytes: BYTES, mimeType: 'text/html\r\nX-Evil: 1' });
    const { headers } = await get(URL_OF_FILE);
    expect(headers).not.toHaveProperty('x-evil');
    expect(headers['content-type']).toBe('application/octet-stream');
  });
});

it('limits every lifetime to the scheduled change of a file, for 200, 206 and 304', async () => {
  const other = await startFileServer({ file: (id, caller) => backend.file(id, caller) }, { boundary: () => 40 });
  for (const headers of [{}, { Range: 'bytes=0-9' }, { 'If-None-Match': '*' }]) {
    const answer = await ask(other.port, URL_OF_FILE, { headers });
    expect([answer.headers['cache-control'], answer.headers['cdn-cache-control']]).toEqual([
      'public, max-age=40',
      'max-age=40, stale-if-error=2592000',
    ]);
  }
  await other.close();
});

describe('ranges', () => {
  it.each([
    ['bytes=10-19', 10, 19],
    ['bytes=-500', 500, 999],
    ['bytes=0-99,50-149', 0, 149],
  ])('%s is read in one piece, and nothing else is', async (field, start, end) => {
    expect((await get(URL_OF_FILE, { Range: field })).status).toBe(206);
    expect(backend.opened).toEqual([{ start, end }]);
  });

  it('outside the file are answered with 416, which is not stored', async () => {
    const { status, headers } = await get(URL_OF_FILE, { Range: 'bytes=99999-' });
    expect([status, headers['cache-control']]).toEqual([416, 'private, no-store']);
    expect(backend.opened).toEqual([]);
  });

  it('ranges that do not touch are sent as a multipart body (RFC 9110 §14.6)', async () => {
    const { status, headers, body } = await get(URL_OF_FILE, { Range: 'bytes=0-0,-1' });
    expect(status).toBe(206);
    const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1];
    const part = (range: string, byte: number): Buffer =>
      Buffer.concat([
        Buffer.from(`\r\n--${boundary}\r\nContent-Type: application/pdf\r\nContent-Range: bytes ${range}/1000\r\n\r\n`),
        Buffer.from([byte]),
      ]);
    // RFC 2046 §5.1.1: the line break before a boundary belongs to it, and the first needs none.
    const expected = Buffer.concat([part('0-0', 0).subarray(2), part('999-999', 999 % 251), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    expect(body).toEqual(expected);
    expect(headers['content-length']).toBe(String(expected.length));
  });
});
