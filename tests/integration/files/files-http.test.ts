import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FileServer, MemoryFiles, startFileServer } from './file-server.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const URL_OF_FILE = `/nhostprovider/${ID}`;
const LAST_MODIFIED = 'Tue, 10 Mar 2026 12:00:00 GMT';
const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251);

let backend: MemoryFiles;
let running: FileServer;
const files: { current: MemoryFiles } = { current: new MemoryFiles() };

beforeAll(async () => {
  const delegate = new MemoryFiles();
  delegate.file = (id, caller) => files.current.file(id, caller);
  running = await startFileServer(delegate);
});
afterAll(() => running.close());
beforeEach(() => {
  backend = new MemoryFiles();
  backend.contents.set(ID, { bytes });
  files.current = backend;
});

const get = (path: string, headers: Record<string, string> = {}): request.Test =>
  request(running.server).get(path).set(headers).buffer(true).parse(asBytes);

function asBytes(res: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const source = res as unknown as Readable;
  source.on('data', (chunk: Buffer) => chunks.push(chunk));
  source.on('end', () => done(null, Buffer.concat(chunks)));
}

describe('a backend that cannot be asked', () => {
  it('is unavailable, not a fault of ours', async () => {
    backend.file = () => Promise.reject(new Error('connection refused'));
    const answer = await request(running.server).get(URL_OF_FILE);
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });
});

describe('a stored file', () => {
  it.each([URL_OF_FILE, `/v1/files/${ID}`])('is sent whole by %s, as the public, with its validators', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '1000',
      etag: '"v1"',
      'last-modified': LAST_MODIFIED,
      'accept-ranges': 'bytes',
      'content-disposition': 'inline; filename="arquivo.pdf"',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['cache-control']).toContain('public');
    expect(answer.headers['cache-groups']).toContain(`"files:${ID}"`);
    expect(answer.headers).not.toHaveProperty('content-security-policy');
    expect(new Uint8Array(answer.body as Buffer)).toEqual(bytes);
    expect(backend.asked).toEqual([{ id: ID, role: 'public' }]);
  });

  it('answers HEAD with the same head and opens nothing', async () => {
    const answer = await request(running.server).head(URL_OF_FILE).set('Range', 'bytes=0-9');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-length': '1000', etag: '"v1"' });
    expect(backend.opened).toEqual([]);
  });

  it('sends an empty file', async () => {
    backend.contents.set(ID, { bytes: new Uint8Array() });
    const answer = await get(URL_OF_FILE);
    expect([answer.status, answer.headers['content-length']]).toEqual([200, '0']);
    expect((await get(URL_OF_FILE, { Range: 'bytes=0-' })).status).toBe(416);
  });

  it('never claims a change in the future (RFC 9110 §8.8.2.1)', async () => {
    backend.contents.set(ID, { bytes, updatedAt: new Date('2999-01-01T00:00:00Z') });
    const { headers } = await get(URL_OF_FILE);
    expect(new Date(String(headers['last-modified'])).getTime()).toBeLessThanOrEqual(new Date(String(headers['date'])).getTime());
  });

  it.each(['text/html', 'image/svg+xml', 'application/xml', 'text/javascript'])(
    'of the active type %s is a sandboxed download',
    async (mimeType) => {
      backend.contents.set(ID, { bytes, mimeType, name: 'pagina.html' });
      const { headers } = await get(URL_OF_FILE);
      expect(headers['content-disposition']).toBe('attachment; filename="pagina.html"');
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('with line breaks in its name and type adds no header', async () => {
    backend.contents.set(ID, { bytes, name: 'a\r\nX-Evil: 1.pdf', mimeType: 'text/html\r\nX-Evil: 1' });
    const { headers } = await get(URL_OF_FILE);
    expect(headers).not.toHaveProperty('x-evil');
    expect(headers['content-type']).toBe('application/octet-stream');
  });
});

