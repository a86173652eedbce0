/** Content codings: the store holds identity, and each client receives its best coding. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { QUICK } from '../../../../server/edge/delivery/compressors.ts';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { type Answer, gate, hitUntilBest, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const TEXT = 'uma página de texto, '.repeat(500);
const DECODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

const decoded = ({ headers, bytes }: Answer): string => (DECODE[headers['content-encoding'] ?? ''] ?? ((raw) => raw))(bytes).toString();

async function start(headers: Readonly<Record<string, string>>, options: Partial<EdgeOptions> = {}, body = TEXT): Promise<World> {
  world = await startWorld(
    (_req, res) => {
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      res.end(body);
    },
    { encoding: {}, ...options },
  );
  return world;
}

/** Fills the store and waits for the best encodings of `/`. */
async function filled(headers: Readonly<Record<string, string>>): Promise<World> {
  const at = await start({ 'Cache-Control': 'max-age=600', 'Content-Type': 'text/html; charset=utf-8', ETag: '"a"', ...headers });
  await at.get('/');
  for (const coding of Object.keys(DECODE)) await hitUntilBest(at, coding);
  return at;
}

function coded({ events }: World, wanted: 'quick' | 'best'): Promise<void> {
  return until(() => events.some((event) => event.kind === 'encoded' && event.quality === wanted));
}

/** The qualities of the encodings that were made, in order. */
const made = ({ events }: World): readonly string[] => events.flatMap((event) => (event.kind === 'encoded' ? [event.quality] : []));

const accepting = (value: string): { readonly headers: Record<string, string> } => ({ headers: { 'Accept-Encoding': value } });

test('the first hit has the bytes that the client was sent whose miss was stored', async () => {
  const at = await start({ 'Cache-Control': 'max-age=600', 'Content-Type': 'text/html; charset=utf-8', ETag: '"a"' });
  const first = await at.get('/', accepting('br'));
  await coded(at, 'quick');
  const second = await at.get('/', accepting('br'));
  expect(second.headers).toMatchObject({ 'cache-status': 'edge; hit; ttl=600', etag: 'W/"a-br"', 'content-encoding': 'br' });
  expect(second.bytes.equals(first.bytes)).toBe(true);
  // Level 5 in place of 4 has other bytes.
  expect(second.bytes.equals(await QUICK.br(Buffer.from(TEXT)))).toBe(false);
  expect(decoded(await at.get('/', accepting('gzip')))).toBe(TEXT);
});

