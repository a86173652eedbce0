import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, test, vi } from 'vitest';
import { holdUnparsed, unusedMs } from '../../../server/http/connections/unparsed-connections.ts';

const EVENTS = ['data', 'timeout', 'end', 'error', 'close'];

/** A connection whose timer is turned by hand: `emit('timeout')`. */
function connection() {
  const limits: number[] = [];
  const stream = new PassThrough({ autoDestroy: false });
  const socket = Object.assign(stream, { setTimeout: (ms: number) => limits.push(ms) }) as unknown as Socket;
  return { socket, limits, destroy: vi.spyOn(socket, 'destroy') };
}

const listeners = (socket: Socket): readonly number[] => EVENTS.map((event) => socket.listenerCount(event));
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let server: Server;
let attached: string[];
let hold: (socket: Socket, answers: (packet: Buffer) => boolean) => void;
beforeEach(() => {
  server = createServer();
  attached = [];
  ({ hold } = holdUnparsed(server, (_socket, packet) => attached.push(String(packet))));
});

test('gives a connection back with the first packet that is not answered, and has no part in it from then on', async () => {
  const { socket, limits, destroy } = connection();
  const before = listeners(socket);
  hold(socket, (packet) => String(packet) === 'known');
  socket.emit('data', Buffer.from('known'));
  socket.emit('data', Buffer.from('other'));
  expect(attached).toEqual(['other']);
  expect(listeners(socket)).toEqual(before);
  expect(limits).toEqual([server.headersTimeout, unusedMs(server)]);
  server.closeAllConnections();
  server.closeIdleConnections();
  await turn();
  expect(destroy).not.toHaveBeenCalled();
});

test('a connection whose first request does not come is told so as Node tells it, and closed where nobody does', () => {
  const { socket, destroy } = connection();
  hold(socket, () => true);
  const told: unknown[] = [];
  server.once('clientError', (error) => told.push(error));
  socket.emit('timeout');
  expect(told).toMatchObject([{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }]);
  expect(destroy).not.toHaveBeenCalled();
  socket.emit('timeout');
  expect(destroy).toHaveBeenCalledOnce();
});

test('a connection that has been used is closed when its time is over', () => {
  const { socket, destroy } = connection();
  hold(socket, () => true);
  server.on('clientError', () => expect.unreachable());
  socket.emit('data', Buffer.from('known'));
  socket.emit('timeout');
  expect(destroy).toHaveBeenCalledOnce();
});

test('a connection that fails is closed, and one that was closed is held no more', () => {
  const { socket, destroy } = connection();
  hold(socket, () => true);
  socket.emit('error', new Error('reset'));
  expect(destroy).toHaveBeenCalledOnce();
  socket.emit('close');
  server.closeAllConnections();
  expect(destroy).toHaveBeenCalledOnce();
});
