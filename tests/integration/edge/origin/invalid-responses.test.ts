/** Answers that are none to what was asked, and statuses that HTTP has not: faults of the origin, which no client should have to read. */
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

/** A world whose origin says `said` in turn, the last of them from then on. */
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

describe('an answer to another question', () => {
  test.each<[string, Said]>([
    ['a part of what was asked for whole (RFC 9110 §15.3.7)', PART],
    ['that nothing has changed, where no condition was (RFC 9110 §15.4.5)', { status: 304 }],
  ])('%s is answered 502 and not stored', async (_what, said) => {
    const at = await start([said, GOOD]);
    expect(await at.get('/')).toMatchObject({ status: 502, complete: true });
    expect(at.events.some(({ kind }) => kind === 'origin-failed')).toBe(true);
    expect(await at.get('/')).toMatchObject({ status: 200, body: 'answer 2' });
  });

  test.each<[string, Said]>([
    ['a part', PART],
    ['not modified', { status: 304 }],
    ['no status at all', { status: 777 }],
  ])('%s leaves the place to what is stored', async (_what, said) => {
    const at = await start([GOOD, said]);
    await at.get('/');
    at.clock.advance(5);
    const answer = await at.get('/');
    expect(answer).toMatchObject({ status: 200, body: 'answer 1' });
    expect(answer.headers['cache-status']).toMatch(/stale-if-error/);
  });

  test('is a failed refresh in the background', async () => {
    const at = await start([{ status: 200, headers: { 'Cache-Control': 'max-age=1, stale-while-revalidate=60' } }, { status: 304 }]);
    await at.get('/');
    at.clock.advance(5);
    expect(await at.get('/')).toMatchObject({ body: 'answer 1' });
    await until(() => at.events.some(({ kind }) => kind === 'refresh-failed'));
    expect(at.edge.stats().refreshesRunning).toBe(0);
  });

  test.each<[string, Said, Record<string, string>]>([
    ['a part of a range', PART, { Range: 'bytes=0-7' }],
    ['that nothing has changed since a tag', { status: 304 }, { 'If-None-Match': '"a"' }],
    ['that nothing has changed since a date', { status: 304 }, { 'If-Modified-Since': dateAt(-60) }],
  ])('is it not, where it is %s', async (_what, said, headers) => {
    const at = await start([said]);
    expect(await at.get('/', { headers })).toMatchObject({ status: said.status });
  });

  test('is passed on where what was asked may have been done', async () => {
    const at = await start([{ status: 304 }]);
    expect(await at.get('/', { method: 'POST', body: 'sent' })).toMatchObject({ status: 304 });
  });
});

describe('a status outside of HTTP (RFC 9110 §15)', () => {
  test.each([600, 777, 999])('%i is a fault of the origin and not stored, however long it is to last', async (status) => {
    const at = await start([{ status, headers: { 'Cache-Control': 'max-age=600' } }]);
    for (const turn of [1, 2]) {
      expect(await at.get('/')).toMatchObject({ status: 502 });
      expect(at.asked).toHaveLength(turn);
    }
    expect(await at.get('/', { method: 'POST', body: 'sent' })).toMatchObject({ status: 502 });
    expect(at.edge.stats().entries).toBe(0);
  });

  test.each([299, 599])('%i is none: it is stored when it says how long', async (status) => {
    const at = await start([{ status, headers: { 'Cache-Control': 'max-age=600' } }]);
    await at.get('/');
    expect(await at.get('/')).toMatchObject({ status, body: 'answer 1' });
  });

  test('is not stored when it is settled either', async () => {
    world = await startWorld((_req, res, exchange) => {
      exchange.settle(Promise.resolve({ status: 777, headers: { 'Cache-Control': 'max-age=600' }, body: Buffer.from('x') }));
      res.setHeader('Cache-Control', 'no-store').end('streamed');
    });
    await world.get('/');
    expect(await world.get('/')).toMatchObject({ status: 200, body: 'streamed' });
  });
});
