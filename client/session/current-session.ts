import type { PageSession, SignedInUser } from '../../shared/session/page-session.ts';
import { SESSION_PATH } from '../../shared/session/session-address.ts';
import { deadlineSignal } from '../../shared/time/timers.ts';

/** Milliseconds. */
const DEADLINE_MS = 10_000;

/** Asks the server which user has signed in in this browser; null when none has. @throws when the server cannot be asked. */
export async function currentSession(fetch: typeof globalThis.fetch): Promise<PageSession | null> {
  const response = await fetch(SESSION_PATH, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    signal: deadlineSignal(DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`the session was answered with ${response.status}`);
  // Our own server wrote it, for this build.
  const { user } = (await response.json()) as { readonly user: SignedInUser | null };
  return user === null ? null : { kind: 'signedIn', user };
}
