/** A site that starts: its database has taken the connection and says nothing yet. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
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
  site = await launch();
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

test('answers a WebSocket with 503, which a balancer may send to another replica', async () => {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1').setEncoding('utf8');
  socket.write('GET /v1/graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [head] = (await once(socket, 'data')) as [string];
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  socket.destroy();
});

/** Lets the minute in which a body must arrive pass at once. */
const NO_MINUTE = 'const after = setTimeout; globalThis.setTimeout = (act, ms, ...rest) => after(act, ms === 60_000 ? 1 : ms, ...rest);';

test('the time for the body of a form does not begin while the form waits, and its connection is closed when there will be no site', async () => {
  const own = await launch({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NO_MINUTE)}` });
  try {
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
    const answer = text(socket);
    socket.write('POST /_casos/pedido HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\ntexto=');
    await once(socket, 'connect');
    await setTimeout(300);
    own.process.kill('SIGTERM');
    expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/);
  } finally {
    await own.stop();
  }
});
