/** Preconditions that the origin evaluates, from clients that hold a form which only the edge knows (RFC 9110 §8.8.3.3, §13.1). */
import type { IncomingMessage } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { startWorld, until, type World } from '../harness.ts';

const TEXT = 'uma página de texto, '.repeat(500);

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

/** Starts an origin that takes a PUT only from who holds what it has, and has `current` for its tag. */
async function start(current: string, options: Partial<EdgeOptions>): Promise<World> {
  const holds = ({ headers: { 'if-match': tags = '' } }: IncomingMessage): boolean => tags.split(', ').includes(current);
  world = await startWorld((req, res) => {
    if (req.method === 'PUT') res.statusCode = holds(req) ? 204 : 412;
    else res.setHeader('ETag', current).setHeader('Cache-Control', 'max-age=600').setHeader('Content-Type', 'text/html');
    res.end(req.method === 'PUT' ? undefined : TEXT);
  }, options);
  return world;
}

const CODED: Partial<EdgeOptions> = { encoding: {} };
const put = (at: World, etag: string) => at.get('/', { method: 'PUT', headers: { 'If-Match': etag, 'Content-Length': '0' } });

test.each(['br', 'gzip', 'zstd'])('who was sent the form in %s may change what it is a form of', async (coding) => {
  const at = await start('"a"', CODED);
  await at.get('/');
  // The best forms are begun by a hit, where the quick ones are not still being made.
  await until(() => at.events.some((event) => event.kind === 'encoded' && event.quality === 'quick'));
  await at.get('/');
  await until(() => at.events.some((event) => event.kind === 'encoded' && event.quality === 'best'));
  const { headers } = await at.get('/', { headers: { 'Accept-Encoding': coding } });
  expect(headers['etag']).toBe(`"a-${coding}"`);
  expect((await put(at, headers['etag'] ?? '')).status).toBe(204);
});

test.each([
  ['one that the origin had before', '"a"', '"b-gzip"', 412],
  ['one of the origin’s own that ends like a form', '"a-gzip"', '"a-gzip"', 204],
  ['the origin’s among others', '"a"', '"x, y-gzip", "a"', 204],
])('of tags, %s means what it says', async (_what, current, sent, status) => {
  expect((await put(await start(current, CODED), sent)).status).toBe(status);
});

test.each([
  ['If-None-Match', 'PUT', '"a-gzip"', '"a-gzip", "a"'],
  ['If-Match', 'PUT', 'W/"a-br", "b", "c-zstd"', 'W/"a-br", W/"a", "b", "c-zstd", "c"'],
  ['If-Match', 'GET', '"a-gzip"', '"a-gzip", "a"'],
  ['If-Match', 'PUT', '*', '*'],
  ['If-Match', 'PUT', '"a-deflate"', '"a-deflate"'],
  ['If-None-Match', 'GET', '"a-gzip"', '"a-gzip"'],
])('%s of a %s with %s is seen as %s', async (name, method, sent, seen) => {
  const at = await start('"a"', { ...CODED, bypass: () => true });
  await at.get('/', { method, headers: { [name]: sent, 'Content-Length': '0' } });
  const lower = name.toLowerCase();
  const [req] = at.asked;
  expect([req?.headers[lower], req?.headersDistinct[lower]]).toEqual([seen, [seen]]);
});

test('several lines of one field become one', async () => {
  const at = await start('"b"', CODED);
  expect((await at.get('/', { method: 'PUT', headers: { 'If-Match': ['"a-br"', '"b-br"'], 'Content-Length': '0' } })).status).toBe(204);
});

test('an edge that makes no forms leaves tags alone', async () => {
  const at = await start('"a"', {});
  expect((await put(at, '"a-gzip"')).status).toBe(412);
  expect(at.asked[0]?.headers['if-match']).toBe('"a-gzip"');
});
