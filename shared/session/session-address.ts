/** Addresses of the session of a browser: forms without script post to them, and so does the page's script. */

/** Signs in (POST: e-mail and password, or ticket and one-time code), and tells who has signed in (GET). */
export const SESSION_PATH = '/_session';

/** Ends the session of this browser; with `all` every session of the person. */
export const END_SESSION_PATH = `${SESSION_PATH}/end`;

/** Makes a new access token from the refresh token of the cookie. */
export const REFRESH_SESSION_PATH = `${SESSION_PATH}/refresh`;

/** Takes over the token that an earlier version of the site kept in local storage. */
export const HAND_OVER_PATH = `${SESSION_PATH}/token`;

/** Changes the password of who has signed in (POST: the present one and the new one). */
export const OWN_PASSWORD_PATH = `${SESSION_PATH}/password`;

/** The accounts of the staff, for administrators. */
export const USERS_PATH = `${SESSION_PATH}/users`;

/** Parameter of the administration page that names the row which the application opens, as `table/key`. */
export const RECORD_PARAMETER = 'registro';

/** Value of the administration page's parameter `tela` for the person's own account. */
export const ACCOUNT_SCREEN = 'conta';
