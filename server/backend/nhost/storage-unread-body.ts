/** A body that came with a description and that nobody has asked for yet. */
import type { IncomingMessage } from 'node:http';

export interface UnreadBodyLimits {
  /** Milliseconds for which a body waits to be taken; whoever comes later asks anew. */
  readonly heldMs: number;
  /** A body that is not wanted and no longer than this is read to its end, which keeps the connection; others are cut. */
  readonly drainBytes: number;
}

export interface UnreadBody {
  /** The message, once; null when it is gone. */
  take(): IncomingMessage | null;
  /** Gives it up. Safe to call at any time. */
  release(): void;
}

/** Holds the body of `message`, which must not have been read yet. */
export function holdBody(message: IncomingMessage, { heldMs, drainBytes }: UnreadBodyLimits): UnreadBody {
  let held: IncomingMessage | null = message;
  const take = (): IncomingMessage | null => {
    clearTimeout(timer);
    const taken = held;
    held = null;
    // Broken off while it waited: asking anew may bring all of it.
    return taken === null || taken.destroyed ? null : taken;
  };
  const release = (): void => {
    const message = take();
    if (message !== null) discard(message, drainBytes);
  };
  const timer = setTimeout(release, heldMs).unref();
  return { take, release };
}

/** Milliseconds for the rest of a body that is read only to keep its connection. */
const DRAIN_MS = 2_000;

/** Gives back a message that nobody reads. */
export function discard(message: IncomingMessage, drainBytes: number): void {
  const length = Number(message.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (length > drainBytes) {
    message.destroy();
    return;
  }
  const timer = setTimeout(() => message.destroy(), DRAIN_MS).unref();
  message.once('close', () => clearTimeout(timer));
  message.resume();
}
