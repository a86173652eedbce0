/** Loop detection: the image service marks its own fetches and refuses requests with the mark, so that it never scales its own result. */
import type { IncomingHttpHeaders } from 'node:http';
import { splitList } from '../../message/field-lines.ts';

/** RFC 8586 §2: the field that intermediaries forward to detect loops, and our name in it. */
export const LOOP_FIELD = 'CDN-Loop';
export const LOOP_NAME = 'portal-imagens';

/** Says whether a request comes from an image service of this site. */
export function isOwnFetch(headers: IncomingHttpHeaders): boolean {
  const field = headers['cdn-loop'];
  if (field === undefined) return false;
  return splitList(String(field)).some((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() === LOOP_NAME);
}
