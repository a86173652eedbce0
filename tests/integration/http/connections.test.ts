/** Connections that are slow, silent or greedy, on real sockets. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  type BoundBodies,
  beginsWebSocket,
  boundBodies,
  boundPipelining,
  type ConnectionTimes,
  closeSilent,
  closeUpgraded,
  connectionOptions,
  connectionTimes,
} from '../../../server/http/connections/bounds.ts';
import { refuseInvalid } from '../../../server/http/refused-request.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { gate, until } from '../edge/harness.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

function boundedServer(listener: RequestListener, times: ConnectionTimes = connectionTimes(75)): Promise<Listening> {
  const server: Server = createServer(connectionOptions(times), boundPipelining(listener));
  closeSilent(server, times);
  return listening(server);
}

/** Sends bytes; what comes back is read only when the test asks. */
function client(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

async function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

describe('requests that are sent ahead', () => {
  test('are answered in order, up to sixteen', async () => {
    let asked = 0;
    await using site = await boundedServer((_req, res) => res.end(`answer ${++asked};`));
    const text = await textOf(client(site.port, REQUEST.repeat(15) + REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')));
    expect(text.match(/answer \d+/g)).toEqual(Array.from({ length: 16 }, (_, index) => `answer ${index + 1}`));
  });

  test('close the connection beyond that, and the listener sees no more of them', async () => {
    let asked = 0;
    const held = gate();
    await using site = await boundedServer((_req, res) => {
      asked += 1;
      void held.opened.then(() => res.end('answer'));
    });
    const socket = client(site.port, REQUEST.repeat(1_400));
    expect(await textOf(socket)).toBe('');
    expect(asked).toBe(16);
    held.open();
  });

  test('are counted without those that have been answered, while others wait', async () => {
    const held: (() => void)[] = [];
    await using site = await boundedServer((_req, res) => held.push(() => res.end('answer')));
    const accepted = once(site.server, 'connection') as Promise<[Socket]>;
    const socket = client(site.port, REQUEST.repeat(10));
    const [connection] = await accepted;
    await until(() => held.length === 10);
    held[0]?.();
    await once(socket.resume(), 'data');
    socket.write(REQUEST.repeat(7));
    await until(() => held.length === 17);
    expect(connection.destroyed).toBe(false);
    socket.write(REQUEST);
    await until(() => connection.destroyed || held.length > 17);
    expect([connection.destroyed, held.length]).toEqual([true, 17]);
  });

  test('are not answered behind one that closes the connection', async () => {
    let asked = 0;
    await using site = await boundedServer((_req, res) => {
      asked += 1;
      res.destroy();
    });
    expect(await textOf(client(site.port, REQUEST.repeat(5)))).toBe('');
    expect(asked).toBe(1);
  });

  test.each([
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['bytes that are no request', 'x\r\n\r\n'],
    ['nothing, when the client leaves', ''],
  ])('have their responses closed behind which comes %s', async (_name, behind) => {
    let [asked, closed] = [0, 0];
    await using site = await boundedServer((_req, res) => {
      asked += 1;
      res.once('close', () => {
        closed += 1;
      });
    });
    const socket = client(site.port, REQUEST.repeat(5) + behind);
    await until(() => asked === 5);
    if (behind === '') socket.destroy();
    await expect.poll(() => closed).toBe(5);
  });

  test('are no more when they have been answered', async () => {
    let asked = 0;
    await using site = await boundedServer((_req, res) => {
      asked += 1;
      res.end('answer');
    });
    const socket = client(site.port, '');
    for (let count = 0; count < 40; count += 1) {
      socket.write(REQUEST);
      await once(socket.resume(), 'data');
    }
    expect(asked).toBe(40);
    socket.destroy();
  });
});

describe('a handshake for another protocol', () => {
  const HANDSHAKE = REQUEST.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n');

  /** Every request but the handshake is answered when `answer` is called; what Node hands over is closed. */
  function upgradingServer() {
    const counts = { asked: 0, closed: 0, handedOver: 0 };
    const waiting: (() => void)[] = [];
    const server = createServer(
      { ...connectionOptions(connectionTimes(75)), shouldUpgradeCallback: beginsWebSocket },
      boundPipelining((req, res) => {
        counts.asked += 1;
        res.once('close', () => {
          counts.closed += 1;
        });
        waiting.push(() => res.end(`answer to ${req.headers.upgrade ?? 'a request'};`));
      }),
    );
    server.on('upgrade', (_req, socket) => {
      counts.handedOver += 1;
      socket.destroy();
    });
    const answer = (): void => {
      for (const end of waiting.splice(0)) end();
    };
    return { counts, answer, listen: () => listening(server) };
  }

  test('behind requests that were sent ahead is an ordinary request, so that their responses close when the client leaves', async () => {
    const { counts, listen } = upgradingServer();
    await using site = await listen();
    const socket = client(site.port, REQUEST.repeat(5) + HANDSHAKE);
    await until(() => counts.asked + counts.handedOver === 6);
    socket.destroy();
    await expect.poll(() => counts).toEqual({ asked: 6, closed: 6, handedOver: 0 });
  });

  test('behind requests that were sent ahead is answered in its turn', async () => {
    const { counts, answer, listen } = upgradingServer();
    await using site = await listen();
    const socket = client(site.port, REQUEST + HANDSHAKE);
    await until(() => counts.asked + counts.handedOver === 2);
    answer();
    await expect.poll(() => counts).toEqual({ asked: 2, closed: 2, handedOver: 0 });
    socket.end();
    expect((await textOf(socket)).match(/answer to [^;]*/g)).toEqual(['answer to a request', 'answer to WebSocket']);
  });

  // Browsers and tools ask for h2c where they may; the answer goes on in HTTP/1.1 (RFC 9110 §7.8).
  test('that is no WebSocket is an ordinary request', async () => {
    const { counts, answer, listen } = upgradingServer();
    await using site = await listen();
    const socket = client(site.port, HANDSHAKE.replace('WebSocket', 'h2c'));
    await until(() => counts.asked + counts.handedOver === 1);
    answer();
    socket.end();
    expect(await textOf(socket)).toContain('answer to h2c');
    expect(counts.handedOver).toBe(0);
  });

  test('is closed with the others when all connections are, although it is not Node’s any more', async () => {
    const server = createServer({ ...connectionOptions(connectionTimes(75)), shouldUpgradeCallback: beginsWebSocket });
    closeUpgraded(server);
    let accepted = 0;
    server.on('connection', () => {
      accepted += 1;
    });
    server.on('upgrade', (_req, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    const site = await listening(server);
    const socket = client(site.port, HANDSHAKE);
    await once(socket.resume(), 'data');
    const other = client(site.port, '').resume();
    await until(() => accepted === 2);
    server.closeAllConnections();
    await expect.poll(() => [socket.closed, other.closed]).toEqual([true, true]);
    await site.close();
  });

  test('is handed over behind requests that have been answered', async () => {
    const { counts, answer, listen } = upgradingServer();
    await using site = await listen();
    const socket = client(site.port, REQUEST);
    await until(() => counts.asked === 1);
    answer();
    await once(socket.resume(), 'data');
    await until(() => counts.closed === 1);
    socket.write(HANDSHAKE);
    await once(socket, 'close');
    expect(counts.handedOver).toBe(1);
  });
});

describe('a connection that is silent while a response is due', () => {
  test('is closed when its client reads nothing', async () => {
    const cut = Promise.withResolvers<boolean>();
    const times = { keepAliveMs: 60_000, silenceMs: 100 };
    await using site = await boundedServer((_req, res) => {
      res.once('close', () => cut.resolve(!res.writableFinished));
      // More than the buffers of both systems hold.
      res.end(Buffer.alloc(64 * 1024 * 1024));
    }, times);
    const socket = client(site.port, REQUEST);
    expect(await cut.promise).toBe(true);
    socket.destroy();
  });

  test('is not closed while its client reads', async () => {
    const size = 64 * 1024 * 1024;
    await using site = await boundedServer((_req, res) => res.end(Buffer.alloc(size)), { keepAliveMs: 60_000, silenceMs: 5_000 });
    const answer = await fetch(site.origin);
    expect((await answer.arrayBuffer()).byteLength).toBe(size);
  });
});

test('a connection without a request is kept longer than balancers keep it', async () => {
  const { keepAliveTimeout, headersTimeout, requestTimeout } = connectionOptions(connectionTimes(75));
  expect(keepAliveTimeout).toBeGreaterThan(60_000);
  expect(headersTimeout).toBeLessThan(requestTimeout ?? 0);
  await using site = await boundedServer((_req, res) => res.end('answer'));
  const { headers } = await fetch(site.origin);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});

describe('a body that arrives slowly', () => {
  const HEAD = (path: string): string => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc`;

  const reading: RequestListener = (req, res) => {
    req.on('error', () => undefined).resume();
    req.on('end', () => res.end('whole'));
  };

  async function open(listenerOf: (bound: BoundBodies) => RequestListener = (bound) => bound(reading)): Promise<{
    readonly site: Listening;
    readonly waits: number[];
    /** How many of the waits go on. */
    readonly waiting: () => number;
    readonly pass: () => void;
    readonly begun: Promise<void>;
    /** What was said of bodies that were late. */
    readonly late: Error[];
  }> {
    const waits: number[] = [];
    const acts: (() => void)[] = [];
    const late: Error[] = [];
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const timers = {
      after(ms: number, act: () => void) {
        waits.push(ms);
        acts.push(act);
        return () => void acts.splice(acts.indexOf(act), 1);
      },
    };
    const bounded = listenerOf((listener) =>
      boundBodies(listener, {
        isUpload: ({ url }) => url === '/arquivos',
        late: (error, socket) => {
          late.push(error);
          socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
        },
        timers,
      }),
    );
    // Node itself closes no connection while a test runs.
    const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
      bounded(req, res);
      resolve();
    });
    server.on('checkExpectation', bounded);
    const pass = (): void => {
      for (const act of acts) act();
    };
    return { site: await listening(server), waits, waiting: () => acts.length, pass, begun, late };
  }

  test('is answered with 408 after a minute', async () => {
    const { site, waits, pass, begun, late } = await open();
    const socket = client(site.port, HEAD('/'));
    await begun;
    pass();
    expect([waits, (await textOf(socket)).split('\r\n')[0]]).toEqual([[60_000], 'HTTP/1.1 408 Request Timeout']);
    expect(late).toMatchObject([{ message: 'the body was late', code: 'ERR_HTTP_REQUEST_TIMEOUT' }]);
    await site.close();
  });

  test.each([
    ['that has arrived', `${HEAD('/')}defghij`, [60_000]],
    ['that there is none of', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', []],
    ['of no length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n', []],
    ['in chunks', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', [60_000]],
  ])('%s is not late', async (_what, bytes, expected) => {
    const { site, waits, waiting, late } = await open();
    const socket = client(site.port, bytes);
    await once(socket.resume(), 'data');
    await until(() => waiting() === 0);
    expect([waits, late]).toEqual([expected, []]);
    socket.destroy();
    await site.close();
  });

  test('is not late where it has arrived and nobody has read it yet', async () => {
    let asked: IncomingMessage | undefined;
    const { site, pass, late } = await open((bound) =>
      bound((req) => {
        asked = req;
      }),
    );
    const socket = client(site.port, `${HEAD('/')}defghij`);
    await until(() => asked?.complete === true);
    pass();
    expect(late).toEqual([]);
    socket.destroy();
    await site.close();
  });

  test.each<[string, string, number, (bound: BoundBodies) => RequestListener]>([
    ['that was answered meanwhile', HEAD('/'), 200, (bound) => bound((_req, res) => res.end('answer'))],
    [
      'of a request that is refused',
      HEAD('/').replace('Content', 'Expect: a miracle\r\nContent'),
      417,
      (bound) => refuseInvalid(reading, { https: false, log: SILENT_LOG, boundBodies: bound }),
    ],
  ])('%s has a minute too, and its connection is closed without a second answer', async (_what, bytes, status, listenerOf) => {
    const { site, waits, pass, late } = await open(listenerOf);
    const socket = client(site.port, bytes);
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    expect([waits, answer.toString('latin1')]).toEqual([[60_000], expect.stringContaining(`HTTP/1.1 ${status} `)]);
    pass();
    expect([await textOf(socket), late]).toEqual(['', []]);
    await site.close();
  });

  test('has the time of an upload where it is a file', async () => {
    const { site, waits, pass, begun } = await open();
    const socket = client(site.port, HEAD('/arquivos'));
    await begun;
    pass();
    socket.write('defghij');
    const [chunk] = (await once(socket.resume(), 'data')) as [Buffer];
    expect([waits, chunk.toString('latin1')]).toEqual([[], expect.stringContaining('200 OK')]);
    socket.destroy();
    await site.close();
  });
});
