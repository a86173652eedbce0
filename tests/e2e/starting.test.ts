/** A site that starts: its database has taken the connection and says nothing yet. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchSite, type RunningSite } from '../support/site.ts';

const connections: Socket[] = [];
const database = createServer((socket) => {
  connections.push(socket);
  socket.on('error', () => socket.destroy());
});
let site: RunningSite;

beforeAll(async () => {
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const asked = once(database, 'connection');
  site = await launchSite({ environment: { DATABASE_URL: `postgres://site@127.0.0.1:${port}/site` } });
  await asked;
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
