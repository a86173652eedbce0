/** Waits for the settled response that an origin provides for the store in place of the streamed one. */
import type { SettledResponse } from '../../../shared/cache/exchange.ts';
import type { Clock } from '../origin/clock.ts';
import type { StoredResponse } from '../response/stored-response.ts';

export interface Settlement {
  /** Whether the settled response is still awaited. */
  readonly isOpen: boolean;
  /** Resolves within the time limit to the stored response, or to null when nothing was stored. */
  readonly result: Promise<StoredResponse | null>;
}

export interface SettlementOptions {
  readonly clock: Clock;
  /** Milliseconds after which nothing is stored. */
  readonly timeoutMs: number;
  /** Stores the settled response where the rules allow it. */
  readonly store: (settled: SettledResponse) => StoredResponse | null;
  /** Called with what `store` or `onOver` throws; nothing is stored then. */
  readonly onFault: (cause: unknown) => void;
  /** Called before `result` resolves. */
  readonly onOver: (stored: StoredResponse | null) => void;
}

/** Waits for `response`, which never rejects. */
export function openSettlement(response: Promise<SettledResponse | null>, options: SettlementOptions): Settlement {
  const { clock, timeoutMs, store, onFault, onOver } = options;
  let isOpen = true;
  const result = new Promise<StoredResponse | null>((resolve) => {
    const finish = (settled: SettledResponse | null): void => {
      if (!isOpen) return;
      isOpen = false;
      cancelTimer();
      const stored = settled === null ? null : tryOr(() => store(settled), null, onFault);
      try {
        onOver(stored);
      } finally {
        // Clients wait for it, so it resolves in any case.
        resolve(stored);
      }
    };
    const cancelTimer = clock.after(timeoutMs, () => finish(null));
    response.then(finish).catch(onFault);
  });
  return {
    result,
    get isOpen() {
      return isOpen;
    },
  };
}

/** Returns the result of `act`, or `otherwise` when it throws: a failure to store must not fail the response to a client. */
export function tryOr<T>(act: () => T, otherwise: T, onFault: (cause: unknown) => void): T {
  try {
    return act();
  } catch (thrown) {
    onFault(thrown);
    return otherwise;
  }
}
