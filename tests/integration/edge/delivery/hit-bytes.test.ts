/** The bytes of hits on every kind of connection, and what becomes of the connection. */
import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Clock, createEdge, type EdgeOptions } from '../../../../server/edge/index.ts';
import { startWorld } from '../harness.ts';

const START = Date.UTC(2026, 10, 21, 12);
const standing: Clock = { now: () => START, after: () => () => undefined };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Site {
  readonly server: Server;
  readonly port: number;
}

/** A site whose page `/` is stored and has had two hits. */
async function serve(body: Buffer, server: ServerOptions = {}, options: Partial<EdgeOptions> = {}): Promise<Site> {
  const edge = createEdge({
    clock: standing,
    ...options,
    origin: (_req, res) => {
      res.sendDate = false;
      const length = String(body.byteLength);
      res.writeHead(200, ['Content-Type', 'text/plain', 'ETag', '"one"', 'Cache-Control', 'max-age=60', 'Content-Length', length]);
      res.end(body);
    },
  });
  const listening = createServer(server, edge.listener);
  servers.push(listening);
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  for (let request = 0; request < 3; request += 1) await exchange(port, get('/'), 1);
  return { server: listening, port };
}

function get(path: string, ...lines: string[]): string {
  return ['GET', path, `HTTP/1.1\r\n${['Host: site.test', ...lines].join('\r\n')}\r\n\r\n`].join(' ');
}

/** Sends `text` and resolves to all bytes when `answers` responses are complete, or when the server closes the connection. */
async function exchange(port: number, text: string, answers: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const received = await receive(socket, answers);
  socket.destroy();
  return received;
}

function receive(socket: Socket, answers: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const received = (): string => Buffer.concat(chunks).toString('latin1');
    let size = 0;
    let wanted = answers === Infinity ? Infinity : 0;
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size < wanted) return;
      const { complete, rest, missing } = splitResponses(received());
      wanted = size - rest.length + missing;
      if (complete.length >= answers) resolve(received());
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(received()));
  });
}

interface Parted {
  readonly complete: readonly string[];
  /** Bytes after the last complete response. */
  readonly rest: string;
  /** Length of the next, incomplete response; 0 while its head is incomplete. */
  readonly missing: number;
}

/** Splits bytes into responses. */
function splitResponses(received: string): Parted {
  const complete: string[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { complete, rest, missing: 0 };
    const length = Number(/^HTTP\/1.1 200[^]*?\r\ncontent-length: (\d+)/i.exec(rest.slice(0, end))?.[1] ?? 0);
    const bytes = end + 4 + length;
    if (rest.length < bytes) return { complete, rest, missing: bytes };
    complete.push(rest.slice(0, bytes));
    rest = rest.slice(bytes);
  }
}

const HEAD = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/plain',
  'ETag: "one"',
  'Cache-Control: max-age=60',
  'Content-Length: 5',
  'Date: Sat, 21 Nov 2026 12:00:00 GMT',
  'Age: 0',
  'Cache-Status: edge; hit; ttl=60',
];
const PERSISTENT = [...HEAD, 'Connection: keep-alive', 'Keep-Alive: timeout=5', '', ''].join('\r\n');

test('hits on one connection are complete and equal', async () => {
  const { port } = await serve(Buffer.from('hello'));
  const socket = connect(port, '127.0.0.1');
  for (let request = 0; request < 3; request += 1) {
    const answer = receive(socket, 1);
    socket.write(get('/'));
    expect(await answer).toBe(`${PERSISTENT}hello`);
    socket.removeAllListeners('data');
  }
  socket.destroy();
});

test('pipelined hits, 304s and a miss arrive complete and in order', async () => {
  const { port } = await serve(Buffer.from('hello'));
  const requests = [get('/'), get('/', 'If-None-Match: "one"'), get('/other'), get('/'), get('/', 'If-None-Match: "one"'), get('/')];
  const { complete, rest } = splitResponses(await exchange(port, requests.join(''), requests.length));
  expect(rest).toBe('');
  expect(complete.map((answer) => answer.slice(9, 12))).toEqual(['200', '304', '200', '200', '304', '200']);
  expect([complete[0], complete[3], complete[5]]).toEqual([`${PERSISTENT}hello`, `${PERSISTENT}hello`, `${PERSISTENT}hello`]);
  expect(complete[1]).toBe(complete[4]);
  expect(complete[2]).toMatch(/fwd=uri-miss[^]*\r\n\r\nhello$/);
});

test('304s are equal and have no content', async () => {
  const { port } = await serve(Buffer.from('hello'));
  const answers = [];
  for (let request = 0; request < 3; request += 1) answers.push(await exchange(port, get('/', 'If-None-Match: "one"'), 1));
  expect(answers[0]).toMatch(/^HTTP\/1.1 304 Not Modified\r\n[^]*Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n$/);
  expect(new Set(answers).size).toBe(1);
});

test('a HEAD gets the same head without content, and the connection stays open', async () => {
  const { port } = await serve(Buffer.from('hello'));
  const head = get('/').replace('GET', 'HEAD');
  // The Content-Length of a HEAD response frames nothing, so the test reads until the server closes.
  const answers = await exchange(port, head + head + get('/', 'Connection: close'), Infinity);
  expect(answers).toBe(`${PERSISTENT}${PERSISTENT}${[...HEAD, 'Connection: close', '', ''].join('\r\n')}hello`);
});

