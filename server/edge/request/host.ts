/** Whose resource a request is for: `Host`, or the authority of a target that names one itself (RFC 9110 §7.2, RFC 9112 §3.2). */
import type { IncomingMessage } from 'node:http';
import { fieldLines } from '../../message/field-lines.ts';
import { rewriteField } from './rewriting.ts';

const AUTHORITY = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/** Node lets no other scheme pass than one of letters. No target has a fragment. */
const ABSOLUTE = /^[a-z]+:\/\/([^/?#]+)([^#]*)/i;

/**
 * Says whether a request names one host at most. More than one Host, or one that is no authority, is refused: hops that read it
 * differently would disagree about what was asked (RFC 9112 §3.2). Several lines arrive joined by a blank, which no host has; Node itself
 * refuses a request of HTTP/1.1 that has none. A target that is in the absolute form still names none that is any good.
 */
export function namesGoodHost({ url = '/' }: IncomingMessage, host: string | null): boolean {
  return (host === null || AUTHORITY.test(host)) && (url.startsWith('/') || url === '*');
}

/**
 * Brings a target in the absolute form into the origin form, and its authority into `Host`, whatever stood there (RFC 9112 §3.2.2): all
 * that looks at the request from here on, the origin too, is asked for the same as the store. A target without a host or with a user in
 * front of it (RFC 9110 §4.2.1, §4.2.4) stays as it is, and so does one beside a `Host` that is refused.
 */
export function resolveAbsoluteForm(req: IncomingMessage): void {
  const { url = '/', method, rawHeaders } = req;
  if (url.startsWith('/')) return;
  const [, authority, rest] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined || rest === undefined || !AUTHORITY.test(authority)) return;
  const [host = '', ...others] = fieldLines(rawHeaders, 'host');
  if (others.length > 0 || !AUTHORITY.test(host)) return;
  // RFC 9112 §3.2.4: OPTIONS of no path is about the server as a whole.
  const whole = rest === '' && method === 'OPTIONS';
  req.url = whole ? '*' : rest.startsWith('/') ? rest : `/${rest}`;
  rewriteField(req, 'Host', authority);
}
