/** A proxy in front of a Postgres server that cuts a connection at a chosen statement: before it arrives, or when it was done and before its answer. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** `request`: the server never gets the statement. `answer`: it carries it out, and nobody is told. */
export type Lost = 'request' | 'answer';

export interface Cut {
  /** Texts that one connection sends, one after the other; the last one is the statement that is cut. */
  readonly at: readonly string[];
  readonly lost: Lost;
}

export interface CuttingProxy {
  readonly port: number;
  /** Cuts once. Resolves when it has. */
  cut(cut: Cut): Promise<void>;
  close(): Promise<void>;
}

interface Plan extends Cut {
  readonly done: () => void;
}

/** Stands in front of the server of `port` on this machine. */
export async function cuttingProxy(port: number): Promise<CuttingProxy> {
  let plan: Plan | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const ends = [client, upstream];
    const end = (): void => ends.forEach((socket) => socket.destroy());
    for (const socket of ends) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    let seen = 0;
    let watched: Plan | null = null;
    let isMuted = false;
    client.on('data', (bytes) => {
      if (watched !== plan) [watched, seen] = [plan, 0];
      const sent = bytes.toString('utf8');
      if (plan !== null && sent.includes(plan.at[seen] ?? '')) seen += 1;
      if (plan === null || seen < plan.at.length) return void upstream.write(bytes);
      const { lost, done } = plan;
      plan = null;
      if (lost === 'answer') {
        isMuted = true;
        upstream.once('data', () => {
          end();
          done();
        });
        return void upstream.write(bytes);
      }
      end();
      return done();
    });
    upstream.on('data', (bytes) => {
      if (!isMuted) client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: (cut) =>
      new Promise((done) => {
        plan = { ...cut, done };
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
