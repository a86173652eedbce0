/** The host that a request names: `Host`, or the authority of a target in absolute form (RFC 9110 §7.2, RFC 9112 §3.2). */
import type { IncomingMessage } from 'node:http';
import { fieldLines } from '../../message/field-lines.ts';
import { rewriteField } from './rewritten-fields.ts';

const AUTHORITY = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/** Node accepts only letters in the scheme. A request target has no fragment. */
const ABSOLUTE_FORM = /^[a-z]+:\/\/([^/?#]+)([^#]*)/i;

/**
 * Says whether a request names at most one valid host. A second Host line, or a value that is no authority, is refused, because two hops
 * could choose different ones (RFC 9112 §3.2). Several lines arrive joined by ", ", which no authority contains; Node itself refuses an
 * HTTP/1.1 request without Host. A target that is still in absolute form here names no valid host.
 */
export function namesValidHost({ url = '/' }: Pick<IncomingMessage, 'url'>, host: string | null): boolean {
  return (host === null || AUTHORITY.test(host)) && (url.startsWith('/') || url === '*');
}

/**
 * Rewrites a target in absolute form to origin form and puts its authority into `Host`, replacing what is there (RFC 9112 §3.2.2), so that
 * the key and the origin see the same host. Targets without a host or with userinfo (RFC 9110 §4.2.1, §4.2.4), and those beside an invalid
 * `Host`, stay unchanged.
 */
export function resolveAbsoluteForm(req: IncomingMessage): void {
  const { url = '/', method, rawHeaders } = req;
  if (url.startsWith('/')) return;
  const [, authority, rest] = ABSOLUTE_FORM.exec(url) ?? [];
  if (authority === undefined || rest === undefined || !AUTHORITY.test(authority)) return;
  const [host = '', ...others] = fieldLines(rawHeaders, 'host');
  if (others.length > 0 || !AUTHORITY.test(host)) return;
  // RFC 9112 §3.2.4: OPTIONS without a path is about the whole server.
  const isWholeServer = rest === '' && method === 'OPTIONS';
  req.url = isWholeServer ? '*' : rest.startsWith('/') ? rest : `/${rest}`;
  rewriteField(req, 'Host', authority);
}
