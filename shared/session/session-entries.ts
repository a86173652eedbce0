/**
 * What local storage says of the session: the id of the person who signed in here, and the token of an earlier version of the site.
 * Neither opens anything by itself: the tokens in use are in cookies that no script can read.
 */

/** Holds the id of the person who has signed in. Other tabs learn of a change by the event `storage`. */
export const SESSION_KEY = 'apollo:default.session';

/** Where the earlier version of the site kept its token (specification section 6). */
export const OLD_TOKEN_KEY = 'apollo:default.token';

/** The part of a browser's window that is read here; `localStorage` throws where the browser blocks it. */
interface StorageWindow {
  readonly localStorage: { readonly getItem: (key: string) => string | null };
}

/** Returns an entry; null without it, and where the browser blocks storage. */
export function readEntry(window: StorageWindow, key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
