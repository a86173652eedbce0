/** Exchanges whose response is of no more use are ended at its head, and what they were about is no longer relied on; others go on. */
import { afterEach, describe, expect, test } from 'vitest';
import { type Gate, gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

type Answers = readonly {
  readonly status?: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The response has more to come, and never ends. */
  readonly isEndless?: boolean;
}[];

interface Site {
  readonly at: World;
  /** Opens when the origin's endless response is closed. */
  readonly closed: Gate;
}

/** An origin that answers with these in turn, each a turn of the event loop after its request. */
async function startSite(answers: Answers): Promise<Site> {
  const closed = gate();
  let count = 0;
  const at = await startWorld(async (_req, res) => {
    const { status = 200, fields = {}, body = 'text', isEndless = false } = answers[count] ?? {};
    count += 1;
    await new Promise(setImmediate);
    res.statusCode = status;
    for (const [name, value] of Object.entries(fields)) res.setHeader(name, value);
    if (isEndless) {
      res.once('close', closed.open);
      res.write(body);
    } else {
      res.end(body);
    }
  });
  world = at;
  return { at, closed };
}

describe('an exchange is ended', () => {
  test.each([500, 502, 503, 504])(
    'an exchange ends at the status %d, for which a stale response is sent, and the next request asks again',
    async (status) => {
      const fields = { 'Cache-Control': 'max-age=1, stale-if-error=600' };
      const { at, closed } = await startSite([{ fields }, { status, isEndless: true }, { fields, body: 'new text' }]);
      await at.get('/');
      at.clock.advance(2);
      expect((await at.get('/')).body).toBe('text');
      await closed.opened;
      await until(() => at.edge.stats().flights === 0);
      expect((await at.get('/')).body).toBe('new text');
      expect(at.forwarded).toHaveLength(3);
    },
  );

  test.each([
    ['a part of another representation', 206, { ETag: '"b"', 'Content-Range': 'bytes 5-7/10' }],
    ['another part', 206, { ETag: '"a"', 'Content-Range': 'bytes 6-7/10' }],
    ['no part', 416, { 'Content-Range': 'bytes */3' }],
  ])(
    'an exchange ends where the origin sends %s in place of the missing one, and the stored part is not sent any more',
    async (_what, status, fields) => {
      const fresh = { 'Cache-Control': 'max-age=60' };
      const part = { status: 206, fields: { ...fresh, ETag: '"a"', 'Content-Range': 'bytes 0-4/10' }, body: '01234' };
      const own = { status: 206, fields: { 'Cache-Control': 'no-store', 'Content-Range': 'bytes 2-7/10' }, body: '234567' };
      const { at, closed } = await startSite([part, { status, fields: { ...fresh, ...fields }, isEndless: true }, own, part]);
      await at.get('/', { headers: { Range: 'bytes=0-4' } });
      expect(await at.get('/', { headers: { Range: 'bytes=2-7' } })).toMatchObject({ status: 206, body: '234567' });
      await closed.opened;
      expect((await at.get('/', { headers: { Range: 'bytes=0-4' } })).headers['cache-status']).toMatch(/fwd=uri-miss/);
      expect(at.forwarded.map(({ headers }) => headers.range)).toEqual(['bytes=0-4', 'bytes=5-7', 'bytes=2-7', 'bytes=0-4']);
    },
  );
});

test.each([
  ['shorter', '567'],
  ['longer', '56789+'],
])('a missing part that is %s than its Content-Range says is not sent in place of the whole (RFC 9110 §14.4)', async (_how, rest) => {
  const at = await startWorld(async (req, res) => {
    const { range } = req.headers;
    res.setHeader('Cache-Control', 'max-age=60').setHeader('ETag', '"a"');
    if (range === undefined) {
      res.end('0123456789');
      return;
    }
    const isFirst = range === 'bytes=0-4';
    res.writeHead(206, { 'Content-Range': isFirst ? 'bytes 0-4/10' : 'bytes 5-9/10' });
    // In chunks, so that no Content-Length contradicts it.
    res.write(isFirst ? '01234' : rest);
    await new Promise(setImmediate);
    res.end();
  });
  world = at;
  await at.get('/', { headers: { Range: 'bytes=0-4' } });
  expect(await at.get('/')).toMatchObject({ status: 200, body: '0123456789' });
  expect(at.forwarded.map(({ headers }) => headers.range)).toEqual(['bytes=0-4', 'bytes=5-9', undefined]);
});

describe('an exchange goes on', () => {
  test.each([
    ['validated the stored response', 'Accept'],
    ['selected a stored variant', 'A'],
  ])('an exchange goes on after a 304 that %s, so that the origin does not see its client disconnect', async (_what, vary) => {
    let isCut: boolean | null = null;
    const at = await startWorld(async (req, res) => {
      res.setHeader('Cache-Control', 'max-age=1').setHeader('ETag', '"a"').setHeader('Vary', vary);
      if (req.headers['if-none-match'] === undefined) {
        res.end('text');
        return;
      }
      res.statusCode = 304;
      res.flushHeaders();
      await new Promise(setImmediate);
      isCut = res.destroyed;
      res.end();
    });
    world = at;
    await at.get('/', { headers: { A: '1' } });
    at.clock.advance(2);
    expect(await at.get('/', { headers: { A: '2' } })).toMatchObject({ status: 200, body: 'text' });
    await until(() => isCut !== null);
    expect([isCut, at.forwarded.length]).toEqual([false, 2]);
  });
});
