/** Connections that another thread makes while this one has no turn of its event loop, so that they wait in the queues of the system. */
import { Worker } from 'node:worker_threads';

export interface ConnectionsMeanwhile {
  readonly port: number;
  readonly count: number;
  /** What each sends at once. */
  readonly request: string;
}

const CLIENT = `
  const { connect } = require('node:net');
  const { port, count, request, opened } = require('node:worker_threads').workerData;
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request);
      Atomics.add(opened, 0, 1);
      Atomics.notify(opened, 0);
    });
    socket.on('error', () => undefined).resume();
  }
`;

/** Returns when the system has all of them. They are closed when the thread is ended. */
export function openMeanwhile(connections: ConnectionsMeanwhile): Worker {
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(CLIENT, { eval: true, workerData: { ...connections, opened } });
  for (let seen = 0; seen < connections.count; seen = Atomics.load(opened, 0)) Atomics.wait(opened, 0, seen);
  return client;
}
