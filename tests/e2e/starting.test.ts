/** A site that starts: its database has taken the connection and says nothing yet. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchSite, type RunningSite } from '../support/site.ts';

const connections: Socket[] = [];
const database = createServer((socket) => {
  connections.push(socket);
  socket.on('error', () => socket.destroy());
});
let site: RunningSite;

/** Resolves when it has asked the database. */
async function launch(environment: Readonly<Record<string, string>> = {}): Promise<RunningSite> {
  const { port } = database.address() as AddressInfo;
  const asked = once(database, 'connection');
  const launched = await launchSite({ environment: { DATABASE_URL: `postgres://site@127.0.0.1:${port}/site`, ...environment } });
  await asked;
  return launched;
}

beforeAll(async () => {
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  site = await launch({ ACCESS_LOG: 'on' });
});
afterAll(async () => {
  await site.stop();
  for (const socket of connections) socket.destroy();
  database.close();
});

test('a starting site is alive and not ready', async () => {
  const [live, ready] = await Promise.all([fetch(`${site.url}/health/live`), fetch(`${site.url}/health/ready`)]);
  expect([live.status, ready.status, ready.headers.get('retry-after')]).toEqual([200, 503, '5']);
  expect(await ready.json()).toEqual({ status: 'starting', reasons: [], checks: [] });
});

test.each(['/', '/assets/estilos-Ab12Cd34.css', '/v1/graphql', '/_edge/stats'])('answers %s with 503 and Retry-After', async (path) => {
  const answer = await fetch(site.url + path);
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([503, '5', 'private, no-store']);
});

test('every answer before the site has its line in the access log, that to a request that cannot be read included', async () => {
  const ids: (string | undefined)[] = [];
  for (const request of ['GET /mapa HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n', 'not a request\r\n\r\n']) {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    socket.write(request);
    ids.push(/X-Request-Id: (\S+)/.exec(await text(socket))?.[1]);
  }
  await (await fetch(`${site.url}/lai`)).text();
  const log = (): readonly string[] => site.output().split('\n');
  await expect.poll(() => log().filter((line) => line.includes('/lai'))).not.toEqual([]);
  const lines = log()
    .filter((line) => line.includes('"msg":"access"'))
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ method: 'GET', path: '/mapa', status: 417, requestId: ids[0] }),
      expect.objectContaining({ method: null, path: null, status: 400, requestId: ids[1] }),
      expect.objectContaining({ method: 'GET', path: '/lai', status: 503 }),
    ]),
  );
});

test('answers a WebSocket with 503, which a balancer may send to another replica', async () => {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1').setEncoding('utf8');
  socket.write('GET /v1/graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [head] = (await once(socket, 'data')) as [string];
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  socket.destroy();
});

test('the connection of a form that waits is closed when there will be no site', async () => {
  const own = await launch();
  try {
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1').setEncoding('utf8');
    socket.write('POST /_casos/pedido HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n');
    // Node sends it when it gives the request on.
    expect(await once(socket, 'data')).toEqual(['HTTP/1.1 100 Continue\r\n\r\n']);
    own.process.kill('SIGTERM');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/);
  } finally {
    await own.stop();
  }
});

/** Node's flags for a process whose minutes last a fifth of a second. */
const SHORT_MINUTES = `--import=data:text/javascript,${encodeURIComponent(
  'const real = setTimeout; globalThis.setTimeout = (act, ms, ...given) => real(act, ms === 60_000 ? 200 : ms, ...given);',
)}`;

test('a form that may bring files has more than a minute to arrive, and no other one', async () => {
  const own = await launch({ NODE_OPTIONS: SHORT_MINUTES });
  /** Sends the head of a form, and resolves when it is answered; its body does not come. */
  const slow = async (type: string): Promise<Socket> => {
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1').setEncoding('utf8');
    socket.write(`GET /_casos/pedido HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n`);
    expect(await once(socket, 'data')).toEqual([expect.stringMatching(/^HTTP\/1\.1 503 /)]);
    return socket.resume();
  };
  try {
    const withFiles = await slow('multipart/form-data; boundary=limite');
    await once(await slow('application/x-www-form-urlencoded'), 'close');
    expect(withFiles.closed).toBe(false);
    withFiles.destroy();
  } finally {
    await own.stop();
  }
});
