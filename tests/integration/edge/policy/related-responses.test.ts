/** Origins that answer wrongly to the edge's own condition or range: the client's own request is then forwarded, also the next times. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const WHOLE = '0123456789';

/** Sends parts with a new tag each, where the complete response would be right. */
function forgetful(tagOf: (count: number) => string): (req: IncomingMessage, res: ServerResponse) => void {
  let count = 0;
  return (req, res) => {
    count += 1;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
    res.setHeader('Cache-Control', 'max-age=600').setHeader('ETag', tagOf(count));
    if (first === undefined) {
      res.end(WHOLE);
      return;
    }
    res.statusCode = 206;
    res.setHeader('Content-Range', `bytes ${first}-${last}/10`);
    res.end(WHOLE.slice(Number(first), Number(last) + 1));
  };
}

describe('an incomplete response that cannot be completed', () => {
  test.each([
    { range: 'bytes=2-7', status: 206, body: '234567' },
    { range: undefined, status: 200, body: WHOLE },
  ])('forwards the client’s own request: $range', async ({ range, status, body }) => {
    world = await startWorld(forgetful((count) => `"${count}"`));
    await world.get('/', { headers: { Range: 'bytes=0-4' } });
    const answer = await world.get('/', range === undefined ? {} : { headers: { Range: range } });
    expect(answer).toMatchObject({ status, body, complete: true });
    expect(world.forwarded.map(({ headers }) => headers.range)).toEqual([
      'bytes=0-4',
      range === undefined ? 'bytes=5-9' : 'bytes=5-7',
      range,
    ]);
  });

  test('is not completed by a range of the edge again', async () => {
    world = await startWorld(forgetful((count) => `"${count}"`));
    await world.get('/', { headers: { Range: 'bytes=0-4' } });
    await world.get('/', { headers: { Range: 'bytes=2-7' } });
    await world.get('/', { headers: { Range: 'bytes=5-9' } });
    expect(world.forwarded.at(-1)?.headers).toMatchObject({ range: 'bytes=5-9' });
    expect(world.forwarded).toHaveLength(4);
  });

  test('costs collapsed clients one more request together', async () => {
    const held = gate();
    let count = 0;
    const origin = forgetful(() => `"${count}"`);
    world = await startWorld(async (req, res) => {
      count += 1;
      if (count === 2) await held.opened;
      origin(req, res);
    });
    await world.get('/', { headers: { Range: 'bytes=0-4' } });
    const waiting = [world.open('/'), world.open('/'), world.open('/')];
    await until(() => world?.edge.stats().joins === 2);
    held.open();
    for (const { answer } of waiting) expect((await answer).body).toBe(WHOLE);
    expect(world.forwarded).toHaveLength(3);
  });

  test.each([
    { range: undefined, status: 200, body: WHOLE },
    { range: 'bytes=2-7', status: 206, body: '234567' },
  ])('is not completed by a part that other request fields select (RFC 9111 §4.1): $range', async ({ range, status, body }) => {
    const origin = forgetful(() => '"same"');
    let count = 0;
    world = await startWorld((req, res) => {
      count += 1;
      if (count > 1) res.setHeader('Vary', 'A');
      origin(req, res);
    });
    await world.get('/', { headers: { Range: 'bytes=0-4' } });
    const answer = await world.get('/', { headers: { A: '1', ...(range === undefined ? {} : { Range: range }) } });
    expect(answer).toMatchObject({ status, body, complete: true });
    expect(world.forwarded.map(({ headers }) => headers.range)).toEqual([
      'bytes=0-4',
      range === undefined ? 'bytes=5-9' : 'bytes=5-7',
      range,
    ]);
  });

  test('is not combined with a part from before a purge', async () => {
    const held = gate();
    let count = 0;
    const origin = forgetful(() => '"same"');
    world = await startWorld(async (req, res) => {
      count += 1;
      if (count === 2) await held.opened;
      origin(req, res);
    });
    await world.get('/', { headers: { Range: 'bytes=0-4' } });
    const completing = world.open('/');
    await until(() => count === 2);
    world.edge.purge({ kind: 'all', mode: 'hard' });
    held.open();
    expect((await completing.answer).body).toBe(WHOLE);
    expect(world.edge.stats().entries).toBe(1);
    expect((await world.get('/')).headers['cache-status']).toMatch(/fwd=uri-miss/);
  });
});

describe('a 304 that selects no stored variant', () => {
  test.each([
    { said: { ETag: '"other"' }, why: 'its tag is none of those offered' },
    { said: {}, why: 'it has no tag, and several were offered' },
  ])('is not sent to the client: $why', async ({ said }) => {
    world = await startWorld((req, res) => {
      res.setHeader('Cache-Control', 'max-age=600').setHeader('Vary', 'A');
      if (req.headers['if-none-match']?.includes(',') === true) {
        res.writeHead(304, said);
        res.end();
        return;
      }
      res.setHeader('ETag', `"${String(req.headers['a'])}"`);
      res.end(`variant ${String(req.headers['a'])}`);
    });
    for (const a of ['1', '2', '3', '4']) {
      expect(await world.get('/', { headers: { A: a } })).toMatchObject({ status: 200, body: `variant ${a}` });
    }
    // The third request is forwarded twice, the fourth once.
    expect(world.forwarded.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"2", "1"', undefined, undefined]);
  });
});

test('a collapsed client does not receive the fields of the leader’s exchange', async () => {
  const rest = gate();
  world = await startWorld(
    async (_req, res) => {
      res.setHeader('Cache-Control', 'max-age=600').setHeader('X-Request-Id', 'of the leader');
      res.write('a');
      await rest.opened;
      res.end('b');
    },
    { storage: { dropFields: ['x-request-id'] } },
  );
  const leader = world.open('/');
  await leader.firstBytes;
  const joiner = world.open('/');
  await joiner.firstBytes;
  rest.open();
  expect((await leader.answer).headers['x-request-id']).toBe('of the leader');
  expect((await joiner.answer).headers).toMatchObject({ 'cache-status': expect.stringContaining('collapsed') as string });
  expect((await joiner.answer).headers['x-request-id']).toBeUndefined();
});
