import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { linkSockets } from '../../../server/graphql/relay-link.ts';

/** A socket whose reader decides when bytes leave: what is sent waits in `bufferedAmount` until `drain`. */
class SlowSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  readonly ends: unknown[][] = [];
  #sent: (() => void)[] = [];

  send(data: string, done: () => void): void {
    this.bufferedAmount += data.length;
    this.#sent.push(done);
  }
  drain(): void {
    this.bufferedAmount = 0;
    for (const done of this.#sent.splice(0)) done();
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  close(...args: unknown[]): void {
    this.readyState = 2;
    this.ends.push(['close', ...args.map(String)]);
  }
  terminate(): void {
    this.readyState = 2;
    this.ends.push(['terminate']);
  }
}

function link(): { client: SlowSocket; upstream: SlowSocket; errors: Error[] } {
  const [client, upstream, errors] = [new SlowSocket(), new SlowSocket(), [] as Error[]];
  const asSocket = (socket: SlowSocket): WebSocket => socket as unknown as WebSocket;
  linkSockets(asSocket(client), asSocket(upstream), {
    takeMessage: () => true,
    fromClient: (text) => text,
    onError: (error) => errors.push(error),
  });
  return { client, upstream, errors };
}

describe('a link', () => {
  test('pauses the writer while more than 1 MiB is buffered for the reader, and resumes it below half of that', () => {
    const { client, upstream } = link();
    const message = Buffer.alloc(400_000, 'x');
    upstream.emit('message', message, false);
    upstream.emit('message', message, false);
    expect(upstream.isPaused).toBe(false);
    upstream.emit('message', message, false);
    expect(upstream.isPaused).toBe(true);
    client.drain();
    expect(upstream.isPaused).toBe(false);
  });

  test('resumes a paused side when the other one closes, so that it can close too', () => {
    const { client, upstream } = link();
    client.emit('message', Buffer.alloc(2_000_000, 'x'), false);
    expect(client.isPaused).toBe(true);
    upstream.emit('close', 4_403, Buffer.from('Forbidden'));
    expect([client.isPaused, client.ends]).toEqual([false, [['close', '4403', 'Forbidden']]]);
  });

  test('closes the other side once and ignores later close events', () => {
    const { client, upstream, errors } = link();
    upstream.emit('error', Object.assign(new Error('too big'), { code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' }));
    upstream.emit('close', 1_006, Buffer.alloc(0));
    expect(client.ends).toEqual([['close', '1009', 'message too big']]);
    expect(errors).toHaveLength(1);
  });

  test('sends nothing to a closed side', () => {
    const { client, upstream } = link();
    upstream.readyState = 3;
    client.emit('message', Buffer.from('x'), false);
    expect(upstream.bufferedAmount).toBe(0);
  });
});
