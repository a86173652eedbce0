/** Joins what the browser knows of the session to the application. Loaded where a user has signed in, or an old token waits. */
import { routePath } from '../../shared/routes/url.ts';
import { type PageSession, userOf } from '../../shared/session/page-session.ts';
import { currentSession } from './current-session.ts';
import { createRenewal, type Renew } from './renewal.ts';
import { createSessionMark } from './session-mark.ts';
import { watchSession } from './session-watch.ts';
import { migrateOldToken } from './token-migration.ts';

export interface FollowSessionOptions {
  readonly window: Pick<Window, 'addEventListener' | 'localStorage' | 'fetch' | 'location'> & {
    readonly navigator: { readonly locks?: LockManager };
  };
  /** What the mark said when the document began. */
  readonly markedAtFirst: string | null;
  readonly session: SessionSignal;
  /** Drops all data that was loaded for the last person, opens the socket again and loads the page that is shown. Never rejects. */
  readonly restart: () => Promise<void>;
}

/** Begins to follow the session; returns how it is renewed. Call once. */
export type FollowSession = (options: FollowSessionOptions) => Renew;

/** The session that is shown: at first the document's own. */
interface SessionSignal {
  readonly get: () => PageSession | null;
  readonly set: (session: PageSession | null) => void;
}

/** Begins to follow the session; returns how it is renewed. Call once. */
export function followSession({ window, markedAtFirst, session, restart }: FollowSessionOptions): Renew {
  const mark = createSessionMark(window);
  const fetch = window.fetch.bind(window);
  const document = session.get();
  const owner = userOf(document)?.id ?? null;
  if (owner !== null) mark.write(owner);
  const watch = watchSession({
    window,
    mark,
    // A public document does not say who has signed in: an expired token is an anonymous request.
    known: owner ?? markedAtFirst,
    onChange: (userId) => {
      if (userId === null) session.set(null);
      void restart();
      // Another tab knows only who it is.
      if (userId !== null && userId !== userOf(session.get())?.id) void showCurrent();
    },
  });
  const showCurrent = async (): Promise<void> => {
    try {
      const now = await currentSession(fetch);
      session.set(now);
      watch.changed(userOf(now)?.id ?? null);
    } catch {
      // The server cannot be asked: what is shown stays until the next change.
    }
  };
  const renew = createRenewal({ fetch, locks: window.navigator.locks, onEnded: () => watch.changed(null) });
  if (mark.oldToken() !== null) void migrateOldToken(mark, fetch).then((accepted) => (accepted ? showCurrent() : undefined));
  // The sign-in shows who could still be signed in instead of asking again.
  else if (window.location.pathname === routePath('admin') && document === null && mark.read() !== null)
    void renew().then((outcome) => (outcome === 'renewed' ? showCurrent() : undefined));
  watch.look();
  return renew;
}
