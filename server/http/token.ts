/**
 * A visitor's sign-in token, over HTTP and for subscriptions: the `Authorization` field, and without one the cookie (specification section 6).
 */
import type { IncomingHttpHeaders } from 'node:http';

/** The cookie that holds the token. Colon and dot are part of its name. */
export const TOKEN_COOKIE = 'apollo:default.token';

/** A token is one word of visible ASCII, or a scheme and a word. */
const TOKEN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/;
const MAX_TOKEN_LENGTH = 8_192;

/** Returns the value of `Authorization` for a request with these fields, or null when it has no usable token. */
export function authorizationOf({ authorization = '', cookie = '' }: IncomingHttpHeaders): string | null {
  return authorization === '' ? authorizationOfCookie(cookie) : authorization;
}

function authorizationOfCookie(cookieField: string): string | null {
  const token = tokenIn(cookieField);
  if (token === null || token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return null;
  return token.includes(' ') ? token : `Bearer ${token}`;
}

/** RFC 6265 §4.2.1: pairs are separated by `;` and a space, a name ends at its first `=`; the value may hold more of them. */
function tokenIn(cookieField: string): string | null {
  for (const pair of cookieField.split(';')) {
    const mark = pair.indexOf('=');
    if (mark !== -1 && pair.slice(0, mark).trim() === TOKEN_COOKIE) return decoded(pair.slice(mark + 1).trim());
  }
  return null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'));
  } catch {
    // The site writes percent-encoded values only; a visitor with another value is anonymous.
    return null;
  }
}
