/**
 * Several sockets that listen on one port. libuv takes one connection of a listening socket in a turn of the event loop (libuv pull request 3696).
 * While the site is busy a turn takes tens of milliseconds, so one socket would let some tens of visitors in each second, and a flood of
 * connections would keep all other clients waiting for as long as it lasts.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, Server as NetServer } from 'node:net';
import { promisify } from 'node:util';

/** Connections that are taken in one turn at most. Each of them waits in the queue of one socket, by a hash of its addresses. */
const SOCKETS = 16;

export interface ListenAddress {
  /** 0 for any free one. */
  readonly port: number;
  readonly host: string;
}

/**
 * Listens, and resolves with the port. `close` and `getConnections` of the server are then about all of its sockets, and `close` leaves unused
 * connections open, which Node's closes. One socket does where the system does not share a port (SO_REUSEPORT) as Linux does.
 *
 * @throws the error of the system, EADDRINUSE also where another process listens that shares its port
 */
export async function listen(server: Server, address: ListenAddress): Promise<number> {
  if (process.platform !== 'linux') {
    include(server, []);
    return open(server, address);
  }
  // Two processes of one user may share a port, so it is tried alone first.
  if (address.port !== 0) {
    const alone = new NetServer();
    await open(alone, address);
    await promisify(alone.close.bind(alone))();
  }
  const port = await open(server, { ...address, reusePort: true });
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    // As Node's HTTP server takes connections.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket)),
  );
  include(server, others);
  await Promise.all(others.map((other) => open(other, { ...address, port, reusePort: true })));
  return port;
}

async function open(server: NetServer, options: ListenOptions): Promise<number> {
  server.listen(options);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Makes `close` and `getConnections` of the server those of all. */
function include(server: Server, others: readonly NetServer[]): void {
  const closings = [server, ...others].map((each) => NetServer.prototype.close.bind(each));
  const countings = [server, ...others].map((each) => each.getConnections.bind(each));
  server.close = (callback) => {
    let open = closings.length;
    const onClosed = (error?: Error): void => {
      open -= 1;
      if (open === 0) callback?.(error);
    };
    for (const close of closings) close(onClosed);
    return server;
  };
  server.getConnections = (callback) => {
    let [left, sum] = [countings.length, 0];
    const onCounted = (error: Error | null, count: number): void => {
      left -= 1;
      sum += count;
      if (left === 0) callback(error, sum);
    };
    for (const count of countings) count(onCounted);
    return server;
  };
}