describe('stored responses', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['zstd;q=0.5, gzip;q=0.4', 'zstd'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, *', 'zstd'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['deflate', undefined],
    ['gzip;q=0.2, identity', undefined],
    ['', undefined],
  ])('a client with Accept-Encoding "%s" gets the stored response in %s', async (accept, coding) => {
    const at = await filled({});
    const answer = await at.get('/', accepting(accept));
    expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(answer.bytes.byteLength) });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers.etag).toBe(coding === undefined ? '"a"' : `"a-${coding}"`);
    expect(answer.headers['cache-status']).toMatch(/hit/);
    expect(decoded(answer)).toBe(TEXT);
    expect(at.forwarded).toHaveLength(1);
    expect(at.forwarded[0]?.headers['accept-encoding']).toBeUndefined();
  });

  test('the first hit has the quick encoding, whose tag also matches the best one', async () => {
    const at = await start({ 'Cache-Control': 'max-age=600', 'Content-Type': 'text/html', ETag: '"a"' });
    await at.get('/');
    await coded(at, 'quick');
    const first = await at.get('/', accepting('gzip'));
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"a-gzip"', 'cache-status': 'edge; hit; ttl=600' });
    expect(first.headers['content-length']).toBe(String(first.bytes.byteLength));
    expect(decoded(first)).toBe(TEXT);
    await hitUntilBest(at, 'gzip');
    const again = await at.get('/', { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': 'W/"a-gzip"' } });
    expect(again).toMatchObject({ status: 304, headers: { etag: '"a-gzip"' } });
  });

  test('the best encoding of a coding is only made for a response that is requested again and again in it', async () => {
    const at = await start({ 'Cache-Control': 'max-age=600', 'Content-Type': 'text/html', ETag: '"a"' });
    await at.get('/');
    await coded(at, 'quick');
    for (let hit = 0; hit < 7; hit += 1) {
      await at.get('/', accepting('gzip, br'));
      await at.get('/', accepting('gzip'));
      await at.get('/', accepting('identity'));
    }
    expect(made(at)).toEqual(['quick']);
    expect((await at.get('/', accepting('gzip, br'))).headers.etag).toBe('W/"a-br"');
    await coded(at, 'best');
    expect((await at.get('/', accepting('gzip, br'))).headers.etag).toBe('"a-br"');
    expect((await at.get('/', accepting('identity'))).headers.etag).toBe('"a"');
    expect(made(at)).toEqual(['quick', 'best']);
    expect((await at.get('/', accepting('gzip'))).headers.etag).toBe('W/"a-gzip"');
  });

  test('zstd is only made for a client that does not take br, which gets gzip until then', async () => {
    const at = await start({ 'Cache-Control': 'max-age=600', 'Content-Type': 'text/html', ETag: '"a"' });
    await at.get('/');
    await coded(at, 'quick');
    expect((await at.get('/', accepting('gzip, br, zstd'))).headers.etag).toBe('W/"a-br"');
    expect(made(at)).toEqual(['quick']);
    expect((await at.get('/', accepting('gzip, zstd'))).headers.etag).toBe('W/"a-gzip"');
    await until(() => made(at).length === 2);
    const answer = await at.get('/', accepting('gzip, zstd'));
    expect(answer.headers).toMatchObject({ etag: 'W/"a-zstd"', 'content-length': String(answer.bytes.byteLength) });
    expect(decoded(answer)).toBe(TEXT);
  });

  test.each([404, 410, 503])('the content of a %i is encoded, streamed and stored', async (status) => {
    world = await startWorld(
      (_req, res) => {
        res.statusCode = status;
        res.setHeader('Cache-Control', 'max-age=600');
        res.setHeader('Content-Type', 'text/html');
        res.end(TEXT);
      },
      { encoding: {} },
    );
    const missed = await world.get('/', accepting('br'));
    expect(missed).toMatchObject({ status, headers: { 'content-encoding': 'br', vary: 'Accept-Encoding' } });
    expect(decoded(missed)).toBe(TEXT);
    await coded(world, 'quick');
    const hit = await world.get('/', accepting('br'));
    expect(hit).toMatchObject({ status, headers: { 'content-encoding': 'br', 'cache-status': expect.stringContaining('hit') as string } });
    expect(decoded(hit)).toBe(TEXT);
  });

  test('a precondition is evaluated with the tag of the encoding that would be sent', async () => {
    const at = await filled({});
    const ask = (tag: string, accept: string): Promise<Answer> =>
      at.get('/', { headers: { 'If-None-Match': tag, 'Accept-Encoding': accept } });
    expect(await ask('"a-br"', 'br')).toMatchObject({ status: 304, body: '', headers: { etag: '"a-br"', vary: 'Accept-Encoding' } });
    expect((await ask('"a-br"', 'gzip')).status).toBe(200);
    expect((await ask('"a"', 'br')).status).toBe(200);
    expect((await ask('"a"', 'identity')).status).toBe(304);
  });

  test('a HEAD response has the fields of the encoding', async () => {
    const at = await filled({});
    const whole = await at.get('/', accepting('br'));
    const head = await at.get('/', { method: 'HEAD', ...accepting('br') });
    expect(head.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': whole.headers['content-length'], etag: '"a-br"' });
    expect(head.body).toBe('');
  });

  test('ranges are of the identity bytes', async () => {
    const at = await filled({});
    const part = await at.get('/', { headers: { 'Accept-Encoding': 'br', Range: 'bytes=0-2' } });
    expect(part).toMatchObject({ status: 206, body: 'uma', headers: { etag: '"a"' } });
    expect(part.headers['content-encoding']).toBeUndefined();
  });

  test('encodings stay after a validation, with the updated fields', async () => {
    let validations = 0;
    world = await startWorld(
      (req, res) => {
        res.setHeader('Cache-Control', 'max-age=1');
        res.setHeader('ETag', '"a"');
        res.setHeader('Content-Type', 'text/plain');
        if (req.headers['if-none-match'] === '"a"') {
          validations += 1;
          res.statusCode = 304;
          res.setHeader('Cache-Control', 'max-age=600');
          res.end();
        } else {
          res.end(TEXT);
        }
      },
      { encoding: {} },
    );
    const at = world;
    await at.get('/');
    await hitUntilBest(at, 'br');
    at.clock.advance(5);
    const answer = await at.get('/', { headers: { 'Accept-Encoding': 'br', 'If-None-Match': '"a-br"' } });
    expect(answer).toMatchObject({ status: 304, headers: { etag: '"a-br"', 'cache-control': 'max-age=600' } });
    expect(validations).toBe(1);
    expect((await at.get('/', accepting('gzip'))).headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'max-age=600' });
  });

  test.each([
    ['an image', { 'Content-Type': 'image/png' }],
    ['an encoded response', { 'Content-Type': 'text/plain', 'Content-Encoding': 'own' }],
    ['a response with no-transform', { 'Content-Type': 'text/plain', 'Cache-Control': 'max-age=600, no-transform' }],
  ])('%s is not encoded', async (_what, headers) => {
    const at = await start({ 'Cache-Control': 'max-age=600', ...headers });
    await at.get('/', accepting('br'));
    const bytes = at.edge.stats().bytes;
    const answer = await at.get('/', accepting('br'));
    expect(answer.body).toBe(TEXT);
    expect(answer.headers['vary']).toBeUndefined();
    expect(at.edge.stats().bytes).toBe(bytes);
  });

  test('a body shorter than a packet is not encoded', async () => {
    const at = await start({ 'Cache-Control': 'max-age=600', 'Content-Type': 'text/plain' }, {}, 'short');
    expect((await at.get('/', accepting('br'))).body).toBe('short');
    expect((await at.get('/', accepting('br'))).body).toBe('short');
  });

  test('without the option, Vary distinguishes the codings of the origin', async () => {
    world = await startWorld((req, res) => {
      res.setHeader('Cache-Control', 'max-age=600');
      res.setHeader('Vary', 'Accept-Encoding');
      res.end(`for ${req.headers['accept-encoding'] ?? 'none'}`);
    });
    expect((await world.get('/', accepting('br'))).body).toBe('for br');
    expect((await world.get('/', accepting('gzip'))).body).toBe('for gzip');
    expect((await world.get('/', accepting('br'))).headers['cache-status']).toMatch(/hit/);
  });
});

