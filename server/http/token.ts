/**
 * A visitor's sign-in token, over HTTP and for subscriptions: the `Authorization` field, and without one the cookie (specification section 6).
 */
import type { IncomingHttpHeaders } from 'node:http';
import cookieParser from 'cookie-parser';
import type { Request, Response } from 'express';

/** The cookie that holds the token. Colon and dot are part of its name. */
export const TOKEN_COOKIE = 'apollo:default.token';

/** A token is one word of visible ASCII, or a scheme and a word. */
const TOKEN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/;
const MAX_TOKEN_LENGTH = 8_192;

const parseCookies = cookieParser();

/** Returns the value of `Authorization` for a request with these fields, or null when it has no usable token. */
export function authorizationOf(headers: IncomingHttpHeaders): string | null {
  const { authorization = '' } = headers;
  return authorization === '' ? authorizationOfCookie(headers) : authorization;
}

/** Says whether a request with these field lines (name, value, ...) may have a token, of a sign-in or of `DEBUG_TOKEN`; cheap, because it is asked of every request. */
export function mayHaveToken(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === COOKIE.length && name.toLowerCase() === COOKIE && (rawHeaders[index + 1] ?? '').includes(TOKEN_COOKIE)) return true;
    if (name.length === AUTHORIZATION.length && FIELDS.has(name.toLowerCase())) return true;
  }
  return false;
}

const COOKIE = 'cookie';
const AUTHORIZATION = 'authorization';

/** The request field of `DEBUG_TOKEN`. */
export const DEBUG_FIELD = 'x-debug-token';

/** Both names have the same length. */
const FIELDS: ReadonlySet<string> = new Set([AUTHORIZATION, DEBUG_FIELD]);

function authorizationOfCookie(headers: IncomingHttpHeaders): string | null {
  const token = cookiesOf(headers)[TOKEN_COOKIE];
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return null;
  return token.includes(' ') ? token : `Bearer ${token}`;
}

/**
 * Returns the cookies by name; a value that begins with `j:` and holds JSON is what that JSON says. cookie-parser reads the header fields of a
 * request and nothing else of it, so that one reader serves Express, the edge and the handshake of a WebSocket.
 */
export function cookiesOf(headers: IncomingHttpHeaders): Readonly<Record<string, unknown>> {
  const request = { headers } as Request;
  parseCookies(request, {} as Response, () => {});
  return request.cookies as Readonly<Record<string, unknown>>;
}
