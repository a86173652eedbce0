/** Hosts of pictures on the loopback network, free to break every rule, and the network on which the service finds them. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import type { RemoteNetwork } from '../../../server/images/remote/network.ts';
import { refusalOfAddress } from '../../../server/images/remote/public-addresses.ts';

/** Writes an answer, or whatever it likes, to the socket. */
export type Answer = (socket: Socket, request: string) => void;

/** Addresses of this machine that stand for public ones. Every other loopback address is what it is. */
export const PUBLIC_ADDRESS = '127.0.0.2';
export const OTHER_PUBLIC_ADDRESS = '127.0.0.3';
export const INSIDE_ADDRESS = '127.0.0.1';

/** One server on one address: answers by path, and notes the requests that it got, heads whole. */
export class RemoteHost {
  readonly requests: string[] = [];
  readonly sockets = new Set<Socket>();
  readonly #answers = new Map<string, Answer>();
  readonly #server: Server = createServer((socket) => this.#serve(socket));

  async listen(address: string, port = 0): Promise<number> {
    this.#server.listen(port, address);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  on(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  /** Settles when the next request has arrived. */
  async nextRequest(): Promise<void> {
    await once(this.#server, 'request-read');
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    // A client that goes away in the middle is what many of the tests are about.
    socket.on('error', () => {});
    let head = '';
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      this.requests.push(head);
      const path = head.split(' ', 2)[1] ?? '';
      const answer = this.#answers.get(path.split('?', 1)[0] ?? '');
      if (answer === undefined) socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      else answer(socket, head);
      head = '';
      this.#server.emit('request-read');
    });
  }
}

/** Lets both listen at one port that neither address has in use, and returns it. */
export async function listenAtOnePort(host: RemoteHost, inside: RemoteHost): Promise<number> {
  for (;;) {
    const port = await inside.listen(INSIDE_ADDRESS);
    try {
      return await host.listen(PUBLIC_ADDRESS, port);
    } catch (error) {
      // Free at one address says nothing of the other.
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      await inside.close();
    }
  }
}

/** An ordinary answer. */
export function reply(body: Buffer | string, fields: readonly string[] = [], status = '200 OK'): Answer {
  const bytes = Buffer.from(body);
  return (socket) => {
    socket.write(`HTTP/1.1 ${status}\r\n${[`Content-Length: ${bytes.length}`, ...fields].join('\r\n')}\r\n\r\n`);
    socket.end(bytes);
  };
}

/** Exactly these bytes, and then the end. */
export function raw(...pieces: readonly (Buffer | string)[]): Answer {
  return (socket) => {
    socket.end(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  };
}

/** A head, and then `piece` again and again until a side cuts the connection. */
export function endless(head: string, piece: Buffer): Answer {
  return (socket) => {
    socket.write(head);
    const more = (): void => {
      if (socket.destroyed) return;
      if (socket.write(piece)) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  };
}

/** A resolver that answers what the test says, in turn, and a clock for whole fetches that the test holds. */
export class TestNetwork implements RemoteNetwork {
  scheme: 'https:' | 'http:' = 'http:';
  port = 0;
  resolved = 0;
  readonly #names = new Map<string, readonly (readonly string[] | Error | 'never')[]>();
  #deadline = new AbortController();

  name(host: string, ...answers: readonly (readonly string[] | Error | 'never')[]): void {
    this.#names.set(host, answers);
  }

  async resolve(host: string): Promise<readonly string[]> {
    this.resolved += 1;
    const answers = this.#names.get(host) ?? [];
    const answer = answers[0] ?? new Error('ENOTFOUND');
    if (answers.length > 1) this.#names.set(host, answers.slice(1));
    if (answer === 'never') return await new Promise(() => {});
    if (answer instanceof Error) throw answer;
    return answer;
  }

  refusalOf(address: string, options: { readonly nat64: boolean }): string | null {
    return address === PUBLIC_ADDRESS || address === OTHER_PUBLIC_ADDRESS ? null : refusalOfAddress(address, options);
  }

  deadline(): AbortSignal {
    return this.#deadline.signal;
  }

  /** Lets the time of all fetches that are under way run out. */
  runOut(): void {
    this.#deadline.abort();
    this.#deadline = new AbortController();
  }
}
