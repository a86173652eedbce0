/**
 * The session of a page, as it starts: nothing more is loaded before there is a sign of one. Visitors who never sign in load none of its
 * code.
 */
import { OLD_TOKEN_KEY, readEntry, SESSION_KEY } from '../../shared/session/session-entries.ts';
import { loadOnce } from '../routing/load-once.ts';
import type { FollowSession, FollowSessionOptions } from './follow-session.ts';
import type { Renew } from './renewal.ts';

export interface BrowserSessionOptions extends Omit<FollowSessionOptions, 'markedAtFirst'> {
  /** Loads the code that follows a session. */
  readonly load: () => Promise<FollowSession>;
}

export interface BrowserSession {
  /** Renews the session when its token is refused. Never rejects. */
  readonly renew: Renew;
  /** True when a user has signed in in this browser, as far as it knows. */
  readonly isSignedIn: () => boolean;
}

/** Begins to look for a session. Call once. */
export function startBrowserSession({ load, ...options }: BrowserSessionOptions): BrowserSession {
  const { window, session } = options;
  const marked = (): string | null => readEntry(window, SESSION_KEY);
  const markedAtFirst = marked();
  const follow = loadOnce(async () => (await load())({ ...options, markedAtFirst }));
  /** A load that fails is tried again at the next sign. */
  const look = (): void => {
    if (marked() !== markedAtFirst) follow().catch(() => undefined);
  };
  window.addEventListener('storage', look);
  window.addEventListener('pageshow', look);
  if (session.get() !== null || markedAtFirst !== null || readEntry(window, OLD_TOKEN_KEY) !== null) follow().catch(() => undefined);
  return {
    // Where the code cannot be loaded, the caller that needed the session reports its own fault.
    renew: () =>
      follow().then(
        (renew) => renew(),
        () => 'unknown',
      ),
    isSignedIn: () => marked() !== null,
  };
}