test.each([
  ['Connection: close', get('/', 'Connection: close'), 'close'],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 'close'],
  ['HTTP/1.0 with Host', 'GET / HTTP/1.0\r\nHost: site.test\r\n\r\n', 'close'],
])('the connection closes after a response to %s', async (_name, request, connection) => {
  const { port } = await serve(Buffer.from('hello'), {}, { targetOf: ({ url = '/' }) => ({ key: url, url, scope: '' }) });
  const received = await exchange(port, request, Infinity);
  expect(received).toBe(`${[...HEAD, `Connection: ${connection}`, '', ''].join('\r\n')}hello`);
  expect(await exchange(port, get('/'), 1)).toBe(`${PERSISTENT}hello`);
});

test('an HTTP/1.0 client with keep-alive keeps its connection', async () => {
  const { port } = await serve(Buffer.from('hello'), {}, { targetOf: ({ url = '/' }) => ({ key: url, url, scope: '' }) });
  const request = 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n';
  expect(splitResponses(await exchange(port, request + request, 2)).complete).toEqual([`${PERSISTENT}hello`, `${PERSISTENT}hello`]);
});

test('a client with Expect gets 100 before the hit', async () => {
  const { port } = await serve(Buffer.from('hello'));
  const received = await exchange(port, get('/', 'Expect: 100-continue'), 2);
  expect(received).toBe(`HTTP/1.1 100 Continue\r\n\r\n${PERSISTENT}hello`);
});

test('a connection closes after the last of its allowed requests', async () => {
  const { port, server } = await serve(Buffer.from('hello'));
  server.maxRequestsPerSocket = 2;
  const received = await exchange(port, get('/') + get('/'), 2);
  expect(splitResponses(received).complete.map((answer) => /\r\nConnection: ([^\r]*)/.exec(answer)?.[1])).toEqual(['keep-alive', 'close']);
});

test('a changed keep-alive timeout is sent at once', async () => {
  const { port, server } = await serve(Buffer.from('hello'));
  server.keepAliveTimeout = 9_000;
  expect(await exchange(port, get('/'), 1)).toContain('Keep-Alive: timeout=9\r\n');
});

test('a slow reader receives all bytes, and the next hit after them', async () => {
  const body = Buffer.alloc(8 * 1024 * 1024, 'abcdefghijklmnopqrstuvwxyz');
  const { port } = await serve(body, {}, { bounds: { bodyBytes: body.byteLength } });
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(get('/') + get('/', 'If-None-Match: "one"', 'Connection: close'));
  await once(socket, 'connect');
  // The response to another client shows that the server did not wait.
  await exchange(port, get('/', 'If-None-Match: "one"'), 1);
  const answers = receive(socket, Infinity);
  socket.resume();
  const [first = '', second = ''] = splitResponses(await answers).complete;
  expect(first.endsWith(`\r\n\r\n${body.toString('latin1')}`)).toBe(true);
  expect(second.startsWith('HTTP/1.1 304')).toBe(true);
});

test('a closing server closes connections after their hit', async () => {
  const { port, server } = await serve(Buffer.from('hello'));
  const socket = connect(port, '127.0.0.1');
  const answer = receive(socket, 1);
  socket.write(get('/'));
  await answer;
  const closed = Promise.all([once(server, 'close'), once(socket, 'close')]);
  server.close();
  server.closeIdleConnections();
  await closed;
  expect(servers.splice(0)).toHaveLength(1);
});

test('code that reads the response afterwards finds status and head', async () => {
  const { port, server } = await serve(Buffer.from('hello'));
  const finished = new Promise((resolve) => {
    server.once('request', (_req, res) => {
      res.once('finish', () => resolve([res.statusCode, res.headersSent, res.writableEnded]));
    });
  });
  await exchange(port, get('/'), 1);
  expect(await finished).toEqual([200, true, true]);
});

test('the age changes after a second', async () => {
  let now = START;
  const clock: Clock = { now: () => now, after: () => () => undefined };
  const { port } = await serve(Buffer.from('hello'), {}, { clock });
  expect(await exchange(port, get('/'), 1)).toContain('Age: 0\r\n');
  now += 1_000;
  const answers = splitResponses(await exchange(port, get('/') + get('/'), 2)).complete;
  expect(answers.map((answer) => /Age: 1\r\nCache-Status: edge; hit; ttl=59\r\n/.test(answer))).toEqual([true, true]);
});

test('a hit is answered before Node parses the request, unless only Node can write its head', async () => {
  const at = await startWorld(
    (req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      // Node decides about the connection by such a field.
      if (req.url === '/node') res.setHeader('Expect', 'x');
      res.end('a');
    },
    {},
    { isDirect: true },
  );
  try {
    for (const path of ['/', '/node']) for (let count = 0; count < 3; count += 1) expect((await at.get(path)).body).toBe('a');
    expect([at.direct(), at.forwarded.length]).toEqual([2, 2]);
  } finally {
    await at.close();
  }
});
