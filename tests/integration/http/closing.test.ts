/** The end of a server, met by connections that another thread makes while it has no turn. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Closing, prepareClosing } from '../../../server/http/connections/closing.ts';
import { listen } from '../../../server/http/connections/listening.ts';
import { openMeanwhile } from '../../support/connections-meanwhile.ts';
import { handTimers } from '../../support/hand-timers.ts';

const HOST = '127.0.0.1';
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const COUNT = 200;
const NEVER = new AbortController().signal;

let timers: ReturnType<typeof handTimers>;
let server: Server;
let closing: Closing;
let port: number;
/** What happened, in order. */
let seen: string[];

beforeEach(async () => {
  timers = handTimers();
  seen = [];
  server = createServer((_req, res) =>
    closing.begin(() => {
      seen.push(server.listening ? 'answered' : 'answered, port closed');
      res.end('answer');
    }),
  );
  closing = prepareClosing(server, timers);
  port = await listen(server, { port: 0, host: HOST });
});
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
});

test('answers the requests of all connections that were made before the port is closed', async () => {
  const client = openMeanwhile({ port, count: COUNT, request: REQUEST });
  await closing.closePort(NEVER);
  const [refusal] = (await once(connect(port, HOST), 'error')) as [NodeJS.ErrnoException];
  expect(refusal.code).toBe('ECONNREFUSED');
  await expect.poll(() => seen).toHaveLength(COUNT);
  await client.terminate();
});

test('begins no request while it waits for connections, and those that came when the port is closed', async () => {
  const ended = closing.closePort(NEVER);
  closing.begin(() => seen.push(`port ${server.listening ? 'open' : 'closed'}`));
  expect(seen).toEqual([]);
  await ended;
  closing.begin(() => seen.push('at once'));
  expect(seen).toEqual(['port closed', 'at once']);
});

test('closes the port when no connection has come for ten milliseconds', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.05));
  let arrivedAt = 0;
  const look = (): void => {
    if (now > 8) {
      arrivedAt = now;
      server.emit('connection', new PassThrough());
    } else setImmediate(look);
  };
  look();
  await closing.closePort(NEVER);
  expect(arrivedAt).toBeGreaterThan(8);
  expect(Math.round(now - arrivedAt)).toBe(10);
});

test('closes the port when its signal is aborted although every turn brings a connection', async () => {
  const ending = new AbortController();
  let connections = 0;
  let isOver = false;
  const arrive = (): void => {
    if (isOver) return;
    connections += 1;
    server.emit('connection', new PassThrough());
    if (connections === 1_000) ending.abort();
    setImmediate(arrive);
  };
  arrive();
  await closing.closePort(ending.signal);
  isOver = true;
  expect(server.listening).toBe(false);
  expect(connections).toBeGreaterThanOrEqual(1_000);
});

test('a connection without a request is answered after the port is closed, and closed when it has been left unused', async () => {
  const accepted = once(server, 'connection');
  const [used, unused] = [connect(port, HOST), connect(port, HOST)];
  await accepted;
  await closing.closePort(NEVER);
  const ended = closing.closeConnections();
  used.write(REQUEST);
  await once(used, 'data');
  expect(seen).toEqual(['answered, port closed']);
  expect(timers.run()).toEqual([250]);
  await Promise.all([text(unused), once(used, 'close')]);
  await ended;
  expect(timers.run()).toEqual([]);
});

test('a request that has arrived by the time at which unused connections are closed is answered', async () => {
  const accepted = once(server, 'connection');
  const socket = connect(port, HOST);
  await accepted;
  await closing.closePort(NEVER);
  const ended = closing.closeConnections();
  socket.write(REQUEST);
  timers.run();
  expect(await text(socket.on('data', () => timers.run()))).toMatch(/answer$/);
  await ended;
});
