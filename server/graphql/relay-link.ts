/** Links two open WebSockets: text messages and close codes go both ways, with backpressure. */
import type { RawData, WebSocket } from 'ws';
import { TOO_MANY_MESSAGES } from './message-bounds.ts';

/** Bytes that may wait for one side before the other side is paused. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** RFC 6455 §7.4.1: data of a type that the endpoint cannot accept. The protocol knows text messages only. */
const UNSUPPORTED_DATA = 1_003;

/** Close code of graphql-transport-ws for a message that is none of the protocol. */
const INVALID_MESSAGE = 4_400;

export interface LinkOptions {
  /** Says whether one more message of the client may be read. */
  readonly takeMessage: () => boolean;
  /** Rewrites a message of the client before it goes to the endpoint; null refuses it. */
  readonly fromClient: (text: string) => string | null;
  readonly onError: (error: Error) => void;
}

/** Links `client` and `upstream`, both open, until one of them closes; the other then closes with the same code and reason. */
export function linkSockets(client: WebSocket, upstream: WebSocket, options: LinkOptions): void {
  pipe(client, upstream, { take: options.takeMessage, rewrite: options.fromClient });
  pipe(upstream, client, { take: () => true, rewrite: (text) => text });
  onFailure(client, upstream, options.onError);
  onFailure(upstream, client, options.onError);
}

/** A socket that got too large a message has closed its peer with 1009; the other side is closed with the same code (RFC 6455 §7.4.1). */
function onFailure(socket: WebSocket, other: WebSocket, onError: (error: Error) => void): void {
  socket.on('error', (error) => {
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') closeLike(other, 1_009, Buffer.from('message too big'));
    onError(error);
  });
}

interface Passage {
  readonly take: () => boolean;
  readonly rewrite: (text: string) => string | null;
}

function pipe(from: WebSocket, to: WebSocket, { take, rewrite }: Passage): void {
  const refuse = (code: number, reason: string): void => {
    for (const socket of [from, to]) closeLike(socket, code, Buffer.from(reason));
  };
  from.on('message', (data, isBinary) => {
    // Messages that were received with the one that was refused still arrive here.
    if (to.readyState !== to.OPEN || from.readyState !== from.OPEN) return;
    if (!take()) {
      refuse(TOO_MANY_MESSAGES.code, TOO_MANY_MESSAGES.reason);
      return;
    }
    if (isBinary) {
      refuse(UNSUPPORTED_DATA, 'text messages only');
      return;
    }
    const text = rewrite(textOf(data));
    if (text === null) refuse(INVALID_MESSAGE, 'Invalid message received');
    else send(text, from, to);
  });
  from.on('close', (code, reason) => {
    // A paused socket would not read the answer to its close frame.
    if (to.isPaused) to.resume();
    closeLike(to, code, reason);
  });
}

function send(text: string, from: WebSocket, to: WebSocket): void {
  to.send(text, () => {
    if (from.isPaused && to.bufferedAmount <= MAX_BUFFERED_BYTES / 2) from.resume();
  });
  if (to.bufferedAmount > MAX_BUFFERED_BYTES) from.pause();
}

/** Closes with the code of the other side. 1005 means "no code" and 1006 "connection lost"; neither is sent (RFC 6455 §7.4.1). */
function closeLike(socket: WebSocket, code: number, reason: Buffer): void {
  // A socket that is closing has its code already, and its own close timeout ends it.
  if (socket.readyState !== socket.OPEN) return;
  if (code === 1_005) socket.close();
  else if (code === 1_006 || code === 1_015) socket.terminate();
  else socket.close(code, reason);
}

/** The text of a message. */
export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return data instanceof ArrayBuffer ? Buffer.from(data).toString('utf8') : data.toString('utf8');
}
