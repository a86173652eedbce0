/**
 * Renews the session of this browser when its access token has expired. A refresh token can be used once, so one tab at a time asks for a
 * new pair (Web Locks), and a tab that waited for another one finds the session renewed.
 */

import { REFRESH_SESSION_PATH } from '../../shared/session/session-address.ts';
import { deadlineSignal } from '../../shared/time/timers.ts';
import { currentSession } from './current-session.ts';

/** Milliseconds. */
const DEADLINE_MS = 10_000;

const LOCK = 'apollo:default.refresh';

/** `ended`: there is no session any more, and the server has removed its cookies. `unknown`: the server could not be asked. */
export type RenewalOutcome = 'renewed' | 'ended' | 'unknown';

export type Renew = () => Promise<RenewalOutcome>;

export interface RenewalOptions {
  readonly fetch: typeof fetch;
  /** Absent in browsers without it and outside a secure context; then only the calls of one tab share a renewal. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** Called when the session turns out to have ended. */
  readonly onEnded: () => void;
}

/** Makes the function that renews the session. Never rejects; calls that overlap get one answer. */
export function createRenewal({ fetch, locks, onEnded }: RenewalOptions): Renew {
  let running: Promise<RenewalOutcome> | null = null;
  const ask = async (): Promise<RenewalOutcome> => {
    if ((await currentSession(fetch)) !== null) return 'renewed';
    const { status } = await fetch(REFRESH_SESSION_PATH, {
      method: 'POST',
      credentials: 'same-origin',
      signal: deadlineSignal(DEADLINE_MS),
    });
    if (status >= 200 && status < 300) return 'renewed';
    return status === 401 ? 'ended' : 'unknown';
  };
  const renew = async (): Promise<RenewalOutcome> => {
    try {
      const outcome = await (locks === undefined ? ask() : locks.request(LOCK, ask));
      if (outcome === 'ended') onEnded();
      return outcome;
    } catch {
      // The network failed: the caller that needed the session reports its own fault.
      return 'unknown';
    } finally {
      running = null;
    }
  };
  return () => {
    running ??= renew();
    return running;
  };
}
