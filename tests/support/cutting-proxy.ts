/** A proxy in front of a Postgres server that cuts a connection at a chosen statement: before it arrives, or when it was done and before its answer. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** `request`: the server never gets the statement. `answer`: it carries it out, and the caller is not told. */
export type Lost = 'request' | 'answer';

export interface Cut {
  /** Texts that one connection sends, one after the other; the last one is the statement that is cut. */
  readonly at: readonly string[];
  readonly lost: Lost;
  /** The connection stays open, and nothing more goes through it. */
  readonly isHeld?: boolean;
}

export interface CuttingProxy {
  readonly port: number;
  /** Cuts once, whichever connection gets there first. Resolves when it has. Several cuts may be waiting. */
  cut(cut: Cut): Promise<void>;
  close(): Promise<void>;
}

interface Plan extends Cut {
  readonly done: () => void;
}

/** Stands in front of the server of `port` on this machine. */
export async function cuttingProxy(port: number): Promise<CuttingProxy> {
  const plans = new Set<Plan>();
  const sockets = new Set<Socket>();
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
    /** How far this connection is in each plan. */
    const seen = new Map<Plan, number>();
    let isHeld = false;
    let isMuted = false;
    const stop = ({ isHeld: holds = false, done }: Plan): void => {
      isHeld = true;
      if (!holds) end();
      done();
    };
    client.on('data', (bytes) => {
      if (isHeld) return;
      const plan = [...plans].find((each) => isThere(each, seen, bytes.toString('utf8')));
      if (plan === undefined) return void upstream.write(bytes);
      plans.delete(plan);
      if (plan.lost === 'request') return stop(plan);
      isMuted = true;
      upstream.once('data', () => stop(plan));
      upstream.write(bytes);
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
        plans.add({ ...cut, done });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Returns whether a connection that sends this has sent all texts of the plan. */
function isThere(plan: Plan, seen: Map<Plan, number>, sent: string): boolean {
  const before = seen.get(plan) ?? 0;
  const after = sent.includes(plan.at[before] ?? '') ? before + 1 : before;
  seen.set(plan, after);
  return after >= plan.at.length;
}
