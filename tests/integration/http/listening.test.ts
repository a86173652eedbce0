/** The sockets of one port, met by connections of another thread. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createNetServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen } from '../../../server/http/connections/listening.ts';
import { openMeanwhile } from '../../support/connections-meanwhile.ts';
import { freePort } from '../../support/free-port.ts';
import { gate } from '../edge/harness.ts';

const HOST = '127.0.0.1';
const CONNECTIONS = 200;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))));

test.runIf(process.platform === 'linux')('sixteen connections are taken in one turn, and each is answered and counted', async () => {
  let taken = 0;
  let answered = 0;
  const held = gate();
  const server = createServer((_req, res) => {
    answered += 1;
    void held.opened.then(() => res.end('answer'));
  });
  server.on('connection', () => {
    taken += 1;
  });
  const port = await listen(server, { port: 0, host: HOST });
  await turn();
  const client = openMeanwhile({ port, count: CONNECTIONS, request: REQUEST });
  await turn();
  expect(taken).toBe(16);
  await expect.poll(() => answered).toBe(CONNECTIONS);
  expect(await connectionsOf(server)).toBe(CONNECTIONS);
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      isClosed = true;
      resolve();
    });
  });
  const [refusal] = (await once(connect(port, HOST), 'error')) as [NodeJS.ErrnoException];
  expect([refusal.code, isClosed]).toEqual(['ECONNREFUSED', false]);
  held.open();
  await client.terminate();
  await closed;
  expect(await connectionsOf(server)).toBe(0);
});

test('a client that ends its side with its request is answered on every socket', async () => {
  const server = createServer((_req, res) => void setImmediate(() => res.end('answer')));
  const port = await listen(server, { port: 0, host: HOST });
  const answers = Array.from({ length: 64 }, async () => {
    const socket = connect({ port, host: HOST, allowHalfOpen: true });
    socket.end(REQUEST);
    return text(socket);
  });
  expect((await Promise.all(answers)).filter((answer) => answer.endsWith('answer'))).toHaveLength(64);
  server.close();
  server.closeAllConnections();
});

test('a port that is in use is refused, also where its holder shares it', async () => {
  const port = await freePort();
  const holder = createNetServer();
  await once(holder.listen(port, HOST), 'listening');
  await expect(listen(createServer(), { port, host: HOST })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  holder.close();
  await once(holder, 'close');
  const site = createServer();
  expect(await listen(site, { port, host: HOST })).toBe(port);
  await expect(listen(createServer(), { port, host: HOST })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  site.close();
  await once(site, 'close');
});
