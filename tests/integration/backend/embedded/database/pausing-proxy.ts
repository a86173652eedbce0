/**
 * A TCP proxy whose connections can fall silent, as behind a firewall that has forgotten them: open on both sides, and nothing arrives. What
 * was sent meanwhile arrives when they resume.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface PausingProxy {
  readonly port: number;
  /** Silences every connection that is open now; later ones work. */
  silence(): void;
  /** Makes connections silent that are opened from now on. */
  silenceNew(): void;
  /** Cuts every connection, and new ones at once, as where the server is stopped. */
  refuse(): void;
  /** Lets every connection, old and new, speak again. */
  resume(): void;
  /** Connections taken so far. */
  taken(): number;
  /** Connections that are open. */
  open(): number;
  close(): Promise<void>;
}

/** Listens on a port of its own and passes everything on to `port` of this machine. */
export async function pausingProxy(port: number): Promise<PausingProxy> {
  const open = new Map<Socket, Socket>();
  let taken = 0;
  let newAreSilent = false;
  let refuses = false;
  const server = createServer((near) => {
    taken += 1;
    if (refuses) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.set(from, to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      if (newAreSilent) from.pause();
      else from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const socket of open.keys()) socket.unpipe().pause();
    },
    silenceNew() {
      newAreSilent = true;
    },
    refuse() {
      refuses = true;
      for (const socket of open.keys()) socket.destroy();
    },
    resume() {
      newAreSilent = false;
      refuses = false;
      for (const [from, to] of open) from.pipe(to);
    },
    taken: () => taken,
    open: () => open.size / 2,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open.keys()) socket.destroy();
      await closed;
    },
  };
}
