/** The clients of one exchange: how many wait or read, interim responses for them, and what happens when one disconnects. */
import type { Fields } from '../../message/field-lines.ts';
import type { ClientRequest } from '../request/client-request.ts';

export type InterimListener = (status: number, fields: Fields) => void;

export class Participants {
  readonly #interims = new Set<InterimListener>();
  readonly #onFault: (cause: unknown) => void;
  #count = 0;

  constructor(onFault: (cause: unknown) => void) {
    this.#onFault = onFault;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds a client. The returned function removes it, once, and calls `onLeft`. */
  add(onInterim: InterimListener, onLeft: () => void): () => void {
    this.#count += 1;
    this.#interims.add(onInterim);
    let present = true;
    return () => {
      if (!present) return;
      present = false;
      this.#count -= 1;
      this.#interims.delete(onInterim);
      onLeft();
    };
  }

  /** Sends an interim response to all. One that cannot be sent is skipped, because the final response follows. */
  sendInterim(status: number, fields: Fields): void {
    for (const listener of this.#interims) {
      try {
        listener(status, fields);
      } catch (cause) {
        this.#onFault(cause);
      }
    }
  }
}

/** Calls `act` when the client disconnects before its response is complete, at once if it already has. The result says whether it has. */
export function onceDisconnected({ res }: ClientRequest, act: () => void): () => boolean {
  let disconnected = false;
  const disconnect = (): void => {
    disconnected = true;
    act();
  };
  // A destroyed response emits no further 'close'.
  if (res.destroyed) disconnect();
  else res.once('close', disconnect);
  return () => disconnected;
}

interface Waiter<T> {
  resolve: ((value: T | null) => void) | null;
}

/**
 * Resolves with `promise`, or with null as soon as the client disconnects. `promise` must not reject. A pending promise retains all that
 * waits for it, so clients that come and go while an origin is slow would accumulate; here a disconnected client leaves only an empty
 * object.
 */
export function unlessDisconnected<T>({ res }: ClientRequest, promise: Promise<T>): Promise<T | null> {
  const result = Promise.withResolvers<T | null>();
  if (res.destroyed) {
    result.resolve(null);
    return result.promise;
  }
  const waiter: Waiter<T> = { resolve: null };
  const disconnect = (): void => waiter.resolve?.(null);
  waiter.resolve = (value) => {
    waiter.resolve = null;
    res.off('close', disconnect);
    result.resolve(value);
  };
  res.once('close', disconnect);
  resolveWith(promise, waiter);
  return result.promise;
}

/** A function of its own, because a closure retains everything that any closure of the same scope uses. */
function resolveWith<T>(promise: Promise<T>, waiter: Waiter<T>): void {
  void promise.then((value) => waiter.resolve?.(value));
}
