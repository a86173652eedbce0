/** Addresses of the session of a browser: forms without script post to them, and so does the page's script. */

/** Signs in (POST: e-mail and password, or ticket and one-time code), and tells who has signed in (GET). */
export const SESSION_PATH = '/_session';
