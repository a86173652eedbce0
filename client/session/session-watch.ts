/**
 * Follows who has signed in: what the document says, what other tabs say, and what a page says that comes back from the browser's
 * back/forward cache. A change makes the application drop what it has loaded and open its socket again (specification section 4).
 */
import type { SessionMark } from './session-mark.ts';

export interface SessionWatchOptions {
  readonly window: Pick<Window, 'addEventListener'>;
  readonly mark: Pick<SessionMark, 'read' | 'write'>;
  /** Id of the person for whom this document's data was loaded, as the browser knew it when the document began; null when no user was signed in. */
  readonly known: string | null;
  /** Called once for each change of the person; `userId` is null after a sign-out. */
  readonly onChange: (userId: string | null) => void;
}

export interface SessionWatch {
  /** Tells this tab and the others that another user has signed in, or the user has signed out. */
  readonly changed: (userId: string | null) => void;
  /** Looks for a change of which no event told. */
  readonly look: () => void;
}

/** Begins to follow. Call once. */
export function watchSession({ window, mark, known: atFirst, onChange }: SessionWatchOptions): SessionWatch {
  let known = atFirst;
  const compare = (now: string | null): void => {
    if (now === known) return;
    known = now;
    onChange(now);
  };
  const look = (): void => compare(mark.read());
  window.addEventListener('storage', look);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look();
  });
  return {
    changed: (now) => {
      mark.write(now);
      compare(now);
    },
    look,
  };
}
