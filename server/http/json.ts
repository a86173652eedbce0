/** JSON bodies of our own answers. */
import type { Request, Response } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON text, to HEAD its length alone. The caller sets the status and all other fields before. */
export function sendJson(req: Pick<Request, 'method'>, res: Response, text: string | Uint8Array): void {
  res.setHeader('Content-Type', JSON_TYPE);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(req.method === 'HEAD' ? undefined : text);
}