describe('ranges', () => {
  it.each([
    ['bytes=0-', 0, 999],
    ['bytes=-500', 500, 999],
    ['bytes=10-19', 10, 19],
    ['bytes=999-99999', 999, 999],
    ['bytes=0-99,50-149', 0, 149],
  ])('%s is one part', async (field, start, end) => {
    const answer = await get(URL_OF_FILE, { Range: field });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/1000`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    expect(new Uint8Array(answer.body as Buffer)).toEqual(bytes.slice(start, end + 1));
    expect(backend.opened).toEqual([{ start, end }]);
  });

  it.each(['bytes=5-2', 'bytes=abc', 'items=0-1', `bytes=${'0-,'.repeat(1_000)}0-`])('%.20s is ignored', async (field) => {
    const answer = await get(URL_OF_FILE, { Range: field });
    expect([answer.status, answer.headers['content-length']]).toEqual([200, '1000']);
  });

  it('outside the file answer 416 with the size', async () => {
    const answer = await get(URL_OF_FILE, { Range: 'bytes=99999-' });
    expect(answer.status).toBe(416);
    expect(answer.headers['content-range']).toBe('bytes */1000');
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  it('apart from one another make a multipart body (RFC 9110 §14.6)', async () => {
    const answer = await get(URL_OF_FILE, { Range: 'bytes=0-0,-1' });
    expect(answer.status).toBe(206);
    const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(String(answer.headers['content-type']))?.[1];
    const part = (range: string, body: number): Buffer =>
      Buffer.concat([
        Buffer.from(`\r\n--${boundary}\r\nContent-Type: application/pdf\r\nContent-Range: bytes ${range}/1000\r\n\r\n`),
        Buffer.from([body]),
      ]);
    const expected = Buffer.concat([part('0-0', 0), part('999-999', 999 % 251), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    expect(answer.body).toEqual(expected);
    expect(answer.headers['content-length']).toBe(String(expected.length));
  });

  it.each([
    ['the current tag', '"v1"', 206],
    ['another tag', '"v0"', 200],
    ['a weak tag', 'W/"v1"', 200],
    ['the date of the change', LAST_MODIFIED, 206],
    ['an old date', 'Tue, 10 Mar 2020 12:00:00 GMT', 200],
  ])('with If-Range of %s answer %#', async (_what, field, status) => {
    expect((await get(URL_OF_FILE, { Range: 'bytes=0-9', 'If-Range': field })).status).toBe(status);
  });
});

describe('conditions', () => {
  it.each<[Record<string, string>, number]>([
    [{ 'If-None-Match': '"v1"' }, 304],
    [{ 'If-None-Match': 'W/"v0", W/"v1"' }, 304],
    [{ 'If-None-Match': '*' }, 304],
    [{ 'If-None-Match': '"v0"', 'If-Modified-Since': LAST_MODIFIED }, 200],
    [{ 'If-Modified-Since': LAST_MODIFIED }, 304],
    [{ 'If-Modified-Since': 'Invalid Date' }, 200],
    [{ 'If-Match': '"v0"' }, 412],
    [{ 'If-Unmodified-Since': 'Tue, 10 Mar 2020 12:00:00 GMT' }, 412],
    [{ 'If-Match': '"v1"', Range: 'bytes=0-1' }, 206],
    [{ 'If-None-Match': '"v1"', Range: 'bytes=0-1' }, 304],
  ])('%j answer %i', async (headers, status) => {
    const answer = await get(URL_OF_FILE, headers);
    expect(answer.status).toBe(status);
    if (status !== 304) return;
    expect(answer.headers).toMatchObject({ etag: '"v1"', 'last-modified': LAST_MODIFIED });
    expect(answer.headers['cache-control']).toContain('public');
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(backend.opened).toEqual([]);
  });
});

describe('ids', () => {
  it('in capitals are sent on to the one canonical address', async () => {
    const answer = await get(`/nhostprovider/${ID.toUpperCase()}?w=100`);
    expect(answer.status).toBe(308);
    expect(answer.headers['location']).toBe(URL_OF_FILE);
    expect(backend.asked).toEqual([]);
  });

  it.each([
    '/nhostprovider',
    '/nhostprovider/',
    '/nhostprovider/1',
    '/nhostprovider/..%2f..%2fv1%2fgraphql',
    '/nhostprovider/%2e%2e/%2e%2e/v1/graphql',
    '/nhostprovider/%252e%252e',
    '/nhostprovider/..%5c',
    `/nhostprovider/${ID}%00`,
    '/nhostprovider/%c0%ae',
    '/nhostprovider/%',
    `/nhostprovider/${ID};a=b`,
    `/nhostprovider//${ID}`,
    `/nhostprovider/${ID}/presignedurl`,
    `/nhostprovider/${ID}/`,
    `/nhostprovider/%7B${ID}%7D`,
    `/nhostprovider/%20${ID}`,
    `/nhostprovider/${'a'.repeat(10_000)}`,
  ])('%.60s is not found, without asking the backend', async (path) => {
    const answer = await rawRequest(`GET ${path} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('FILE_NOT_FOUND');
    expect(backend.asked).toEqual([]);
  });

  it('that nobody may read are not found, and not cached', async () => {
    const answer = await get('/nhostprovider/aaaaaaaa-0000-4000-8000-000000000000');
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  it('with query parameters of no meaning name the same file', async () => {
    const answer = await get(`${URL_OF_FILE}?_=1&w=100&w=200`);
    expect([answer.status, answer.headers['etag']]).toEqual([200, '"v1"']);
  });
});

describe('methods', () => {
  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('%s is refused with Allow', async (method) => {
    const answer = await rawRequest(`${method} ${URL_OF_FILE} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/^allow: GET, HEAD\r$/im);
    expect(backend.asked).toEqual([]);
  });
});

/** Sends a request line as it is, where a client library would normalise it; resolves with the whole answer. */
async function rawRequest(line: string): Promise<string> {
  const socket = connect(running.port, '127.0.0.1');
  socket.write(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return readText(socket);
}
