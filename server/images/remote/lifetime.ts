/** The freshness lifetime of a remote picture, and whether its derivatives may be shared between visitors. */
import type { IncomingHttpHeaders } from 'node:http';
import { parseBasicInstant } from '../../../shared/time/basic-instant.ts';
import { type Directives, deltaSeconds, parseDirectives } from '../../message/cache-control.ts';
import { splitList } from '../../message/field-lines.ts';

export interface RemoteLifetime {
  /** False: the derivative is made for one request and not stored. */
  readonly shareable: boolean;
  /** Milliseconds in which the host is not asked again. */
  readonly freshForMs: number;
  /** Milliseconds after which a derivative must not be served; null for no such limit. */
  readonly validForMs: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Bounds of the lifetimes that hosts give: a host is neither asked for every request nor trusted for weeks. */
const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS;

/** For a response without a lifetime. */
const DEFAULT_MS = HOUR_MS;

/** Decides by the fields of the response and by the expiry of a presigned address. `wallMs` is now, in milliseconds since 1970. */
export function lifetimeOf(url: URL, headers: IncomingHttpHeaders, wallMs: number): RemoteLifetime {
  const validForMs = signedForMs(url, wallMs);
  const freshForMs = Math.min(statedForMs(headers), validForMs ?? LONGEST_MS);
  return { shareable: isShareable(headers) && (validForMs === null || validForMs > 0), freshForMs, validForMs };
}

/** RFC 9111 §3, §4.1: a shared response has no private directive or cookie, and varies only by fields that all our requests send equally. */
function isShareable(headers: IncomingHttpHeaders): boolean {
  if (headers['set-cookie'] !== undefined) return false;
  const vary = splitList((headers.vary ?? '').toLowerCase());
  if (vary.some((name) => name !== 'accept' && name !== 'accept-encoding')) return false;
  const directives = directivesOf(headers);
  return !['private', 'no-store', 'no-cache'].some((name) => directives.has(name));
}

function statedForMs(headers: IncomingHttpHeaders): number {
  const directives = directivesOf(headers);
  const seconds = deltaSeconds(directives, 's-maxage') ?? deltaSeconds(directives, 'max-age');
  return seconds === undefined ? DEFAULT_MS : Math.min(Math.max(seconds * 1_000, SHORTEST_MS), LONGEST_MS);
}

function signedForMs(url: URL, wallMs: number): number | null {
  const query = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const vendor of ['x-amz', 'x-goog']) {
    if (!query.has(`${vendor}-signature`) && !query.has(`${vendor}-expires`)) continue;
    const signedAt = parseBasicInstant(query.get(`${vendor}-date`) ?? '');
    const expires = query.get(`${vendor}-expires`) ?? '';
    // A signature without a valid expiry may have expired.
    if (signedAt === null || !/^\d{1,7}$/.test(expires)) return 0;
    return Math.max(0, signedAt + Number(expires) * 1_000 - wallMs);
  }
  return null;
}

function directivesOf(headers: IncomingHttpHeaders): Directives {
  return parseDirectives([headers['cache-control'] ?? '']);
}
