/** Addresses of the session of a browser: forms without script post to them, and so does the page's script. */

/** The page of the sign-in and of the administration; the route `admin` has this path. */
export const ADMINISTRATION_PATH = '/admin';

/** Signs in (POST: e-mail and password, or ticket and one-time code), and names the signed-in user (GET). */
export const SESSION_PATH = '/_session';

/** Ends the session of this browser; with `all` every session of the person. */
export const END_SESSION_PATH = `${SESSION_PATH}/end`;

/** Makes a new access token from the refresh token of the cookie. */
export const REFRESH_SESSION_PATH = `${SESSION_PATH}/refresh`;

/** Takes over the token that an earlier version of the site kept in local storage. */
export const TOKEN_MIGRATION_PATH = `${SESSION_PATH}/token`;

/** Changes the password of the signed-in user (POST: the present one and the new one). */
export const OWN_PASSWORD_PATH = `${SESSION_PATH}/password`;

/** One-time codes of the signed-in user: turned on by a code of the secret below, and off by a code (POST). */
export const OWN_TOTP_PATH = `${SESSION_PATH}/totp`;

/** Makes a new secret of one-time codes (POST: the present password). */
export const TOTP_SECRET_PATH = `${OWN_TOTP_PATH}/secret`;

/** Makes new codes for who loses the device of the one-time codes (POST: a code). */
export const RECOVERY_CODES_PATH = `${OWN_TOTP_PATH}/recovery`;

/** Asks for a link that sets a password (GET: the form, POST: the e-mail); below it the key of a link (GET: the form, POST: the password). */
export const PASSWORD_LINK_PATH = `${SESSION_PATH}/password-link`;

/** Says that the link is under way. */
export const PASSWORD_LINK_SENT_PATH = `${PASSWORD_LINK_PATH}/sent`;

/** Ends another session of the person, or all others (POST). */
export const OTHER_SESSIONS_PATH = `${SESSION_PATH}/sessions`;

/** The accounts of the staff, for administrators. */
export const USERS_PATH = `${SESSION_PATH}/users`;

/** Parameter of the administration page that names what the application opens: a row as `table/key`, or a list with one filter as `list?name=value`. */
export const RECORD_PARAMETER = 'registro';

/** The form of its value: a table, and a number, a uuid or a slug, or the word `create` for a new row; or a list and its filter. */
export const RECORD_FORM = /^[a-z_]{1,60}(?:\/(?:[1-9]\d{0,15}|[a-z0-9-]*[a-z][a-z0-9-]*)|\?[a-z]{1,20}=[a-z-]{1,30})$/;

/** Longest value. */
export const LONGEST_RECORD = 120;

/** Returns the address of the administration page, which opens `record` where there is one. */
export function administrationAddress(record: string | null): string {
  return record === null ? ADMINISTRATION_PATH : `${ADMINISTRATION_PATH}?${RECORD_PARAMETER}=${record}`;
}

/** Parameter of the administration page that names one of its screens, and its value for the person's own account. */
export const SCREEN_PARAMETER = 'tela';
export const ACCOUNT_SCREEN = 'conta';

/** Parameter that says, after a form without script, what was done; and its values for a password that was changed and for sessions that were ended. */
export const DONE_PARAMETER = 'feito';
export const PASSWORD_CHANGED = 'senha';
export const SESSIONS_ENDED = 'sessoes';

/** Address of the person's own account. */
export const ACCOUNT_ADDRESS = `${ADMINISTRATION_PATH}?${SCREEN_PARAMETER}=${ACCOUNT_SCREEN}`;

/** Address of the own account after the password was changed by a form. */
export const PASSWORD_CHANGED_ADDRESS = `${ACCOUNT_ADDRESS}&${DONE_PARAMETER}=${PASSWORD_CHANGED}`;

/** Address of the sign-in after a link has set a password. */
export const NEW_PASSWORD_ADDRESS = `${ADMINISTRATION_PATH}?${DONE_PARAMETER}=${PASSWORD_CHANGED}`;

/** Element id of the sessions on that page. */
export const SESSIONS_SECTION = 'sessoes';

/** Address of the own account after other sessions were ended. */
export const SESSIONS_ENDED_ADDRESS = `${ACCOUNT_ADDRESS}&${DONE_PARAMETER}=${SESSIONS_ENDED}#${SESSIONS_SECTION}`;
