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
  const counters = sockets.map((socket) => drive(socket, request));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (const socket of sockets) socket.destroy();
  return counters.reduce((sum, count) => sum + count(), 0);
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Answers must have a Content-Length or no body; their length is learnt from the first and then taken for granted. */
function drive(socket: Socket, request: string): () => number {
  let answers = 0;
  let expected = 0;
  let received = 0;
  let head = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.byteLength;
    if (expected === 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = head.startsWith('HTTP/1.1 304') ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      expected = end + 4 + length;
    }
    if (received < expected) return;
    answers += 1;
    // Age and ttl may gain a digit: each answer is measured anew.
    received = 0;
    expected = 0;
    head = '';
    socket.write(request);
  });
  socket.write(request);
  return () => answers;
}
