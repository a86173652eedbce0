import { OLD_TOKEN_KEY, readEntry, SESSION_KEY } from '../../shared/session/session-entries.ts';

export interface SessionMark {
  /** Id of the person who signed in in this browser, as far as the browser knows; null when no user is signed in. */
  readonly read: () => string | null;
  readonly write: (userId: string | null) => void;
  readonly oldToken: () => string | null;
  readonly removeOldToken: () => void;
}

/** Makes the access to the entries of a session. Where the browser blocks storage nothing is known and nothing is kept. */
export function createSessionMark(window: Pick<Window, 'localStorage'>): SessionMark {
  const write = (key: string, value: string | null): void => {
    if (readEntry(window, key) === value) return;
    try {
      if (value === null) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, value);
    } catch {
      // Without storage each tab learns of the session from the server alone.
    }
  };
  return {
    read: () => readEntry(window, SESSION_KEY),
    write: (userId) => write(SESSION_KEY, userId),
    oldToken: () => readEntry(window, OLD_TOKEN_KEY),
    removeOldToken: () => write(OLD_TOKEN_KEY, null),
  };
}
