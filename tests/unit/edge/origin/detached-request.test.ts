import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detachedRequest, type Peer, peerOf } from '../../../../server/edge/origin/detached-request.ts';
import { listening } from '../../../support/listening.ts';

const PEER: Peer = { remoteAddress: '203.0.113.7', remotePort: 4711, encrypted: false };

/** Each twice, as clients may send them. */
const NAMES = [
  'Accept',
  'Accept-Encoding',
  'Age',
  'Authorization',
  'Content-Type',
  'Cookie',
  'Date',
  'ETag',
  'Expires',
  'Forwarded',
  'From',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Unmodified-Since',
  'Last-Modified',
  'Location',
  'Max-Forwards',
  'Origin',
  'Proxy-Authorization',
  'Range',
  'Referer',
  'Retry-After',
  'Server',
  'Set-Cookie',
  'User-Agent',
  'Vary',
  'X-Forwarded-For',
] as const;

describe('a request without a connection', () => {
  let received: IncomingMessage;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const server = await listening((req, res) => {
      received = req;
      res.end();
    });
    close = server.close;
    const socket = connect(server.port, '127.0.0.1');
    const lines = NAMES.flatMap((name) => [`${name}: a`, `${name.toLowerCase()}: b`]);
    socket.end(`GET /x HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`);
    await buffer(socket);
  });
  afterAll(() => close());

  test('has the headers that Node reads from the same lines', () => {
    const detached = detachedRequest('GET', '/x', received.rawHeaders, PEER, () => undefined);
    expect(detached.rawHeaders).toEqual(received.rawHeaders);
    expect(detached.headers).toEqual(received.headers);
    expect(detached.headersDistinct).toEqual({ ...received.headersDistinct });
  });

  test('has a field that is called as a property of every object', () => {
    const { headers, headersDistinct } = detachedRequest('GET', '/x', ['__proto__', 'a'], PEER, () => undefined);
    expect([Object.entries(headers), Object.entries(headersDistinct)]).toEqual([[['__proto__', 'a']], [['__proto__', ['a']]]]);
  });

  test('has method, target and version as a received one', () => {
    const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, complete } = detachedRequest(
      'HEAD',
      '/x',
      [],
      PEER,
      () => undefined,
    );
    expect({ method, url, httpVersion, httpVersionMajor, httpVersionMinor, complete }).toEqual({
      method: 'HEAD',
      url: '/x',
      httpVersion: '1.1',
      httpVersionMajor: 1,
      httpVersionMinor: 1,
      complete: true,
    });
  });

  test('ends without content', async () => {
    expect(await buffer(detachedRequest('GET', '/x', [], PEER, () => undefined))).toHaveLength(0);
  });

  test.each([
    [PEER, 'IPv4'],
    [{ ...PEER, remoteAddress: '2001:db8::7', encrypted: true }, 'IPv6'],
    [{ ...PEER, remoteAddress: undefined }, 'IPv4'],
  ])('has the peer of the client: %o', (peer, family) => {
    const request = detachedRequest('GET', '/x', [], peer, () => undefined);
    expect(peerOf(request)).toMatchObject({ remoteAddress: peer.remoteAddress, remotePort: peer.remotePort });
    expect(request.socket).toMatchObject({ remoteFamily: family, encrypted: peer.encrypted });
  });

  test('tells when the origin destroys its connection, with and without an error', async () => {
    let destroyed = 0;
    for (const error of [undefined, new Error('gone')]) {
      const { socket } = detachedRequest('GET', '/x', [], PEER, () => (destroyed += 1));
      const closed = once(socket, 'close');
      socket.destroy(error);
      await closed;
    }
    expect(destroyed).toBe(2);
  });

  test('has a socket that takes what frameworks call and write', async () => {
    const { socket } = detachedRequest('GET', '/x', [], PEER, () => undefined);
    expect(socket.setTimeout(1).setKeepAlive(true).setNoDelay(true)).toBe(socket);
    await new Promise<void>((resolve, reject) => socket.write('x', (error) => (error ? reject(error) : resolve())));
  });
});

test('a received request has its own peer', async () => {
  const seen: unknown[] = [];
  const { port, close } = await listening((req, res) => {
    seen.push(peerOf(req));
    res.end();
  });
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const { localPort } = socket;
  socket.end('GET / HTTP/1.0\r\n\r\n');
  await buffer(socket);
  await close();
  expect(seen).toEqual([{ remoteAddress: '127.0.0.1', remotePort: localPort, encrypted: false }]);
});
