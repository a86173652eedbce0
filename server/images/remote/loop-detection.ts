/** A mark on our own fetches, by which the picture service knows itself: it never makes a picture of a picture that it makes. */
import type { IncomingHttpHeaders } from 'node:http';
import { splitList } from '../../message/field-lines.ts';

/** RFC 8586 §2: the field that proxies hand on for this purpose, and our name in it. */
export const LOOP_FIELD = 'CDN-Loop';
export const LOOP_NAME = 'portal-imagens';

/** True for a request that a picture service of ours has made. */
export function isOwnFetch(headers: IncomingHttpHeaders): boolean {
  const field = headers['cdn-loop'];
  if (field === undefined) return false;
  return splitList(String(field)).some((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() === LOOP_NAME);
}
