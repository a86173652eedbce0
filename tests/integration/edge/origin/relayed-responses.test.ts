/** How the edge as a reverse proxy passes a response on: at the pace of its reader, and to its end, whichever side ends it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type CapturedResponse, captureResponse } from '../../../../server/edge/origin/captured-response.ts';
import { detachedRequest } from '../../../../server/edge/origin/detached-request.ts';
import { type HttpOriginOptions, httpOrigin } from '../../../../server/edge/origin/http-origin.ts';
import { until } from '../harness.ts';

let server: Server | null = null;
let sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server?.close();
  server = null;
});

interface Relayed {
  readonly capture: CapturedResponse;
  /** What the client has received: its calls with their failures, and bytes. */
  readonly calls: string[];
  readonly bytes: () => number;
  /** Whether the origin has seen its connection close. */
  readonly isClosed: () => boolean;
  /** Lets the client take more. */
  readonly takeMore: () => void;
}

/** Asks a server that calls `say` at the first bytes of the request. The client takes one part of the body, and more when it says so. */
async function relayed(say: (socket: Socket) => void, options: Partial<HttpOriginOptions> = {}): Promise<Relayed> {
  let isClosed = false;
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => (isClosed = true));
    socket.once('data', () => say(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const calls: string[] = [];
  let bytes = 0;
  let takes = false;
  const peer = { remoteAddress: '203.0.113.7', remotePort: 1, encrypted: false, httpVersion: '1.1' };
  const request = detachedRequest('GET', '/', ['Host', 'site.test'], peer, () => undefined);
  const capture = captureResponse(request, {
    information: (status) => calls.push(`information ${status}`),
    head: (status) => calls.push(`head ${status}`),
    data: (chunk) => {
      bytes += chunk.byteLength;
      return takes;
    },
    end: () => calls.push('end'),
    fail: (cause) => calls.push(`fail: ${cause instanceof Error ? cause.message : ''}`),
  });
  httpOrigin({ host: '127.0.0.1', port, ...options })(request, capture.response, { hasFallback: false, settle: () => undefined });
  return {
    capture,
    calls,
    bytes: () => bytes,
    isClosed: () => isClosed,
    takeMore: () => {
      takes = true;
      capture.drained();
    },
  };
}

const LENGTH = 1_000_000;

test('a response waits for a slow reader, and then goes on to its end', async () => {
  const { bytes, calls, takeMore } = await relayed((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${LENGTH}\r\n\r\n`);
    socket.end(Buffer.alloc(LENGTH, 'x'));
  });
  await until(() => bytes() > 0);
  const first = bytes();
  for (let count = 0; count < 50; count += 1) await turn();
  expect(bytes()).toBe(first);
  expect(first).toBeLessThan(LENGTH);
  takeMore();
  await until(() => calls.includes('end'));
  expect([bytes(), calls]).toEqual([LENGTH, ['head 200', 'end']]);
});

test('an origin that sends no byte for too long fails by that, and its connection is closed', async () => {
  const { calls, isClosed } = await relayed(() => undefined, { idleTimeoutMs: 20 });
  await until(() => isClosed());
  expect(calls).toEqual(['fail: the origin sent no byte in time']);
});

test('a head that cannot be forwarded is a failure, and the connection is closed', async () => {
  const { calls, isClosed } = await relayed((socket) => socket.write('HTTP/1.1 099 None\r\nContent-Length: 5\r\n\r\n'));
  await until(() => isClosed());
  expect(calls).toEqual(['fail: the head of the origin cannot be forwarded']);
});

test('an origin that does not listen is a failure', async () => {
  const { calls } = await relayed(() => undefined, { port: 1 });
  await until(() => calls.length > 0);
  expect(calls).toEqual([expect.stringMatching(/^fail: connect /)]);
});

test('a client that disconnects closes the connection to the origin', async () => {
  const { capture, calls, isClosed } = await relayed((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  await until(() => calls.length === 1);
  capture.abort();
  await until(() => isClosed());
  expect(calls).toEqual(['head 200']);
});

test('the head is passed on before the first byte of the body', async () => {
  const { calls, bytes } = await relayed((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'));
  await until(() => calls.length === 1);
  expect([calls, bytes()]).toEqual([['head 200'], 0]);
});

test.each([
  ['within its head', 'HTTP/1.1 200 OK\r\nCont', ['fail: socket hang up']],
  ['within its body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab', ['head 200', 'fail: aborted']],
])('a response that ends %s is a failure', async (_where, text, expected) => {
  const { calls } = await relayed((socket) => socket.end(text));
  await until(() => calls.at(-1)?.startsWith('fail') === true);
  expect(calls).toEqual(expected);
});

test('a response to which the origin adds more than it announced is complete', async () => {
  const { calls, isClosed } = await relayed((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc'));
  await until(() => isClosed() && calls.length > 1);
  expect(calls).toEqual(['head 200', 'end']);
});
