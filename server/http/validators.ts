import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { evaluatePreconditions } from '../message/preconditions.ts';

/** Returns a strong validator of a document: of its bytes, and of fields that a 304 would update. Codings have tags of their own. */
export function entityTag(body: Uint8Array, ...fields: readonly string[]): string {
  const whole = hash('sha256', body, 'base64url');
  const tag = fields.length === 0 ? whole : hash('sha256', [whole, ...fields].join('\0'), 'base64url');
  return `"${tag.slice(0, 27)}"`;
}

/** Sends a whole body, or 304 when the visitor already has it. Other headers must be set. */
export function sendValidated(req: Request, res: Response, body: Uint8Array, tag: string): void {
  res.setHeader('ETag', tag);
  const validators = { etag: tag, lastModified: null };
  if (res.statusCode === 200 && evaluatePreconditions(req.method, req.headers, validators, Date.now()) === 'notModified') {
    res.removeHeader('Content-Type');
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Length', body.byteLength);
  res.end(req.method === 'HEAD' ? undefined : body);
}
