/**
 * The cookies of a browser's session, and the one by which the sign-in knows the browser. None is readable by a script. The access token is
 * sent with every request and lives for fifteen minutes, whatever the cookie does; the other two are sent to `/_session` alone.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { stringifySetCookie } from 'cookie';
import { SESSION_PATH } from '../../shared/session/session-address.ts';
import { type AuthSession, KNOWN_SECONDS } from '../backend/auth/auth-backend.ts';
import { cookiesOf, TOKEN_COOKIE } from '../http/token.ts';

const REFRESH_COOKIE = 'apollo:default.refresh';

/** In it an account has signed in, so strangers who use up its attempts do not lock its owner out of it. It outlives the session. */
const DEVICE_COOKIE = 'portal.dispositivo';

/** Seven days (specification section 9). */
const TOKEN_SECONDS = 604_800;
/** The life of a refresh token that is not used. */
const REFRESH_SECONDS = 2_592_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sets both cookies. @param secure false in development, where the site has no https */
export function setSessionCookies(res: ServerResponse, session: Pick<AuthSession, 'accessToken' | 'refreshToken'>, secure: boolean): void {
  setTokenCookie(res, session.accessToken, secure);
  res.appendHeader('Set-Cookie', refreshCookie(session.refreshToken, REFRESH_SECONDS, secure));
}

/** Sets the cookie of an access token without a session that could renew it. */
export function setTokenCookie(res: ServerResponse, accessToken: string, secure: boolean): void {
  res.appendHeader('Set-Cookie', tokenCookie(accessToken, TOKEN_SECONDS, secure));
}

/** Removes both cookies. */
export function clearSessionCookies(res: ServerResponse, secure: boolean): void {
  res.appendHeader('Set-Cookie', tokenCookie('', 0, secure));
  res.appendHeader('Set-Cookie', refreshCookie('', 0, secure));
}

/** Returns the refresh token of a request to `/_session`, or null. */
export function refreshTokenOf(headers: IncomingHttpHeaders): string | null {
  const token = cookiesOf(headers)[REFRESH_COOKIE];
  return typeof token === 'string' && UUID.test(token) ? token : null;
}

/** Returns the name of the browser of a request to `/_session`, or a new one. */
export function deviceOf(headers: IncomingHttpHeaders): string {
  const device = cookiesOf(headers)[DEVICE_COOKIE];
  return typeof device === 'string' && UUID.test(device) ? device : randomUUID();
}

/** Names the browser for as long as the sign-in knows it. */
export function setDeviceCookie(res: ServerResponse, device: string, secure: boolean): void {
  const cookie = { httpOnly: true, secure, sameSite: 'strict', path: SESSION_PATH, maxAge: KNOWN_SECONDS } as const;
  res.appendHeader('Set-Cookie', stringifySetCookie(DEVICE_COOKIE, device, cookie));
}

// Express's `res.cookie` refuses the colon of the names, which is no character of a token (RFC 9110 §5.6.2); browsers accept it.
function tokenCookie(value: string, maxAge: number, secure: boolean): string {
  return stringifySetCookie(TOKEN_COOKIE, value, { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge });
}

function refreshCookie(value: string, maxAge: number, secure: boolean): string {
  return stringifySetCookie(REFRESH_COOKIE, value, { httpOnly: true, secure, sameSite: 'strict', path: SESSION_PATH, maxAge });
}
