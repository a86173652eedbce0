/** One call of an origin, whatever the origin does: time limits, faults, and the order of what the edge receives. */
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { detachedRequest } from '../../../../server/edge/origin/detached-request.ts';
import { type OpenExchange, openExchange } from '../../../../server/edge/origin/exchange.ts';
import { type Origin, OriginFailure } from '../../../../server/edge/origin/origin.ts';
import type { Exchange, SettledResponse } from '../../../../shared/cache/exchange.ts';
import { type FakeClock, fakeClock } from '../../../integration/edge/harness.ts';

const PEER = { remoteAddress: '203.0.113.7', remotePort: 1, encrypted: false };

type Call = readonly [call: string, ...details: unknown[]];

class World {
  readonly clock: FakeClock = fakeClock();
  readonly seen: Call[] = [];
  readonly late: unknown[] = [];
  readonly settled: Promise<SettledResponse | null>[] = [];
  takes = true;

  /** The calls of the sink, by name and failure. */
  get calls(): readonly string[] {
    return this.seen.map(([call, detail]) => {
      if (call !== 'fail') return call;
      return detail instanceof OriginFailure
        ? `${detail.kind}: ${detail.message}`
        : `fail: ${detail instanceof Error ? detail.message : ''}`;
    });
  }

  call(origin: Origin, fields: readonly string[] = [], method = 'GET'): OpenExchange {
    const { seen } = this;
    return openExchange(
      origin,
      (onDestroy) => detachedRequest(method, '/', fields, PEER, onDestroy),
      {
        information: (status) => seen.push(['information', status]),
        head: (status) => seen.push(['head', status]),
        data: (chunk) => {
          seen.push(['data', chunk.toString()]);
          return this.takes;
        },
        end: () => seen.push(['end']),
        fail: (cause) => seen.push(['fail', cause]),
      },
      {
        clock: this.clock,
        hasFallback: true,
        timeoutMs: 10_000,
        idleMs: 2_000,
        onSettle: (response) => this.settled.push(response),
        onLateError: (cause) => this.late.push(cause),
      },
    );
  }
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

let world: World;
beforeEach(() => {
  world = new World();
});

describe('an origin that answers', () => {
  test('is heard in order', async () => {
    world.call((_req, res) => {
      res.writeContinue();
      res.write('a');
      res.end('b');
    });
    await turn();
    expect(world.seen).toEqual([['information', 100], ['head', 200], ['data', 'a'], ['data', 'b'], ['end']]);
    world.clock.advance(60);
    expect([world.seen.length, world.late]).toEqual([5, []]);
  });

  test('is told whether a stored response may stand in for an error', () => {
    const told: boolean[] = [];
    world.call((_req, _res, { hasFallback }) => told.push(hasFallback));
    expect(told).toEqual([true]);
  });

  test('may settle once, and a settled response that fails is none', async () => {
    const settled = { status: 200, headers: {}, body: Buffer.from('x') };
    const exchanges: Exchange[] = [];
    world.call((_req, _res, exchange) => exchanges.push(exchange));
    exchanges[0]?.settle(Promise.resolve(settled));
    exchanges[0]?.settle(Promise.resolve(settled));
    world.call((_req, _res, exchange) => exchange.settle(Promise.reject(new Error('not rendered'))));
    expect(await Promise.all(world.settled)).toEqual([settled, null]);
  });
});

describe('an origin that fails', () => {
  test.each<[string, Origin]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('an origin that fails because it %s gives no response', async (_how, origin) => {
    world.call(origin);
    await turn();
    world.clock.advance(60);
    expect([world.calls, world.late]).toEqual([['fail: broken'], []]);
  });

  test('a failure after the complete response is reported apart', async () => {
    world.call(async (_req, res) => {
      res.end('a');
      await turn();
      throw new Error('late');
    });
    await turn();
    await turn();
    expect([world.calls, world.late]).toEqual([['head', 'data', 'end'], [new Error('late')]]);
  });

  test('an origin that destroys its request gives no response', async () => {
    world.call((req) => void req.socket.destroy());
    await turn();
    expect(world.calls).toEqual(['fail: the origin closed its response before the end']);
  });
});

describe('an origin that is slow', () => {
  test('an origin that is slow to send a head fails by its time limit, and its response is closed', async () => {
    let isClosed = false;
    world.call((_req, res) => void res.on('close', () => (isClosed = true)));
    world.clock.advance(9.999);
    expect(world.calls).toEqual([]);
    world.clock.advance(0.001);
    await turn();
    expect([world.calls, isClosed]).toEqual([['timeout: no response after 10000 ms'], true]);
  });

  test('an origin that is slow to go on with its body fails when nothing has come for long enough', async () => {
    const write: (() => void)[] = [];
    world.call((_req, res) => void write.push(() => void res.write('a')));
    write[0]?.();
    world.clock.advance(1.5);
    write[0]?.();
    world.clock.advance(1.5);
    expect(world.calls).toEqual(['head', 'data', 'data']);
    world.clock.advance(0.5);
    expect(world.calls.at(-1)).toBe('timeout: no byte for 2000 ms');
  });

  test('an origin that is asked to wait does not fail by its time limit, and is let go on', async () => {
    let drains = 0;
    world.takes = false;
    const exchange = world.call((_req, res) => {
      res.on('drain', () => (drains += 1));
      res.write('a');
    });
    world.clock.advance(60);
    expect(world.calls).toEqual(['head', 'data']);
    exchange.drained();
    expect(drains).toBe(1);
    world.clock.advance(2);
    expect(world.calls.at(-1)).toBe('timeout: no byte for 2000 ms');
  });
});

describe('an exchange that is aborted', () => {
  test('calls nothing any more, and closes the response', async () => {
    let isClosed = false;
    const write: (() => void)[] = [];
    const exchange = world.call((_req, res) => {
      res.on('close', () => (isClosed = true));
      write.push(() => {
        res.writeContinue();
        res.write('a');
      });
    });
    exchange.abort();
    exchange.abort();
    write[0]?.();
    world.clock.advance(60);
    await turn();
    expect([world.calls, world.late, isClosed]).toEqual([[], [], true]);
  });

  test('within its body calls nothing any more', async () => {
    const write: (() => void)[] = [];
    const exchange = world.call((_req, res) => {
      res.write('a');
      write.push(() => void res.end('b'));
    });
    exchange.abort();
    write[0]?.();
    world.clock.advance(60);
    await turn();
    expect([world.calls, world.late]).toEqual([['head', 'data'], []]);
  });
});

describe('a status that no client could take', () => {
  test.each([
    ['GET', 600, [], 'the origin answered with the invalid status 600'],
    ['POST', 600, [], 'the origin answered with the invalid status 600'],
    ['GET', 206, [], 'the origin answered 206 to a request without Range'],
    ['HEAD', 304, [], 'the origin answered 304 to a request without a condition'],
  ])('is a failure: to %s %d with %j, and its response is closed', async (method, status, fields, message) => {
    let isClosed = false;
    const answer = (_req: unknown, res: ServerResponse): void => {
      res.on('close', () => (isClosed = true));
      res.writeHead(status).write('a');
    };
    world.call(answer, fields, method);
    world.clock.advance(60);
    await turn();
    expect([world.calls, world.late, isClosed]).toEqual([[`unreachable: ${message}`], [], true]);
  });

  test.each([
    ['GET', 599, []],
    ['GET', 206, ['Range', 'bytes=0-1']],
    ['GET', 304, ['If-None-Match', '"a"']],
    ['GET', 304, ['If-Modified-Since', 'Sat, 21 Nov 2026 12:00:00 GMT']],
    // Another method may have had an effect that an error response would hide.
    ['POST', 206, []],
    ['POST', 304, []],
  ])('is none: to %s %d with %j', (method, status, fields) => {
    world.call((_req, res) => void res.writeHead(status).end(), fields, method);
    expect(world.calls).toEqual(['head', 'end']);
  });
});
