/** Incomplete stored responses and If-Range: when it is false, the request is one for the complete response. */
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { dateAt } from '../cases/case.ts';
import { startWorld, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const OLD = '0123456789';
const NEW = 'abcdefghij';

/** A world whose store has bytes 0 to 4 of the old representation. The origin has a new one, or is unreachable. */
async function partStored(lifetime: number, isGone: boolean, options: Partial<EdgeOptions> = {}): Promise<World> {
  let isNew = false;
  world = await startWorld((req, res) => {
    if (isNew && isGone) return res.destroy();
    res.setHeader('Cache-Control', `max-age=${lifetime}`);
    res.setHeader('ETag', isNew ? '"b"' : '"a"');
    res.setHeader('Last-Modified', dateAt(isNew ? -3_600 : -86_400));
    // If-Range is never true for the new representation here.
    if (isNew || req.headers.range === undefined) return res.end(isNew ? NEW : OLD);
    return res.writeHead(206, { 'Content-Range': 'bytes 0-4/10' }).end(OLD.slice(0, 5));
  }, options);
  await world.get('/', { headers: { Range: 'bytes=0-4' } });
  isNew = true;
  return world;
}

describe('an incomplete stored response', () => {
  test.each([
    ['another tag', '"b"'],
    ['a weak tag', 'W/"a"'],
    ['another date', dateAt(-3_600)],
  ])('does not answer a range with If-Range of %s (RFC 9110 §13.1.5, RFC 9111 §3.3)', async (_what, condition) => {
    const at = await partStored(600, false);
    const answer = await at.get('/', { headers: { Range: 'bytes=0-2', 'If-Range': condition } });
    expect(answer).toMatchObject({ status: 200, body: NEW });
    expect(answer.headers['cache-status']).toMatch(/fwd=partial/);
    expect(at.forwarded[1]?.headers).toMatchObject({ range: 'bytes=0-2', 'if-range': condition });
  });

  test.each([
    ['its tag', '"a"'],
    ['its date', dateAt(-86_400)],
  ])('answers a range with If-Range of %s', async (_what, condition) => {
    const at = await partStored(600, true);
    const answer = await at.get('/', { headers: { Range: 'bytes=0-2', 'If-Range': condition } });
    expect(answer).toMatchObject({ status: 206, body: '012' });
    expect(at.forwarded).toHaveLength(1);
  });

  test('is sent while the origin is unreachable only when If-Range is true', async () => {
    const at = await partStored(1, true);
    at.clock.advance(5);
    const ask = (condition: string): ReturnType<World['get']> => at.get('/', { headers: { Range: 'bytes=0-2', 'If-Range': condition } });
    expect(await ask('"b"')).toMatchObject({ status: 502 });
    expect(await ask('"a"')).toMatchObject({ status: 206, body: '012' });
  });

  test('is replaced by the complete response where range misses request it', async () => {
    const at = await partStored(600, false, { fillsRange: (url) => url === '/other', conditionalMiss: 'fill' });
    expect(await at.get('/', { headers: { Range: 'bytes=0-2', 'If-Range': '"b"' } })).toMatchObject({ status: 200, body: NEW });
    expect(await at.get('/', { headers: { Range: 'bytes=0-2', 'If-Range': '"b"' } })).toMatchObject({ status: 206, body: 'abc' });
    expect(at.forwarded).toHaveLength(2);
  });
});
