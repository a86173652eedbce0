/** The open data, which scripts of any site may read (Fetch, section 3.3: CORS protocol). */
import type { Request, Response } from 'express';
import { methodNotAllowed } from './responses.ts';

const METHODS = 'GET, HEAD, OPTIONS';

/** What a script reads of such an answer besides the fields that every answer shows, as `Content-Type`. */
const SHOWN_FIELDS = 'ETag, Content-Disposition, Accept-Ranges, Content-Range, Retry-After';

/** Lets scripts of any site read the answer. Called before anything can fail, so that they read why it failed, and when to ask again. */
export function openToScripts(res: Response): void {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', SHOWN_FIELDS);
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/**
 * Answers every method but GET and HEAD. Browsers ask by OPTIONS before a script sends a field of its own, as `If-None-Match` (Fetch, section
 * 3.3.2: CORS-preflight request).
 * @throws AppError METHOD_NOT_ALLOWED for all other methods
 */
export function answerOtherMethods({ method }: Pick<Request, 'method'>, res: Response): void {
  if (method !== 'OPTIONS') throw methodNotAllowed(res, METHODS);
  openToScripts(res);
  res.setHeader('Allow', METHODS);
  res.setHeader('Access-Control-Allow-Methods', METHODS);
  res.setHeader('Access-Control-Allow-Headers', '*');
  // A day, the most that Firefox keeps it.
  res.setHeader('Access-Control-Max-Age', 86_400);
  res.status(204).end();
}
