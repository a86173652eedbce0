/** The pauses that a busy server asks for. While one lasts the visitor sees a notice, and nothing else is asked on behalf of it. */
import { createSignal, type Signal } from '../routing/signal.ts';

/** Resolves after `ms`, or at once when `signal` is aborted. Never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Waiting {
  readonly wait: Wait;
  /** True while a pause lasts. */
  readonly isWaiting: Signal<boolean>;
}

/** Makes the pauses of a document. `after` calls back after some milliseconds and returns the function that calls it off. */
export function createWaiting(after: (ms: number, callback: () => void) => () => void): Waiting {
  const isWaiting = createSignal(false);
  let pauses = 0;
  return {
    isWaiting,
    wait: async (ms, signal) => {
      if (signal.aborted) return;
      isWaiting.set(++pauses > 0);
      await new Promise<void>((resolve) => {
        const cancel = after(ms, resolve);
        signal.addEventListener(
          'abort',
          () => {
            cancel();
            resolve();
          },
          { once: true },
        );
      });
      isWaiting.set(--pauses > 0);
    },
  };
}
