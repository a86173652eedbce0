/** A TCP proxy that misbehaves as networks and strangers do, in front of a server on this machine. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `slow`: answers come late. `reset`: every connection is cut at its first bytes. `lies`: the answers are other bytes. */
export type LinkFault = 'none' | 'slow' | 'reset' | 'lies';

export interface FaultyLink {
  readonly url: string;
  /** For the bytes that come from now on. */
  fault: LinkFault;
  close(): Promise<void>;
}

/** More than what a visitor may wait for a read. */
const SLOW_MS = 200;

const LIE = Buffer.from('$-7\r\n*3\r\n:1\r\n+NÃO\r\n%9\r\nHTTP/1.1 200 OK\r\n\r\n');

/** Stands in front of the server of `port`. */
export async function faultyLink(port: number): Promise<FaultyLink> {
  const sockets = new Set<Socket>();
  const link = { fault: 'none' as LinkFault };
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const end = (): void => [client, upstream].forEach((socket) => socket.destroy());
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      if (link.fault === 'reset') client.resetAndDestroy();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (link.fault === 'slow') setTimeout(() => client.write(bytes), SLOW_MS).unref();
      else client.write(link.fault === 'lies' ? LIE : bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(link, {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  });
}
