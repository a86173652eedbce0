/** The edge as a reverse proxy of an HTTP server on raw sockets, which may send any bytes. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { httpOrigin } from '../../../support/http-origin.ts';
import { startWorld, until, type World } from '../harness.ts';

let world: World | null = null;
let server: Server | null = null;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await world?.close();
  world = null;
  server?.close();
  server = null;
});

/** Starts an origin that calls `say` with the head of each request and its socket. */
async function behind(say: (socket: Socket, head: string) => void): Promise<{ readonly at: World; readonly heads: string[] }> {
  const heads: string[] = [];
  server = createServer((socket) => {
    sockets.push(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.includes('\r\n\r\n')) return;
      heads.push(text);
      say(socket, text);
      text = '';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = await startWorld(httpOrigin(port));
  world = at;
  return { at, heads };
}

describe('a server behind the edge', () => {
  test('receives one request, with end-to-end fields and the client’s Host', async () => {
    const { at, heads } = await behind((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 1\r\n\r\nx'),
    );
    expect((await at.get('/a?b', { headers: { 'X-A': '1', Connection: 'x-b', 'X-B': '2' } })).body).toBe('x');
    expect((await at.get('/a?b')).headers['cache-status']).toMatch(/hit/);
    expect(heads).toHaveLength(1);
    expect(heads[0]).toMatch(/^GET \/a\?b HTTP\/1\.1\r\n/);
    expect(heads[0]).toMatch(/\r\nhost: site\.test\r\n/i);
    expect(heads[0]).toMatch(/\r\nx-a: 1\r\n/i);
    expect(heads[0]).not.toMatch(/x-b/i);
  });

  test('receives the content of a POST with the client’s framing', async () => {
    const { at } = await behind((socket, head) => {
      if (head.endsWith('0\r\n\r\n') || head.endsWith('sent'))
        socket.end(`HTTP/1.1 200 OK\r\n\r\n${head.split('\r\n\r\n').slice(1).join('|')}`);
    });
    expect((await at.get('/', { method: 'POST', headers: { 'Content-Length': '4' }, body: 'sent' })).body).toContain('sent');
  });

  test('receives content of an unknown length in chunks', async () => {
    const { at, heads } = await behind((socket, head) => {
      if (head.endsWith('0\r\n\r\n')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    expect((await at.get('/', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' }, body: 'sent' })).status).toBe(200);
    expect(heads.join('')).toMatch(/\r\ntransfer-encoding: chunked\r\n[^]*\r\n\r\n4\r\nsent\r\n0\r\n\r\n$/i);
  });

  test('may send interim responses and trailers', async () => {
    const { at } = await behind((socket) =>
      socket.end(
        'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n1\r\nx\r\n0\r\nX-Sum: 1\r\n\r\n',
      ),
    );
    expect(await at.get('/')).toMatchObject({ body: 'x', interims: [{ status: 103 }], trailers: { 'x-sum': '1' } });
    expect(await at.get('/')).toMatchObject({ body: 'x', interims: [], headers: { 'content-length': '1' } });
  });

  test.each([
    ['closes its connection at once', ''],
    ['does not speak HTTP', 'What is this\r\n\r\n'],
    ['sends two Content-Length fields', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    ['closes its connection within the head', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['answers with a status that is none', 'HTTP/1.1 099 None\r\nContent-Length: 0\r\n\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
  ])('a server that %s gives a 502', async (_what, text) => {
    const { at } = await behind((socket) => socket.end(text));
    expect((await at.get('/')).status).toBe(502);
    expect(at.edge.stats().originFailures).toBe(1);
  });

  test('a server that switches protocols has its connection closed', async () => {
    let isClosed = false;
    const { at } = await behind((socket) => {
      socket.on('close', () => (isClosed = true));
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect((await at.get('/')).status).toBe(502);
    await until(() => isClosed);
    expect(isClosed).toBe(true);
  });

  test('may have a phrase of its own for a status', async () => {
    const { at } = await behind((socket) => socket.end('HTTP/1.1 200 Tudo bem\r\nCache-Control: max-age=60\r\nContent-Length: 1\r\n\r\nx'));
    await at.get('/');
    const asked = { method: 'GET', url: '/', rawHeaders: ['Host', 'site.test'], hasContent: false };
    expect(at.edge.storedAnswer(asked, 5_000)?.head.toString()).toMatch(/^HTTP\/1\.1 200 Tudo bem\r\n/);
  });

  test('a server that is unreachable gives a 502, or a stale response', async () => {
    let gone = false;
    const { at } = await behind((socket) => {
      if (gone) socket.destroy();
      else socket.end('HTTP/1.1 200 OK\r\nCache-Control: max-age=1, stale-if-error=60\r\nContent-Length: 1\r\n\r\nx');
    });
    await at.get('/');
    gone = true;
    at.clock.advance(5);
    expect(await at.get('/')).toMatchObject({ status: 200, body: 'x' });
    expect((await at.get('/other')).status).toBe(502);
  });

  test('a server that closes its connection within the body closes the client’s, and nothing is stored', async () => {
    const { at } = await behind((socket) => socket.end('HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 9\r\n\r\nx'));
    expect((await at.get('/')).complete && (await at.get('/')).status === 200).toBe(false);
    expect(at.edge.stats().entries).toBe(0);
  });

  test('a body longer than its Content-Length is truncated to it', async () => {
    const { at } = await behind((socket) => socket.end('HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 1\r\n\r\nxyz'));
    expect(await at.get('/')).toMatchObject({ status: 200, body: 'x', complete: true });
  });

  test('a response with an unknown Transfer-Encoding is read to the end of its connection', async () => {
    const { at } = await behind((socket) => socket.end('HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: own\r\n\r\nx'));
    expect(await at.get('/')).toMatchObject({ body: 'x', complete: true });
    expect(await at.get('/')).toMatchObject({ body: 'x', headers: { 'content-length': '1' } });
  });

  test('sees its connection close when the only client of an unstorable response disconnects', async () => {
    let closed = false;
    const { at } = await behind((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      socket.write('HTTP/1.1 200 OK\r\nCache-Control: no-store\r\n\r\nfirst');
    });
    const pending = at.open('/');
    await pending.firstBytes;
    pending.leave();
    await until(() => closed);
    expect(closed).toBe(true);
  });
});
