import { TOKEN_MIGRATION_PATH } from '../../shared/session/session-address.ts';
import { deadlineSignal } from '../../shared/time/timers.ts';
import type { SessionMark } from './session-mark.ts';

/** Milliseconds. */
const DEADLINE_MS = 10_000;

/** An answer that another try may change: too many requests, or the server's own trouble. */
function isTemporary(status: number): boolean {
  return status === 429 || status >= 500;
}

/**
 * Hands the token that an earlier version of the site kept in local storage over to the server, which answers with cookies that no script
 * can read, and removes it: accepted or refused, it is of no more use here. Returns true when it was accepted. Never rejects.
 */
export async function migrateOldToken(
  mark: Pick<SessionMark, 'oldToken' | 'removeOldToken'>,
  fetch: typeof globalThis.fetch,
): Promise<boolean> {
  const token = mark.oldToken();
  if (token === null) return false;
  try {
    const { ok, status } = await fetch(TOKEN_MIGRATION_PATH, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ token }),
      signal: deadlineSignal(DEADLINE_MS),
    });
    if (!isTemporary(status)) mark.removeOldToken();
    return ok;
  } catch {
    // The network failed: the next page tries again.
    return false;
  }
}
