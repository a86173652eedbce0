import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { evaluateConditional } from '../http/conditional.ts';

/** Returns a weak validator of a document: the body may be compressed on its way, and fields that a 304 would update count as well. */
export function entityTag(body: Uint8Array, ...fields: readonly string[]): string {
  const hash = createHash('sha256').update(body);
  for (const field of fields) hash.update('\0').update(field);
  return `W/"${hash.digest('base64url').slice(0, 27)}"`;
}

/** Sends a whole body, or 304 when the visitor already has it. Other headers must be set. */
export function sendValidated(req: Request, res: Response, body: Uint8Array, tag: string): void {
  res.setHeader('ETag', tag);
  if (res.statusCode === 200 && evaluateConditional({ method: req.method, headers: req.headers, etag: tag }) === 'notModified') {
    res.removeHeader('Content-Type');
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Length', body.byteLength);
  res.end(req.method === 'HEAD' ? undefined : body);
}
