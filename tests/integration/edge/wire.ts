/** Answers as they come over the wire: clients tidy up what they read. */
import { connect } from 'node:net';
import type { World } from './harness.ts';

export interface Wire {
  /** The head as it came, in lower case. */
  readonly head: string;
  /** As it came, with the sizes of its chunks where it has any. */
  readonly body: string;
}

/** Sends one request and reads all that comes until the connection is closed. */
export async function onTheWire({ port }: World, method = 'GET'): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${method} / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return { head: text.slice(0, end).toLowerCase(), body: text.slice(end + 4) };
}

/** Returns the value of each line of Content-Length. */
export function lengthsIn({ head }: Wire): readonly string[] {
  return [...head.matchAll(/^content-length:(.*)$/gm)].map(([, value = '']) => value.trim());
}
