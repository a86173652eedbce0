/** The wait for what an origin hands over to be stored in place of what it streamed. */
import type { SettledResponse } from '../../../shared/cache/exchange.ts';
import type { Clock } from '../origin/clock.ts';
import type { StoredResponse } from '../response/stored-response.ts';
import { attempt } from './attempt.ts';

export interface Settlement {
  /** Whether the origin is still at it. */
  readonly isOpen: boolean;
  /** Resolves, once and soon, to what was stored, or to null when nothing was. */
  readonly result: Promise<StoredResponse | null>;
}

export interface SettlementOptions {
  readonly clock: Clock;
  /** Milliseconds: who waits for it must not wait for ever. */
  readonly timeoutMs: number;
  /** Stores what was handed over, if the rules let it. */
  readonly keep: (settled: SettledResponse) => StoredResponse | null;
  /** Called with what `keep` or `onOver` throw: nothing is stored then. */
  readonly onFault: (cause: unknown) => void;
  /** Called when it is over, before `result` resolves. */
  readonly onOver: (stored: StoredResponse | null) => void;
}

/** Waits for `response`, which never rejects. */
export function openSettlement(response: Promise<SettledResponse | null>, options: SettlementOptions): Settlement {
  const { clock, timeoutMs, keep, onFault, onOver } = options;
  let isOpen = true;
  const result = new Promise<StoredResponse | null>((resolve) => {
    const finish = (settled: SettledResponse | null): void => {
      if (!isOpen) return;
      isOpen = false;
      cancelTimer();
      const stored = settled === null ? null : attempt(() => keep(settled), null, onFault);
      try {
        onOver(stored);
      } finally {
        // Whoever waits for it must not wait for ever.
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
