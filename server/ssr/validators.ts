import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** Returns a weak validator of a document: the body may be compressed on its way, and fields that a 304 would update count as well. */
export function entityTag(body: Uint8Array, ...fields: readonly string[]): string {
  const hash = createHash('sha256').update(body);
  for (const field of fields) hash.update('\0').update(field);
  return `W/"${hash.digest('base64url').slice(0, 27)}"`;
}

/** True when the request's If-None-Match names the validator. RFC 9110 §13.1.2: weak comparison, `*` matches any. */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return ifNoneMatch.match(/"[\x21\x23-\x7e\x80-\xff]*"/g)?.includes(opaque) === true;
}

/** Sends a whole body, or 304 when the visitor already has it. Other headers must be set. */
export function sendValidated(req: Request, res: Response, body: Uint8Array, tag: string): void {
  res.setHeader('ETag', tag);
  if (res.statusCode === 200 && matchesEntityTag(req.get('if-none-match'), tag)) {
    res.removeHeader('Content-Type');
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Length', body.byteLength);
  res.end(req.method === 'HEAD' ? undefined : body);
}
