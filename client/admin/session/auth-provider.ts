/** react-admin's auth provider on the server's session. Signing in is a page of the site, which works without JavaScript. */
import type { AuthProvider } from 'react-admin';
import { ADMIN_APP_PATH } from '../../../shared/routes/url.ts';
import { administrationAddress, RECORD_FORM } from '../../../shared/session/session-address.ts';
import type { Session } from './session.ts';

export interface AuthProviderOptions {
  readonly session: Pick<Session, 'current' | 'end'>;
  /** Runs before a session is ended by the person. */
  readonly beforeEnd: () => Promise<void>;
  /** Path of the screen that is shown. */
  readonly shownPath: () => string;
  /** Shows a page of the site in place of the window, or of the page that frames this one. */
  readonly leaveTo: (path: string) => void;
}

export function createAuthProvider({ session, beforeEnd, shownPath, leaveTo }: AuthProviderOptions): AuthProvider {
  const toSignIn = (): void => leaveTo(administrationAddress(null));
  /** Whether the sign-in of a row is on its way: react-admin signs out after a refusal, and must not lead elsewhere meanwhile. */
  let isLeaving = false;
  return {
    login: async () => toSignIn(),
    logout: async () => {
      if (isLeaving) return false;
      await beforeEnd();
      await session.end().catch(() => undefined);
      toSignIn();
      return false;
    },
    checkAuth: async () => {
      if ((await session.current()) !== null) return;
      isLeaving = true;
      leaveTo(administrationAddress(recordOf(shownPath())));
      throw new Error('ra.auth.auth_check_error');
    },
    // react-admin takes a call whose error is refused here for one that succeeded without data, whether it signs the person out or not: a save
    // would be told as done. So no error is refused. One of an ended session reaches the screen like all others, and `SignInAgain` stands there.
    checkError: async () => undefined,
    getPermissions: async () => (await session.current())?.role ?? null,
    getIdentity: async () => {
      const current = await session.current();
      if (current === null) return { id: '' };
      const { user } = current;
      return { id: user.id, fullName: user.displayName === '' ? user.email : user.displayName };
    },
  };
}

/** Returns what an address of the application shows, where the sign-in can lead there: a row, or a list with one filter; null for every other screen. */
function recordOf(path: string): string | null {
  const screen = path.startsWith(`${ADMIN_APP_PATH}/`) ? path.slice(ADMIN_APP_PATH.length + 1) : '';
  const [row = ''] = screen.split('?');
  return [screen, row].find((shown) => RECORD_FORM.test(shown)) ?? null;
}

/** Leaves the application: a page that frames it goes with it. */
export function leaveWindow(path: string): void {
  const whole = window.parent === window ? window : window.parent;
  whole.location.assign(path);
}
