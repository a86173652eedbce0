/** The forms of what people sign in with, wherever it is asked for: the configuration, the service of sign-in, the accounts of the staff. */

/** The form of an e-mail address that Nhost's schema accepts; a host without a dot is one of a network of its own. */
export const EMAIL_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?){0,10}$/;

/** Characters of the longest e-mail address (RFC 5321 §4.5.3.1.3, without the brackets). */
export const LONGEST_EMAIL = 254;

/** Characters that a new password has at least (NIST SP 800-63B). */
export const SHORTEST_PASSWORD = 8;

/** Characters that a password has at most, as in Nhost's service. */
export const LONGEST_PASSWORD = 50;

/** What pages and refusals say of both bounds. */
export const PASSWORD_LENGTH = `A senha tem de ${SHORTEST_PASSWORD} a ${LONGEST_PASSWORD} caracteres.`;

/** What a refused sign-in says: not which of the two was wrong. */
export const WRONG_CREDENTIALS = 'E-mail ou senha incorretos.';

/** The code of an authenticator. */
export const ONE_TIME_CODE = /^\d{6}$/;

/** A code for who has lost the authenticator, without the spaces of its groups. */
export const RECOVERY_CODE = /^\d{16}$/;
