import { readEntry, SESSION_KEY } from '../../../shared/session/session-entries.ts';

/** What the tabs of this browser note of who has signed in. */
export interface SessionMark {
  /** The id of the person; null where no tab has noted one, and where the browser blocks its storage. */
  readonly read: () => string | null;
  readonly write: (userId: string) => void;
}

/** Makes the access to the note. */
export function createSessionMark(window: Pick<Window, 'localStorage'>): SessionMark {
  return {
    read: () => readEntry(window, SESSION_KEY),
    write: (userId) => {
      try {
        window.localStorage.setItem(SESSION_KEY, userId);
      } catch {
        // Storage that is blocked knows of nobody; in one that is full the note of before stays, and the person is asked once more.
      }
    },
  };
}
