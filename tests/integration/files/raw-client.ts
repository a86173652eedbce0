import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** False when the connection ended before the end of the message. */
  readonly isWhole: boolean;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request over a new connection. An incomplete answer resolves too. */
export function ask(port: number, path: string, { method = 'GET', headers = {} }: Asking = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (message) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A lost connection emits an error here and leaves `complete` false.
      message.on('error', () => undefined);
      message.once('close', () => {
        const lines = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
        const all = Object.fromEntries(lines) as Record<string, string>;
        resolve({ status: message.statusCode ?? 0, headers: all, body: Buffer.concat(chunks), isWhole: message.complete });
      });
    });
    asking.once('error', reject);
    asking.end();
  });
}

/** Sends a request line as it is, where a client library would normalise it; resolves with the whole answer. */
export function askRaw(port: number, line: string, fields = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line}\r\nHost: localhost\r\n${fields}Connection: close\r\n\r\n`);
  return text(socket);
}
