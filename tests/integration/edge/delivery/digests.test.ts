/** Digest fields of an origin (RFC 9530), where the edge changes the bytes that they describe. */
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { type Answer, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const BODY = 'ata da reunião do conselho, '.repeat(100);
/** Digests of the content of one message. */
const CONTENT_DIGESTS = { 'content-digest': 'sha-256=:c:', 'content-md5': 'c' };
/** Digests of the complete representation in its coding. */
const REPRESENTATION_DIGESTS = { 'repr-digest': 'sha-256=:r:', digest: 'sha-256=r' };
const FIELDS = { 'Cache-Control': 'max-age=60', 'Content-Type': 'text/plain', ETag: '"a"', ...CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS };
const NO_CONTENT_DIGESTS = { 'content-digest': undefined, 'content-md5': undefined };
const NO_REPRESENTATION_DIGESTS = { 'repr-digest': undefined, digest: undefined };

/** Returns the four digest fields of a response. */
function digestsOf({ headers }: Answer): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys({ ...CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS }).map((name) => [name, headers[name]]));
}

async function start(options: Partial<EdgeOptions> = {}, again: Readonly<Record<string, string>> = {}): Promise<World> {
  world = await startWorld((req, res) => {
    for (const [name, value] of Object.entries(FIELDS)) res.setHeader(name, value);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
    if (req.headers['if-none-match'] === '"a"') {
      for (const [name, value] of Object.entries(again)) res.setHeader(name, value);
      res.writeHead(304).end();
    } else if (first !== undefined) {
      const bytes = Buffer.from(BODY);
      res.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${bytes.byteLength}` });
      res.end(bytes.subarray(Number(first), Number(last) + 1));
    } else res.end(BODY);
  }, options);
  return world;
}

test('an unchanged response keeps all of them, streamed and stored', async () => {
  const at = await start();
  for (const answer of [await at.get('/'), await at.get('/')])
    expect(digestsOf(answer)).toEqual({ ...CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS });
});

test('a response that the edge encodes has none, streamed and stored (RFC 9530 §2, §3)', async () => {
  const at = await start({ encoding: {} });
  const inGzip = { headers: { 'Accept-Encoding': 'gzip' } };
  const passing = await at.get('/', inGzip);
  await until(() => at.events.some(({ kind }) => kind === 'encoded'));
  const stored = await at.get('/', inGzip);
  for (const answer of [passing, stored]) {
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(digestsOf(answer)).toEqual({ ...NO_CONTENT_DIGESTS, ...NO_REPRESENTATION_DIGESTS });
  }
  expect(digestsOf(await at.get('/'))).toEqual({ ...CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS });
});

describe('a range that the edge answers', () => {
  test.each([
    ['of a stored response', '/stored'],
    ['of a streamed response', '/passing'],
  ])('%s keeps only those of the representation', async (_what, path) => {
    const at = await start({ fillsRange: () => true });
    if (path === '/stored') await at.get(path);
    const part = await at.get(path, { headers: { Range: 'bytes=0-9' } });
    expect(part.status).toBe(206);
    expect(digestsOf(part)).toEqual({ ...NO_CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS });
  });

  test('a response with several ranges keeps only the digests of the representation', async () => {
    const at = await start();
    await at.get('/');
    const parts = await at.get('/', { headers: { Range: 'bytes=0-1,8-9' } });
    expect(parts.headers['content-type']).toMatch(/^multipart/);
    expect(digestsOf(parts)).toEqual({ ...NO_CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS });
  });
});

test('a 416 has none', async () => {
  const at = await start();
  await at.get('/');
  const refused = await at.get('/', { headers: { Range: 'bytes=99999-' } });
  expect(refused.status).toBe(416);
  expect(digestsOf(refused)).toEqual({ ...NO_CONTENT_DIGESTS, ...NO_REPRESENTATION_DIGESTS });
});

test('a 304 that the edge makes keeps only those of the representation', async () => {
  const at = await start();
  await at.get('/');
  const unchanged = await at.get('/', { headers: { 'If-None-Match': '"a"' } });
  expect(unchanged.status).toBe(304);
  expect(digestsOf(unchanged)).toEqual({ ...NO_CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS });
});

test('combined parts have none of one part', async () => {
  const at = await start();
  const size = Buffer.from(BODY).byteLength;
  await at.get('/', { headers: { Range: 'bytes=0-99' } });
  await at.get('/', { headers: { Range: `bytes=100-${size - 1}` } });
  const whole = await at.get('/');
  expect(whole).toMatchObject({ status: 200, body: BODY });
  expect(digestsOf(whole)).toEqual({ ...NO_CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS });
  expect(at.forwarded).toHaveLength(2);
});

test('a 304 does not update those of the stored response (RFC 9111 §3.2)', async () => {
  const at = await start({}, { 'Content-Digest': 'sha-256=:n:', 'Content-MD5': 'n', 'Repr-Digest': 'sha-256=:n:', Digest: 'sha-256=n' });
  await at.get('/');
  at.clock.advance(61);
  for (const answer of [await at.get('/'), await at.get('/')])
    expect(digestsOf(answer)).toEqual({ ...CONTENT_DIGESTS, ...REPRESENTATION_DIGESTS });
  expect(at.forwarded).toHaveLength(2);
});
