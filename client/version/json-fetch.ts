import { deadlineSignal } from '../../shared/time/timers.ts';
import type { JsonAnswer } from './build-watch.ts';

/** Milliseconds until a check is given up. */
const DEADLINE_MS = 10_000;

/** Makes a fetch of small JSON documents that never rejects. */
export function createJsonFetch(fetch: typeof globalThis.fetch): (url: string) => Promise<JsonAnswer | null> {
  return async (url) => {
    try {
      const response = await fetch(url, { credentials: 'same-origin', signal: deadlineSignal(DEADLINE_MS) });
      return { status: response.status, value: await response.json().catch(() => undefined) };
    } catch {
      // The network failed: for a check in the background that is no news.
      return null;
    }
  };
}
