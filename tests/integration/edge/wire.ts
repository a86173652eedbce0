/** Responses as raw bytes, which HTTP clients would normalise. */
import { connect } from 'node:net';
import type { World } from './harness.ts';

export interface Wire {
  /** The head in lower case. */
  readonly head: string;
  /** The body with its chunk sizes. */
  readonly body: string;
}

/** Sends one request and reads until the connection closes. */
export async function onTheWire({ port }: World, method = 'GET'): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${method} / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return { head: text.slice(0, end).toLowerCase(), body: text.slice(end + 4) };
}

/** Returns the value of each Content-Length line. */
export function lengthsIn({ head }: Wire): readonly string[] {
  return [...head.matchAll(/^content-length:(.*)$/gm)].map(([, value = '']) => value.trim());
}