describe('streamed responses', () => {
  test('are encoded for each client in its coding, with a weak tag', async () => {
    const rest = gate();
    world = await startWorld(
      async (_req, res) => {
        res.setHeader('Cache-Control', 'max-age=600');
        res.setHeader('Content-Type', 'text/html');
        res.setHeader('ETag', '"a"');
        res.write(TEXT);
        await rest.opened;
        res.end('fim');
      },
      { encoding: {} },
    );
    const first = world.open('/', accepting('br'));
    // The first bytes arrive before the last are written, because the compressor is flushed.
    expect(await first.firstBytes).not.toBeNull();
    const second = world.open('/', accepting('gzip'));
    expect(await second.firstBytes).not.toBeNull();
    rest.open();
    const br = await first.answer;
    const gzip = await second.answer;
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', etag: 'W/"a-br"', vary: 'Accept-Encoding' });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"a-gzip"' });
    expect([decoded(br), decoded(gzip)]).toEqual([`${TEXT}fim`, `${TEXT}fim`]);
    expect(world.forwarded).toHaveLength(1);
  });

  test('close the client’s connection when the origin closes its own', async () => {
    world = await startWorld(
      async (_req, res) => {
        res.setHeader('Content-Type', 'text/html');
        res.write(TEXT);
        await new Promise((resolve) => setImmediate(resolve));
        res.destroy();
      },
      { encoding: {} },
    );
    expect((await world.get('/', accepting('br'))).complete).toBe(false);
  });
});
