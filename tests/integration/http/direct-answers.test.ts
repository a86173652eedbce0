/** Answers before Node's parser, on real sockets. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { boundPipelining, type ConnectionTimes, closeSilent, connectionOptions } from '../../../server/http/connections/bounds.ts';
import { answerDirectly, type DirectAnswer, type DirectAnswers } from '../../../server/http/connections/direct-answers.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { until } from '../edge/harness.ts';

const REQUEST = 'GET /stored HTTP/1.1\r\nHost: x\r\n\r\n';
const OTHER = 'GET /other HTTP/1.1\r\nHost: x\r\n\r\n';
const TIMES: ConnectionTimes = { keepAliveMs: 75_000, silenceMs: 60_000 };

interface DirectServer extends Listening {
  readonly direct: DirectAnswers;
  /** Targets in the order in which they were answered, those at the socket with a star. */
  readonly answered: string[];
}

function stored(body: string | Buffer): DirectAnswer {
  const bytes = Buffer.from(body as string);
  return { head: Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes.byteLength}\r\n\r\n`), body: bytes };
}

async function directServer(
  body: string | Buffer = 'stored',
  times: ConnectionTimes = TIMES,
  listener: RequestListener = (_req, res) => res.end('by Node'),
  options: ServerOptions = {},
): Promise<DirectServer> {
  const answered: string[] = [];
  const server: Server = createServer(
    { ...connectionOptions(times), ...options, shouldUpgradeCallback: ({ headers }) => headers.upgrade === 'websocket' },
    boundPipelining((req, res) => {
      answered.push(req.url ?? '');
      listener(req, res);
    }),
  );
  closeSilent(server, times);
  const answer = stored(body);
  const direct = answerDirectly(server, ({ url }) => {
    if (url !== '/stored') return null;
    answered.push(`${url}*`);
    return answer;
  });
  return { ...(await listening(server)), direct, answered };
}

interface Client {
  readonly socket: Socket;
  readonly text: () => string;
  /** Sends bytes and waits until that many more have come back in all. */
  readonly send: (bytes: string, awaited: string) => Promise<void>;
}

function client(port: number): Client {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  const send = async (bytes: string, awaited: string): Promise<void> => {
    const from = text.length;
    socket.write(bytes);
    await until(() => text.indexOf(awaited, from) >= 0);
  };
  return { socket, text: () => text, send };
}

/** A first request after which the connection has no parser yet, and one after which it has. */
const BEFORE = [
  [REQUEST, 'stored'],
  [OTHER, 'by Node'],
] as const;

describe('a connection', () => {
  test.each([
    ['its first packet holds', '', ''],
    ['a later packet holds', REQUEST, 'stored'],
    ['a packet after a request of Node holds', OTHER, 'by Node'],
  ])('is closed before the parser sees any of the requests when %s more than sixteen', async (_what, before, answer) => {
    await using site = await directServer();
    const { send, socket } = client(site.port);
    if (before !== '') await send(before, answer);
    const seen = site.answered.length;
    socket.write(OTHER.repeat(17));
    await once(socket, 'close');
    expect(site.answered.slice(seen)).toEqual([]);
  });

  test.each([
    ['sixteen requests', OTHER.repeat(16), 16],
    ['content with many empty lines', `POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 80\r\n\r\n${'\r\n\r\n'.repeat(20)}`, 1],
  ])('is answered by Node when its first packet holds %s', async (_what, bytes, requests) => {
    await using site = await directServer();
    const { socket, text } = client(site.port);
    socket.write(bytes);
    await until(() => text().split('by Node').length === requests + 1);
    expect(site.answered).toHaveLength(requests);
    socket.destroy();
  });

  test('is answered at the socket from its first request on, before and after requests that are not', async () => {
    await using site = await directServer();
    const { send, socket } = client(site.port);
    await send(REQUEST, 'stored');
    await send(REQUEST, 'stored');
    await send(OTHER, 'by Node');
    await send(REQUEST.replace('GET', 'HEAD'), '\r\n\r\n');
    await send(OTHER, 'by Node');
    expect(site.answered).toEqual(['/stored*', '/stored*', '/other', '/stored*', '/other']);
    socket.destroy();
  });

  test('is answered at the socket again after content that came with its head', async () => {
    await using site = await directServer();
    const { send, socket } = client(site.port);
    await send('POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab', 'by Node');
    await send(REQUEST, 'stored');
    expect(site.answered).toEqual(['/other', '/stored*']);
    socket.destroy();
  });

  test('is left to Node while a response of Node is under way', async () => {
    const held: (() => void)[] = [];
    await using site = await directServer('stored', TIMES, (req, res) => {
      if (req.url === '/other') held.push(() => res.end('late;'));
      else res.end('by Node');
    });
    const { send, socket, text } = client(site.port);
    await send(REQUEST, 'stored');
    socket.write(OTHER);
    await until(() => held.length === 1);
    socket.write(REQUEST);
    await until(() => site.answered.length === 3);
    for (const end of held) end();
    await until(() => text().endsWith('by Node'));
    expect(site.answered).toEqual(['/stored*', '/other', '/stored']);
    await send(REQUEST, 'stored');
    expect(site.answered.at(-1)).toBe('/stored*');
    socket.destroy();
  });

  test.each([
    ['content in chunks', 'POST /other HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['several requests in one packet', OTHER + OTHER],
    ['content and another request in one packet', `POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab${OTHER}`],
  ])('is left to Node for good after %s', async (_what, bytes) => {
    for (const [before, answer] of BEFORE) {
      await using site = await directServer();
      const { send, socket } = client(site.port);
      await send(before, answer);
      await send(bytes, 'by Node');
      await send(REQUEST, 'by Node');
      expect(site.answered.slice(1).filter((target) => target.endsWith('*'))).toEqual([]);
      socket.destroy();
    }
  });

  test('is left to Node for good after a head in two packets, which Node reads as one', async () => {
    await using site = await directServer();
    const { send, socket } = client(site.port);
    await send(REQUEST, 'stored');
    const arrived = once(site.server, 'connection');
    socket.write(REQUEST.slice(0, 9));
    // The second connection is accepted after the first packet has been read.
    const second = connect(site.port, '127.0.0.1');
    await arrived;
    await send(REQUEST.slice(9), 'by Node');
    await send(REQUEST, 'by Node');
    expect(site.answered).toEqual(['/stored*', '/stored', '/stored']);
    second.destroy();
    socket.destroy();
  });

  test('becomes a WebSocket with every byte that follows the upgrade', async () => {
    await using site = await directServer();
    const heard: string[] = [];
    site.server.on('upgrade', (_req, socket: Socket, head: Buffer) => {
      heard.push(head.toString('latin1'));
      socket.on('data', (chunk: Buffer) => heard.push(chunk.toString('latin1')));
      socket.once('end', () => socket.destroy());
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    const { send, socket } = client(site.port);
    await send(REQUEST, 'stored');
    await send('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst', '101');
    socket.write(REQUEST);
    await until(() => heard.join('') === `first${REQUEST}`);
    expect(site.answered).toEqual(['/stored*']);
    socket.destroy();
  });
});

describe('the time of a head', () => {
  // Shorter only once the connections have had their first answers: how long those take depends on the machine.
  const options: ServerOptions = { connectionsCheckingInterval: 20 };
  const shorten = ({ server }: DirectServer): void => void (server.headersTimeout = 40);

  test.each(BEFORE)('ends for one that does not arrive after %j', async (before, answer) => {
    await using site = await directServer('stored', TIMES, undefined, options);
    const { send, socket } = client(site.port);
    await send(before, answer);
    shorten(site);
    const closed = once(socket, 'close');
    await send(REQUEST.slice(0, -1), '408 Request Timeout');
    await closed;
    expect(site.answered).toHaveLength(1);
  });

  test('ends for a connection that sends nothing', async () => {
    await using site = await directServer('stored', TIMES, undefined, options);
    shorten(site);
    const reported = once(site.server, 'clientError') as Promise<[Error & { code: string }, Socket]>;
    const { socket } = client(site.port);
    const [error, late] = await reported;
    expect(error.code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
    late.destroy();
    socket.destroy();
  });

  test.each(BEFORE)('is not counted after %j', async (before, answer) => {
    await using site = await directServer('stored', TIMES, undefined, options);
    const { send, socket } = client(site.port);
    await send(before, answer);
    shorten(site);
    // Its time begins after that of the connection above would have.
    const { socket: late } = client(site.port);
    late.write(REQUEST.slice(0, -1));
    await once(late, 'close');
    await send(REQUEST, 'stored');
    expect(site.answered.slice(1)).toEqual(['/stored*']);
    socket.destroy();
  });
});

describe('a reader that takes nothing', () => {
  // More than the buffers of both systems hold.
  const LARGE = Buffer.alloc(64 * 1024 * 1024);

  /** @param before sent first, and answered by Node */
  async function silentReader(site: DirectServer, before = ''): Promise<Socket> {
    const socket = connect(site.port, '127.0.0.1');
    socket.on('error', () => undefined);
    if (before !== '') {
      socket.write(before);
      await once(socket, 'data');
    }
    socket.pause();
    socket.write(REQUEST);
    await until(() => site.answered.includes('/stored*'));
    return socket;
  }

  test.each(['', OTHER])(
    'is closed when it has been silent as long as one of Node may be, not as an unused connection, after %j',
    async (before) => {
      await using site = await directServer(LARGE, { keepAliveMs: 3_600_000, silenceMs: 100 });
      const accepted = once(site.server, 'connection') as Promise<[Socket]>;
      const socket = await silentReader(site, before);
      const [server] = await accepted;
      if (!server.destroyed) await once(server, 'close');
      expect(server.bytesWritten).toBeLessThan(LARGE.byteLength * 2);
      socket.destroy();
    },
  );

  test.each(['', OTHER])('leaves its connection to Node, which reads no more than its own bound of requests, after %j', async (before) => {
    await using site = await directServer(LARGE);
    const socket = await silentReader(site, before);
    for (let count = 0; count < 3; count += 1) socket.write(REQUEST);
    await until(() => site.answered.at(-1) === '/stored');
    expect(site.answered.filter((target) => target === '/stored*')).toHaveLength(1);
    socket.destroy();
  });

  test('delays the end of draining until it has taken its answer', async () => {
    await using site = await directServer(LARGE);
    const socket = await silentReader(site);
    let isStopped = false;
    const stopped = site.direct.stop().then(() => {
      isStopped = true;
    });
    const { send, socket: other } = client(site.port);
    await send(REQUEST, 'by Node');
    expect(isStopped).toBe(false);
    socket.resume();
    await stopped;
    socket.destroy();
    other.destroy();
  });

  test('has the time of an unused connection again when it has taken its answer', async () => {
    await using site = await directServer(LARGE);
    const accepted = once(site.server, 'connection') as Promise<[Socket]>;
    const socket = await silentReader(site);
    const [server] = await accepted;
    expect(server.timeout).toBe(60_000);
    socket.resume();
    await until(() => server.writableLength === 0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.timeout).toBe(76_000);
    socket.destroy();
  });

  test('has the time of a response that is due when another request came meanwhile', async () => {
    const held: (() => void)[] = [];
    await using site = await directServer(LARGE, TIMES, (_req, res) => held.push(() => res.end('by Node')));
    const accepted = once(site.server, 'connection') as Promise<[Socket]>;
    const socket = await silentReader(site);
    const [server] = await accepted;
    socket.write(OTHER);
    await until(() => held.length === 1);
    socket.resume();
    await until(() => server.writableLength === 0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.timeout).toBe(60_000);
    held[0]?.();
    socket.destroy();
  });

  test('ends the wait when it leaves', async () => {
    await using site = await directServer(LARGE);
    const socket = await silentReader(site);
    const stopped = site.direct.stop();
    socket.destroy();
    await expect(stopped).resolves.toBeUndefined();
  });
});

test('a connection that was answered at the socket is kept as long as one of Node', async () => {
  await using site = await directServer();
  const times: (number | undefined)[] = [];
  for (const requests of [[OTHER], [OTHER, REQUEST], [REQUEST]]) {
    const accepted = once(site.server, 'connection') as Promise<[Socket]>;
    const { send, socket } = client(site.port);
    const [server] = await accepted;
    for (const request of requests) await send(request, request === OTHER ? 'by Node' : 'stored');
    times.push(server.timeout);
    socket.destroy();
  }
  expect(times).toEqual([76_000, 76_000, 76_000]);
});

test.each(BEFORE)(
  'an unused connection is closed with the other unused ones after %j and an answer at the socket',
  async (before, answer) => {
    await using site = await directServer();
    const { send, socket } = client(site.port);
    await send(before, answer);
    await send(REQUEST, 'stored');
    const closed = once(socket, 'close');
    site.server.closeIdleConnections();
    await closed;
    expect(socket.destroyed).toBe(true);
  },
);

test('a connection that has sent nothing is closed with the unused ones, as Node does it', async () => {
  await using site = await directServer();
  const accepted = once(site.server, 'connection');
  const { socket } = client(site.port);
  const closed = once(socket, 'close');
  await accepted;
  site.server.closeIdleConnections();
  await closed;
  expect(site.answered).toEqual([]);
});

test.each(BEFORE)('nothing is answered at the socket after the stop, also after %j', async (before, answer) => {
  await using site = await directServer();
  const { send, socket } = client(site.port);
  await send(before, answer);
  await send(REQUEST, 'stored');
  await site.direct.stop();
  await send(REQUEST, 'by Node');
  expect(site.answered.slice(1)).toEqual(['/stored*', '/stored']);
  socket.destroy();
});

test.each(BEFORE)('all connections are closed at once after %j', async (before, answer) => {
  await using site = await directServer();
  const accepted = once(site.server, 'connection') as Promise<[Socket]>;
  const { send, socket } = client(site.port);
  const [server] = await accepted;
  await send(before, answer);
  site.server.closeAllConnections();
  expect(server.destroyed).toBe(true);
  socket.destroy();
});

test('a connection that is unused for too long after an answer at the socket is closed without an error', async () => {
  await using site = await directServer('stored', { ...TIMES, keepAliveMs: 40 });
  site.server.keepAliveTimeoutBuffer = 0;
  const errors: unknown[] = [];
  site.server.on('clientError', (error, socket) => {
    errors.push(error);
    socket.destroy();
  });
  const { socket, text } = client(site.port);
  const closed = once(socket, 'close');
  socket.write(REQUEST);
  await closed;
  expect([text().endsWith('stored'), errors]).toEqual([true, []]);
});

test('a connection with another listener for its bytes is left to Node from its first request that Node answers', async () => {
  await using site = await directServer();
  site.server.on('connection', (socket: Socket) => void socket.on('data', () => undefined));
  const { send, socket } = client(site.port);
  await send(REQUEST, 'stored');
  await send(OTHER, 'by Node');
  await send(REQUEST, 'by Node');
  expect(site.answered).toEqual(['/stored*', '/other', '/stored']);
  socket.destroy();
});

test('an answer may have no content', async () => {
  const server = createServer();
  const direct = answerDirectly(server, () => ({ head: Buffer.from('HTTP/1.1 304 Not Modified\r\n\r\n'), body: null }));
  await using site = await listening(server);
  const { send, socket, text } = client(site.port);
  for (let count = 0; count < 2; count += 1) await send(REQUEST, '\r\n\r\n');
  expect(text()).toBe('HTTP/1.1 304 Not Modified\r\n\r\n'.repeat(2));
  await direct.stop();
  socket.destroy();
});

test('a server that takes no connections is refused', () => {
  expect(() => answerDirectly(createServer().removeAllListeners('connection'), () => null)).toThrow('the server takes no connections');
});

test('a client that ends its side gets the end of the other', async () => {
  await using site = await directServer();
  const { send, socket } = client(site.port);
  await send(REQUEST, 'stored');
  const closed = once(socket, 'close');
  socket.end();
  await closed;
  expect(site.answered).toEqual(['/stored*']);
});
