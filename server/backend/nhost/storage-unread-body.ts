/** The body of a response whose head was read to describe a file, while the bytes may still be wanted. */
import type { IncomingMessage } from 'node:http';
import { contentLengthOf } from '../../message/content-framing.ts';

export interface UnreadBodyLimits {
  /** Milliseconds for which a body waits to be taken; a later reader sends a new request. */
  readonly heldMs: number;
  /** A discarded body of at most this length is read to its end, which keeps the connection; a longer one is cut. */
  readonly drainBytes: number;
}

export interface UnreadBody {
  /** Returns the message once; null afterwards, or when it was discarded or broke off. */
  take(): IncomingMessage | null;
  /** Discards the body. Safe to call at any time. */
  release(): void;
}

/** Holds the body of `message`, which must not have been read yet. */
export function holdBody(message: IncomingMessage, { heldMs, drainBytes }: UnreadBodyLimits): UnreadBody {
  let held: IncomingMessage | null = message;
  const take = (): IncomingMessage | null => {
    clearTimeout(timer);
    const taken = held;
    held = null;
    // The connection broke off meanwhile; a new request may bring the whole.
    return taken === null || taken.destroyed ? null : taken;
  };
  const release = (): void => {
    const message = take();
    if (message !== null) discard(message, drainBytes);
  };
  const timer = setTimeout(release, heldMs).unref();
  return { take, release };
}

/** Milliseconds for reading the rest of a discarded body. */
const DRAIN_MS = 2_000;

/** Discards a message that is not read, and keeps its connection where the rest is short. */
export function discard(message: IncomingMessage, drainBytes: number): void {
  const length = contentLengthOf(message.rawHeaders);
  if (length === null || length > drainBytes) {
    message.destroy();
    return;
  }
  const timer = setTimeout(() => message.destroy(), DRAIN_MS).unref();
  message.once('close', () => clearTimeout(timer));
  message.resume();
}
