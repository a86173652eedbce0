/** A TCP proxy whose connections can fall silent, as behind a firewall that has forgotten them: open on both sides, and nothing arrives. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface PausingProxy {
  readonly port: number;
  /** Silences every connection that is open now; later ones work. */
  silence(): void;
  /** Connections taken so far. */
  taken(): number;
  close(): Promise<void>;
}

/** Listens on a port of its own and passes everything on to `port` of this machine. */
export async function pausingProxy(port: number): Promise<PausingProxy> {
  const open = new Set<Socket>();
  let taken = 0;
  const server = createServer((near) => {
    taken += 1;
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const socket of open) socket.unpipe().pause();
    },
    taken: () => taken,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
