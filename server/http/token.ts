/**
 * A visitor's sign-in token, over HTTP and for subscriptions: the `Authorization` field, and without one the cookie (specification section 6).
 */
import type { IncomingHttpHeaders } from 'node:http';
// Not cookie-parser, which wraps the same package for Express: a WebSocket handshake never enters Express.
import { parse } from 'cookie';

/** The cookie that holds the token. Colon and dot are part of its name. */
export const TOKEN_COOKIE = 'apollo:default.token';

/** A token is one word of visible ASCII, or a scheme and a word. */
const TOKEN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/;
const MAX_TOKEN_LENGTH = 8_192;

/** Returns the value of `Authorization` for a request with these fields, or null when it has no usable token. */
export function authorizationOf({ authorization = '', cookie = '' }: IncomingHttpHeaders): string | null {
  return authorization === '' ? authorizationOfCookie(cookie) : authorization;
}

function authorizationOfCookie(field: string): string | null {
  const token = parse(field)[TOKEN_COOKIE] ?? '';
  if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return null;
  return token.includes(' ') ? token : `Bearer ${token}`;
}
