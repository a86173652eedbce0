/** Preconditions that the origin evaluates, with entity tags that the edge made for its encodings (RFC 9110 §8.8.3.3, §13.1). */
import type { IncomingMessage } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { hitUntilBest, startWorld, type World } from '../harness.ts';

const TEXT = 'uma página de texto, '.repeat(500);

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

/** Starts an origin with the entity tag `current` that accepts a PUT only when If-Match is true. */
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

test.each(['br', 'gzip', 'zstd'])('a client that received the encoding %s may PUT with its entity tag', async (coding) => {
  const at = await start('"a"', CODED);
  await at.get('/');
  await hitUntilBest(at, coding);
  const { headers } = await at.get('/', { headers: { 'Accept-Encoding': coding } });
  expect(headers['etag']).toBe(`"a-${coding}"`);
  expect((await put(at, headers['etag'] ?? '')).status).toBe(204);
});

test.each([
  ['an outdated tag', '"a"', '"b-gzip"', 412],
  ['a tag of the origin with such a suffix', '"a-gzip"', '"a-gzip"', 204],
  ['the origin’s tag in a list', '"a"', '"x, y-gzip", "a"', 204],
])('If-Match with %s gives the right result', async (_what, current, sent, status) => {
  expect((await put(await start(current, CODED), sent)).status).toBe(status);
});

test.each([
  ['If-None-Match', 'PUT', '"a-gzip"', '"a-gzip", "a"'],
  ['If-Match', 'PUT', 'W/"a-br", "b", "c-zstd"', 'W/"a-br", W/"a", "b", "c-zstd", "c"'],
  ['If-Match', 'GET', '"a-gzip"', '"a-gzip", "a"'],
  ['If-Match', 'PUT', '*', '*'],
  ['If-Match', 'PUT', '"a-deflate"', '"a-deflate"'],
  ['If-None-Match', 'GET', '"a-gzip"', '"a-gzip"'],
])('%s of a %s with %s is forwarded as %s', async (name, method, sent, seen) => {
  const at = await start('"a"', { ...CODED, bypass: () => true });
  await at.get('/', { method, headers: { [name]: sent, 'Content-Length': '0' } });
  const lower = name.toLowerCase();
  const [req] = at.forwarded;
  expect([req?.headers[lower], req?.headersDistinct[lower]]).toEqual([seen, [seen]]);
});

test('several lines of one field are combined', async () => {
  const at = await start('"b"', CODED);
  expect((await at.get('/', { method: 'PUT', headers: { 'If-Match': ['"a-br"', '"b-br"'], 'Content-Length': '0' } })).status).toBe(204);
});

test('an edge that does not encode forwards tags unchanged', async () => {
  const at = await start('"a"', {});
  expect((await put(at, '"a-gzip"')).status).toBe(412);
  expect(at.forwarded[0]?.headers['if-match']).toBe('"a-gzip"');
});
