/** A small load generator: keep-alive sockets that each send the next request when the answer to the last is whole. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly port: number;
  /** The whole request, head and empty line. */
  readonly request: string;
  readonly connections: number;
  readonly milliseconds: number;
}

/** Runs the load once and returns the number of whole answers. */
export async function runLoad({ port, request, connections, milliseconds }: Load): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const bytes = Buffer.from(request, 'latin1');
  const counters = sockets.map((socket) => drive(socket, bytes));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (const socket of sockets) socket.destroy();
  return counters.reduce((sum, count) => sum + count(), 0);
}

/** Opens connections, each of which has had answers and then sends nothing. `request` must be answered in one packet. Returns what closes them. */
export async function holdIdle({ port, request, connections }: Omit<Load, 'milliseconds'>): Promise<() => void> {
  const sockets: Socket[] = [];
  while (sockets.length < connections) {
    const socket = await open(port);
    // So that what begins with the first of them is counted too.
    for (let count = 0; count < 3; count += 1) {
      socket.write(request);
      await once(socket, 'data');
    }
    sockets.push(socket);
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Bytes within which a head is looked for. */
const LONGEST_HEAD = 4_096;

/**
 * Answers must have a Content-Length or no body. Each is measured anew, as Age and ttl gain digits; but only its head is read, so that the
 * generator is quicker than what it measures.
 */
function drive(socket: Socket, request: Buffer): () => number {
  let answers = 0;
  let expected = 0;
  let received = 0;
  let head = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.byteLength;
    if (expected === 0) {
      head += chunk.toString('latin1', 0, LONGEST_HEAD);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      expected = end + 4 + (head.startsWith('HTTP/1.1 304') ? 0 : contentLength(head));
      head = '';
    }
    if (received < expected) return;
    answers += 1;
    received = 0;
    expected = 0;
    socket.write(request);
  });
  socket.write(request);
  return () => answers;
}

function contentLength(head: string): number {
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
