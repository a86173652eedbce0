/**
 * Waiting for what many wait for. A promise holds on to all that waits for it until it settles, and a function that awaits it to all that
 * it knows. Clients who come and go while an origin is slow would so pile up; here one who has gone leaves next to nothing behind.
 */
import type { Client } from '../request/client.ts';

interface Waiter<T> {
  tell: ((value: T | null) => void) | null;
}

/** Resolves with `promise`, or with null as soon as the client has gone. `promise` must not reject. */
export function whileHere<T>({ res }: Client, promise: Promise<T>): Promise<T | null> {
  const answer = Promise.withResolvers<T | null>();
  if (res.destroyed) {
    answer.resolve(null);
    return answer.promise;
  }
  const waiter: Waiter<T> = { tell: null };
  const leave = (): void => waiter.tell?.(null);
  waiter.tell = (value) => {
    waiter.tell = null;
    res.off('close', leave);
    answer.resolve(value);
  };
  res.once('close', leave);
  tellOnce(promise, waiter);
  return answer.promise;
}

/** A function of its own, since what a closure keeps is all that any closure beside it uses. */
function tellOnce<T>(promise: Promise<T>, waiter: Waiter<T>): void {
  void promise.then((value) => waiter.tell?.(value));
}
