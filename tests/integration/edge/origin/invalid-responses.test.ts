/** Responses that do not fit their requests, and statuses outside HTTP, count as failures of the origin. */
import { afterEach, describe, expect, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { dateAt } from '../cases/case.ts';
import { startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

interface Said {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** A world whose origin answers with each of `said` in turn, and then always with the last. */
async function start(said: readonly Said[], options: Partial<EdgeOptions> = {}): Promise<World> {
  let count = 0;
  world = await startWorld((_req, res) => {
    const { status, headers = {} } = said[Math.min(count, said.length - 1)] ?? { status: 500 };
    count += 1;
    res.statusCode = status;
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, typeof value === 'string' ? value : [...value]);
    res.end(`answer ${count}`);
  }, options);
  return world;
}

const PART: Said = { status: 206, headers: { 'Cache-Control': 'max-age=60', 'Content-Range': 'bytes 0-7/20' } };
const GOOD: Said = { status: 200, headers: { 'Cache-Control': 'max-age=1' } };

describe('a response that does not fit its request', () => {
  test.each<[string, Said]>([
    ['a 206 without Range in the request (RFC 9110 §15.3.7)', PART],
    ['a 304 without a condition in the request (RFC 9110 §15.4.5)', { status: 304 }],
  ])('%s gives a 502 and is not stored', async (_what, said) => {
    const at = await start([said, GOOD]);
    expect(await at.get('/')).toMatchObject({ status: 502, complete: true });
    expect(at.events.some(({ kind }) => kind === 'origin-failed')).toBe(true);
    expect(await at.get('/')).toMatchObject({ status: 200, body: 'answer 2' });
  });

  test.each<[string, Said]>([
    ['a 206', PART],
    ['a 304', { status: 304 }],
    ['an invalid status', { status: 777 }],
  ])('%s lets the stored response be sent', async (_what, said) => {
    const at = await start([GOOD, said]);
    await at.get('/');
    at.clock.advance(5);
    const answer = await at.get('/');
    expect(answer).toMatchObject({ status: 200, body: 'answer 1' });
    expect(answer.headers['cache-status']).toMatch(/stale-if-error/);
  });

  test('fails a background revalidation', async () => {
    const at = await start([{ status: 200, headers: { 'Cache-Control': 'max-age=1, stale-while-revalidate=60' } }, { status: 304 }]);
    await at.get('/');
    at.clock.advance(5);
    expect(await at.get('/')).toMatchObject({ body: 'answer 1' });
    await until(() => at.events.some(({ kind }) => kind === 'refresh-failed'));
    expect(at.edge.stats().refreshesRunning).toBe(0);
  });

  test.each<[string, Said, Record<string, string>]>([
    ['a 206 to a range', PART, { Range: 'bytes=0-7' }],
    ['a 304 to If-None-Match', { status: 304 }, { 'If-None-Match': '"a"' }],
    ['a 304 to If-Modified-Since', { status: 304 }, { 'If-Modified-Since': dateAt(-60) }],
  ])('does not include %s', async (_what, said, headers) => {
    const at = await start([said]);
    expect(await at.get('/', { headers })).toMatchObject({ status: said.status });
  });

  test('is sent to the client of an unsafe request', async () => {
    const at = await start([{ status: 304 }]);
    expect(await at.get('/', { method: 'POST', body: 'sent' })).toMatchObject({ status: 304 });
  });
});

describe('a status outside 200 to 599 (RFC 9110 §15)', () => {
  test.each([600, 777, 999])('%i gives a 502 and is not stored, whatever its lifetime', async (status) => {
    const at = await start([{ status, headers: { 'Cache-Control': 'max-age=600' } }]);
    for (const turn of [1, 2]) {
      expect(await at.get('/')).toMatchObject({ status: 502 });
      expect(at.forwarded).toHaveLength(turn);
    }
    expect(await at.get('/', { method: 'POST', body: 'sent' })).toMatchObject({ status: 502 });
    expect(at.edge.stats().entries).toBe(0);
  });

  test.each([299, 599])('%i is valid and stored with an explicit lifetime', async (status) => {
    const at = await start([{ status, headers: { 'Cache-Control': 'max-age=600' } }]);
    await at.get('/');
    expect(await at.get('/')).toMatchObject({ status, body: 'answer 1' });
  });

  test('is not stored as a settled response either', async () => {
    world = await startWorld((_req, res, exchange) => {
      exchange.settle(Promise.resolve({ status: 777, headers: { 'Cache-Control': 'max-age=600' }, body: Buffer.from('x') }));
      res.setHeader('Cache-Control', 'no-store').end('streamed');
    });
    await world.get('/');
    expect(await world.get('/')).toMatchObject({ status: 200, body: 'streamed' });
  });
});
