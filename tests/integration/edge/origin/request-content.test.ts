/** A GET or HEAD with content (RFC 9110 §9.3.1): the content is not forwarded, so the fields that announce it are not either. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { EdgeOptions } from '../../../../server/edge/index.ts';
import { httpOrigin } from '../../../support/http-origin.ts';
import { listening } from '../../../support/listening.ts';
import { startWorld, until, type World } from '../harness.ts';

const SMUGGLED = 'DELETE /smuggled HTTP/1.1\r\nHost: site.test\r\n\r\n';

const CONTENT = {
  'Content-Length': String(SMUGGLED.length),
  'Content-Encoding': 'identity',
  'Content-Digest': 'sha-256=:AA==:',
  'Content-MD5': 'AA==',
};

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

/** Starts an origin that answers complete requests and records them, and an edge that reuses its connection to it. */
async function before(options: Partial<EdgeOptions> = {}): Promise<{ readonly at: World; readonly heard: string[] }> {
  const heard: string[] = [];
  const server = await listening((req: IncomingMessage, res: ServerResponse) => {
    void text(req).then((content) => {
      heard.push(`${req.method} ${req.url} ${content}`);
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('a');
    });
  });
  onTestFinished(server.close);
  world = await startWorld(httpOrigin(server.port, true), options);
  return { at: world, heard };
}

describe.each(['GET', 'HEAD'])('the content of a %s', (method) => {
  test('is neither awaited by a server with a persistent connection nor read as the next request (RFC 9112 §11.2)', async () => {
    const { at, heard } = await before();
    expect((await at.get('/a', { method, headers: CONTENT, body: SMUGGLED })).status).toBe(200);
    expect((await at.get('/b')).status).toBe(200);
    expect(heard).toEqual([`${method} /a `, 'GET /b ']);
  });

  test('is not announced, and fields that describe it are removed (RFC 9112 §6.3)', async () => {
    world = await startWorld((_req, res) => res.end('a'));
    await world.get('/', { method, headers: { ...CONTENT, Expect: '100-continue', 'Content-Type': 'text/plain' }, body: SMUGGLED });
    expect(world.forwarded[0]?.headers).toMatchObject({ host: 'site.test', 'content-type': 'text/plain' });
    for (const name of [...Object.keys(CONTENT), 'Expect', 'Transfer-Encoding']) {
      expect(world.forwarded[0]?.headers).not.toHaveProperty(name.toLowerCase());
    }
  });

  test('is forwarded with a bypassed request', async () => {
    const { at, heard } = await before({ bypass: () => true });
    await at.get('/a', { method, headers: CONTENT, body: SMUGGLED });
    expect(heard).toEqual([`${method} /a ${SMUGGLED}`]);
  });
});

test('chunked content is not announced either', async () => {
  const { at, heard } = await before();
  const answer = await at.get('/a', { headers: { 'Transfer-Encoding': 'chunked' }, body: SMUGGLED });
  expect({ status: answer.status, heard }).toEqual({ status: 200, heard: ['GET /a '] });
});

test('a background revalidation does not forward the client’s content', async () => {
  world = await startWorld((_req, res) => {
    res.setHeader('Cache-Control', 'max-age=1, stale-while-revalidate=60');
    res.end('a');
  });
  const at = world;
  await at.get('/');
  at.clock.advance(5);
  await at.get('/', { headers: CONTENT, body: SMUGGLED });
  await until(() => at.forwarded.length === 2 && at.edge.stats().refreshesRunning === 0);
  expect(at.forwarded[1]?.headers['content-length']).toBeUndefined();
});

test('content of a request that is answered from the store is not read as the next request', async () => {
  const { at, heard } = await before();
  await at.get('/');
  const socket = connect(at.port, '127.0.0.1');
  const lines = ['GET / HTTP/1.1', 'Host: site.test', `Content-Length: ${SMUGGLED.length}`, '', SMUGGLED.trimEnd(), '', ''];
  socket.write(`${lines.join('\r\n')}GET /last HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`);
  expect((await text(socket)).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(heard).toEqual(['GET / ', 'GET /last ']);
});

test('a client that disconnects within its content closes the connection to the server, which receives no complete request', async () => {
  const seen: string[] = [];
  const server = await listening((req, res) => {
    req.once('data', () => seen.push('data'));
    req.on('end', () => seen.push('end'));
    req.on('error', () => undefined);
    res.on('close', () => seen.push('close'));
  });
  onTestFinished(server.close);
  world = await startWorld(httpOrigin(server.port, true));
  const at = world;
  const socket = connect(at.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: site.test\r\nContent-Length: 10\r\n\r\nhalf');
  await until(() => seen.length === 1);
  socket.destroy();
  await until(() => seen.length === 2);
  expect([seen, at.events.map(({ kind }) => kind)]).toEqual([['data', 'close'], ['forward']]);
});
