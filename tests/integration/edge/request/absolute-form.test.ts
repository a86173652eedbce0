/** Targets in absolute form (RFC 9112 §3.2.2): their authority takes precedence over `Host`. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { EdgeOptions, Origin } from '../../../../server/edge/index.ts';
import { httpOrigin } from '../../../support/http-origin.ts';
import { listening } from '../../../support/listening.ts';
import { startWorld, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

/** An origin whose response contains the host of the request. */
const named: Origin = (req, res) => {
  res.setHeader('Cache-Control', 'max-age=600');
  res.end(`${req.method} ${req.url} of ${req.headers.host}`);
};

async function start(origin: Origin, options: Partial<EdgeOptions> = {}): Promise<World> {
  world = await startWorld(origin, options);
  return world;
}

/** Sends the lines unchanged on a connection of its own. */
async function ask(at: World, line: string, ...fields: readonly string[]): Promise<{ readonly status: string; readonly body: string }> {
  const socket = connect(at.port, '127.0.0.1');
  socket.write([line, ...fields, 'Connection: close', '', ''].join('\r\n'));
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  return { status: head.split(' ', 2)[1] ?? '', body: rest.join('\r\n\r\n') };
}

const EVIL = 'Host: evil.test';

describe('a request in absolute form', () => {
  test('is forwarded with the host of its target and stored under the key of that host', async () => {
    const at = await start(named);
    expect((await ask(at, 'GET http://victim.test/a?b HTTP/1.1', EVIL)).body).toContain('GET /a?b of victim.test');
    expect((await at.get('/a?b', { headers: { Host: 'victim.test' } })).body).toBe('GET /a?b of victim.test');
    expect((await at.get('/a?b', { headers: { Host: 'evil.test' } })).body).toBe('GET /a?b of evil.test');
    expect(at.forwarded).toHaveLength(2);
  });

  test.each([
    ['an unsafe method', 'POST', {}],
    ['a bypassed request', 'GET', { bypass: () => true }],
    ['an excluded request', 'GET', { exclude: () => true }],
  ])('reaches the origin in origin form: %s', async (_what, method, options) => {
    const at = await start(named, options);
    expect((await ask(at, `${method} http://victim.test:8080/a HTTP/1.1`, 'X-A: 1', EVIL, 'Content-Length: 0')).body).toContain(
      `${method} /a of victim.test:8080`,
    );
    const [req] = at.forwarded;
    expect({ hosts: req?.headersDistinct['host'], host: req?.rawHeaders[3] }).toEqual({
      hosts: ['victim.test:8080'],
      host: 'victim.test:8080',
    });
  });

  test.each(['GET', 'POST'])('reaches an HTTP server behind the edge with the one Host of its target (%s)', async (method) => {
    const server = await listening((req, res) => res.end(`${req.url} ${req.headersDistinct['host']?.join()}`));
    onTestFinished(server.close);
    const at = await start(httpOrigin(server.port));
    expect((await ask(at, `${method} http://victim.test/a HTTP/1.1`, EVIL, 'Content-Length: 0')).body).toContain('/a victim.test');
    expect((await ask(at, `${method} http://victim.test/b HTTP/1.0`, 'Content-Length: 0')).body).toContain('/b victim.test');
  });

  test('invalidates only responses of the host of its target', async () => {
    const at = await start(named);
    for (const host of ['victim.test', 'evil.test']) await at.get('/', { headers: { Host: host } });
    await ask(at, 'POST http://victim.test HTTP/1.1', EVIL, 'Content-Length: 0');
    for (const host of ['victim.test', 'evil.test']) await at.get('/', { headers: { Host: host } });
    expect(at.forwarded.map(({ method, headers }) => `${method} ${headers.host}`)).toEqual([
      'GET victim.test',
      'GET evil.test',
      'POST victim.test',
      'GET victim.test',
    ]);
  });

  test.each([
    ['GET http://a.test', 'GET / of a.test'],
    ['GET http://a.test?b', 'GET /?b of a.test'],
    ['GET HTTP://a.test/b#c', 'GET /b of a.test'],
    ['GET http://[::1]:3000//b', 'GET //b of [::1]:3000'],
    ['OPTIONS http://a.test', 'OPTIONS * of a.test'],
    ['OPTIONS http://a.test/', 'OPTIONS / of a.test'],
    ['OPTIONS http://a.test?b', 'OPTIONS /?b of a.test'],
    ['OPTIONS *', 'OPTIONS * of evil.test'],
  ])('%s is forwarded as %s', async (line, wanted) => {
    expect((await ask(await start(named), `${line} HTTP/1.1`, EVIL)).body).toContain(wanted);
  });

  test.each([
    ['with userinfo', 'http://evil@victim.test/', [EVIL]],
    ['without a host', 'http:///a', [EVIL]],
    ['with two Host fields', 'http://victim.test/', [EVIL, EVIL]],
    ['with an invalid Host', 'http://victim.test/', ['Host: evil.test/x']],
  ])('is refused with 400 %s', async (_what, target, hosts) => {
    const at = await start(named);
    for (const method of ['GET', 'POST']) {
      expect(await ask(at, `${method} ${target} HTTP/1.1`, ...hosts, 'Content-Length: 0')).toMatchObject({ status: '400' });
    }
    expect(at.forwarded).toEqual([]);
  });
});
