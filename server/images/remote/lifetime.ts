/** How long a remote picture counts as known, and whether what is made of it may be kept for others. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Directives, deltaSeconds, hasDirective, parseDirectives } from '../../message/cache-control.ts';
import { splitList } from '../../message/field-lines.ts';

export interface RemoteLifetime {
  /** False: made for this one request alone, and then forgotten. */
  readonly shareable: boolean;
  /** Milliseconds in which the source is not asked again. */
  readonly freshForMs: number;
  /** Milliseconds after which what was made must not be shown any more; null for no such limit. */
  readonly validForMs: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What a host may say of its pictures is kept within these: neither asked for at every request, nor believed for weeks. */
const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS;

/** For a host that says nothing. */
const DEFAULT_MS = HOUR_MS;

/** `20260131T120000Z`, as AWS Signature Version 4 and its relatives write a date. */
const SIGNED_AT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Decides by the answer's fields and by what a presigned address says of itself. `wallMs` is now, in milliseconds since 1970. */
export function lifetimeOf(url: URL, headers: IncomingHttpHeaders, wallMs: number): RemoteLifetime {
  const validForMs = signedForMs(url, wallMs);
  const freshForMs = Math.min(statedForMs(headers), validForMs ?? LONGEST_MS);
  return { shareable: isShareable(headers) && (validForMs === null || validForMs > 0), freshForMs, validForMs };
}

/** RFC 9111 §3: nothing that is somebody's own. Selection by Accept is what we asked for; by anything else it is not ours to know. */
function isShareable(headers: IncomingHttpHeaders): boolean {
  if (headers['set-cookie'] !== undefined) return false;
  const vary = splitList((headers.vary ?? '').toLowerCase());
  if (vary.some((name) => name !== 'accept' && name !== 'accept-encoding')) return false;
  const directives = directivesOf(headers);
  return !['private', 'no-store', 'no-cache'].some((name) => hasDirective(directives, name));
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
    const date = SIGNED_AT.exec(query.get(`${vendor}-date`) ?? '');
    const expires = query.get(`${vendor}-expires`) ?? '';
    // A signature without a readable end may end now.
    if (date === null || !/^\d{1,7}$/.test(expires)) return 0;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date.slice(1).map(Number);
    return Math.max(0, Date.UTC(year, month - 1, day, hour, minute, second) + Number(expires) * 1_000 - wallMs);
  }
  return null;
}

function directivesOf(headers: IncomingHttpHeaders): Directives {
  return parseDirectives([headers['cache-control'] ?? '']);
}
