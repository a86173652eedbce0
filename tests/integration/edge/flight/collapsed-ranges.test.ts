/** Concurrent range requests of a cold key, where the edge requests the complete response once for all of them. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Origin } from '../../../../server/edge/index.ts';
import { type Ask, gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const CLIENTS = 300;
const BODY = Array.from({ length: CLIENTS }, (_, index) => String(index).padStart(4, '0')).join('');
const FILLS = { fillsRange: () => true };

const joins = (at: World): number => at.edge.stats().joins;
const range = (value: string, more: Ask['headers'] = {}): Ask => ({ headers: { Range: `bytes=${value}`, ...more } });

function gated(control: string, head: Promise<void>, body: string = BODY): Origin {
  return async (_req, res) => {
    await head;
    res.setHeader('Cache-Control', control);
    res.end(body);
  };
}

describe('ranges of a cold key', () => {
  test('ask the origin once, and each receives its own bytes', async () => {
    const head = gate();
    world = await startWorld(gated('max-age=60', head.opened), FILLS);
    const at = world;
    const clients = Array.from({ length: CLIENTS }, (_, index) => at.open('/', range(`${4 * index}-${4 * index + 3}`)));
    await until(() => joins(at) === CLIENTS - 1);
    head.open();
    const answers = await Promise.all(clients.map(({ answer }) => answer));
    expect(answers.map(({ status, body, complete }) => ({ status, body, complete }))).toEqual(
      Array.from({ length: CLIENTS }, (_, index) => ({ status: 206, body: String(index).padStart(4, '0'), complete: true })),
    );
    expect(at.forwarded.map(({ headers }) => headers.range)).toEqual([undefined]);
    expect((await at.get('/')).headers['cache-status']).toMatch(/^edge; hit/);
  });

  test('collapse with requests for the complete response, and the other way round', async () => {
    const head = gate();
    world = await startWorld(gated('max-age=60', head.opened, '0123456789'), { ...FILLS, conditionalMiss: 'fill' });
    const at = world;
    const asks: readonly (readonly [path: string, ask: Ask, body: string])[] = [
      ['/a', range('2-4'), '234'],
      ['/a', {}, '0123456789'],
      ['/b', {}, '0123456789'],
      ['/b', range('2-4'), '234'],
      ['/c', { method: 'HEAD', headers: { Range: 'bytes=0-0' } }, ''],
      ['/c', range('2-4'), '234'],
      ['/c', { method: 'HEAD' }, ''],
    ];
    const pending = asks.map(([path, ask]) => at.open(path, ask));
    await until(() => joins(at) === 4);
    head.open();
    const bodies = await Promise.all(pending.map(async ({ answer }) => (await answer).body));
    expect(bodies).toEqual(asks.map(([, , body]) => body));
    expect(at.forwarded.map(({ url, method, headers }) => [url, method, headers.range])).toEqual([
      ['/a', 'GET', undefined],
      ['/b', 'GET', undefined],
      ['/c', 'GET', undefined],
    ]);
  });

  test('are forwarded one by one where the edge does not request the complete response', async () => {
    const head = gate();
    world = await startWorld(gated('max-age=60', head.opened));
    const at = world;
    const both = [at.open('/', range('0-3')), at.open('/', range('4-7'))];
    await until(() => at.forwarded.length === 2);
    head.open();
    for (const { answer } of both) expect(await answer).toMatchObject({ status: 200, body: BODY });
    expect(at.forwarded.map(({ headers }) => headers.range)).toEqual(['bytes=0-3', 'bytes=4-7']);
  });

  test('continue for the other clients and the store when the leader disconnects', async () => {
    const rest = gate();
    world = await startWorld(async (_req, res) => {
      res.writeHead(200, { 'Cache-Control': 'max-age=60', 'Content-Length': 10 });
      res.write('01234');
      await rest.opened;
      res.end('56789');
    }, FILLS);
    const leader = world.open('/', range('3-8'));
    expect(await leader.firstBytes).toBe('34');
    const waiter = world.open('/', range('4-'));
    expect(await waiter.firstBytes).toBe('4');
    leader.leave();
    expect(await leader.answer).toMatchObject({ complete: false });
    rest.open();
    expect(await waiter.answer).toMatchObject({ status: 206, body: '456789', complete: true });
    expect(await world.get('/')).toMatchObject({ body: '0123456789', headers: { 'cache-status': 'edge; hit; ttl=60' } });
    expect(world.forwarded).toHaveLength(1);
  });

  test('end with their last byte, while the rest is still received for the store', async () => {
    const rest = gate();
    world = await startWorld(async (_req, res) => {
      res.writeHead(200, { 'Cache-Control': 'max-age=60', 'Content-Length': 10 });
      res.write('01234');
      await rest.opened;
      res.end('56789');
    }, FILLS);
    const at = world;
    expect(await at.get('/', range('1-3'))).toMatchObject({ status: 206, body: '123', complete: true });
    // The bytes for this request have already been received.
    expect(await at.get('/', range('0-0'))).toMatchObject({ status: 206, body: '0', complete: true });
    expect(at.edge.stats()).toMatchObject({ entries: 0, flights: 1 });
    rest.open();
    await until(() => at.edge.stats().entries === 1);
    expect(await at.get('/', range('-2'))).toMatchObject({ status: 206, body: '89' });
    expect(at.forwarded).toHaveLength(1);
  });

  test('end an exchange that cannot be stored when the last range is sent', async () => {
    const closed = gate();
    world = await startWorld((_req, res) => {
      res.on('close', closed.open);
      res.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Length': 10 });
      res.write('01234');
    }, FILLS);
    expect(await world.get('/', range('1-3'))).toMatchObject({ status: 206, body: '123', complete: true });
    await closed.opened;
  });

  test('are forwarded at once when the response cannot be shared', async () => {
    const head = gate();
    world = await startWorld(gated('private', head.opened, '0123456789'), FILLS);
    const at = world;
    const clients = Array.from({ length: 5 }, () => at.open('/', range('0-1')));
    await until(() => joins(at) === 4);
    head.open();
    for (const { answer } of clients) expect(await answer).toMatchObject({ status: 206, body: '01' });
    expect(at.forwarded).toHaveLength(5);
    expect(at.forwarded.every(({ headers }) => headers.range === undefined)).toBe(true);
    expect(at.edge.stats()).toMatchObject({ entries: 0, flights: 0 });
  });

  test('receive the complete response while it streams without Content-Length', async () => {
    const rest = gate();
    world = await startWorld(async (_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.write('first ');
      await rest.opened;
      res.end('last');
    }, FILLS);
    const leader = world.open('/', range('0-1'));
    expect(await leader.firstBytes).toBe('first ');
    rest.open();
    expect(await leader.answer).toMatchObject({ status: 200, body: 'first last' });
    expect(await world.get('/', range('0-1'))).toMatchObject({ status: 206, body: 'fi' });
    expect(world.forwarded).toHaveLength(1);
  });

  test('are answered from the settled response after the stream', async () => {
    const settling = gate();
    world = await startWorld((_req, res, exchange) => {
      const settled = { status: 200, headers: { 'cdn-cache-control': 'max-age=60' }, body: Buffer.from('settled') };
      exchange.settle(settling.opened.then(() => settled));
      res.setHeader('CDN-Cache-Control', 'no-store');
      res.write('str');
      res.end('eamed');
    }, FILLS);
    const at = world;
    expect(await at.get('/', range('0-1'))).toMatchObject({ status: 200, body: 'streamed' });
    const late = at.open('/', range('0-1'));
    await until(() => joins(at) === 1);
    settling.open();
    expect(await late.answer).toMatchObject({ status: 206, body: 'se' });
    expect(at.forwarded).toHaveLength(1);
  });

  test('are incomplete when the origin closes its connection before their last byte', async () => {
    world = await startWorld((_req, res) => {
      res.writeHead(200, { 'Cache-Control': 'max-age=60', 'Content-Length': 10 });
      res.write('01234');
      setImmediate(() => res.destroy());
    }, FILLS);
    expect(await world.get('/', range('3-8'))).toMatchObject({ status: 206, body: '34', complete: false });
    expect(world.edge.stats().entries).toBe(0);
  });

  test('are of the identity bytes', async () => {
    const head = gate();
    world = await startWorld(
      async (_req, res) => {
        await head.opened;
        res.writeHead(200, { 'Cache-Control': 'max-age=60', 'Content-Type': 'text/html', ETag: '"a"', 'Content-Length': BODY.length });
        res.end(BODY);
      },
      { ...FILLS, encoding: {} },
    );
    const at = world;
    const one = at.open('/', range('4-7', { 'Accept-Encoding': 'br' }));
    const coded = at.open('/', range('4-7', { 'Accept-Encoding': 'gzip', 'If-Range': '"other"' }));
    await until(() => joins(at) === 1);
    head.open();
    const { status, body, headers } = await one.answer;
    expect({ status, body }).toEqual({ status: 206, body: '0001' });
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: '"a"', 'content-range': `bytes 4-7/${BODY.length}` });
    expect(headers['content-encoding']).toBeUndefined();
    expect(await coded.answer).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
    expect(at.forwarded).toHaveLength(1);
  });

  test('ranges of a response that is too large to store are sent without buffering it', async () => {
    const size = 3 * 1024 * 1024;
    let waited = false;
    world = await startWorld(
      async (_req, res) => {
        res.writeHead(200, { 'Cache-Control': 'max-age=60', 'Content-Length': size });
        for (let sent = 0; sent < size; sent += 65_536) {
          const goOn = res.write(Buffer.alloc(65_536, sent / 65_536));
          waited ||= !goOn;
          await new Promise(setImmediate);
        }
        res.end();
      },
      { ...FILLS, bounds: { bodyBytes: 1024 * 1024 } },
    );
    const { status, bytes } = await world.get('/', range('-3'));
    expect({ status, bytes: [...bytes] }).toEqual({ status: 206, bytes: [47, 47, 47] });
    // The bytes before the range are dropped, so the origin need not wait.
    expect(waited).toBe(false);
    expect(world.edge.stats().entries).toBe(0);
  });

  test('do not take an incomplete response that is sent to the leader for a complete one', async () => {
    let [fills, slow] = [false, gate()];
    world = await startWorld(
      async (req, res) => {
        if (req.headers.range === undefined) {
          await slow.opened;
          res.writeHead(503).end('down');
          return;
        }
        res.writeHead(206, { 'Cache-Control': 'max-age=1, stale-if-error=600', 'Content-Range': 'bytes 0-4/10', ETag: '"a"' });
        res.end('01234');
      },
      { fillsRange: () => fills },
    );
    const at = world;
    await at.get('/', range('0-4'));
    fills = true;
    at.clock.advance(5);
    const leader = at.open('/', range('1-2'));
    await until(() => at.forwarded.length === 2);
    const whole = at.open('/');
    await until(() => joins(at) === 1);
    slow.open();
    expect(await leader.answer).toMatchObject({ status: 206, body: '12' });
    expect(await whole.answer).toMatchObject({ status: 503, body: 'down' });
  });
});
