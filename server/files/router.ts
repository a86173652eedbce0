/**
 * `/nhostprovider/{id}` and `/v1/files/{id}`: stored files, for reading only. The backend is asked for well-formed ids only.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import { FILE_PREFIX, FILE_SERVICE_PREFIX, fileIdFromPath } from '../../shared/files/file-url.ts';
import type { Identify } from '../backend/auth/identity.ts';
import { type Caller, type ContentBackend, type FileIntent, PUBLIC_CALLER } from '../backend/backend.ts';
import { isRead, methodNotAllowed } from '../http/responses.ts';
import { parseRanges, type RangeSpec } from '../message/byte-ranges.ts';
import { sendFile } from './send-file.ts';

export interface FilesRouterOptions {
  readonly backend: Pick<ContentBackend, 'file'>;
  /** Names the caller of a request. Default: every caller is the public. */
  readonly identify?: Identify;
  /**
   * Milliseconds in which at least one chunk of a body must pass. Default: five minutes, in which a client that reads 20 KB a second empties
   * the system's buffer of its connection several times.
   */
  readonly stalledMs?: number;
  /** Seconds until the next scheduled publication or expiry of a file; undefined when none is known, which is the default. */
  readonly boundary?: (() => number | undefined) | undefined;
}

export const STALLED_MS = 300_000;

/** Makes the router. Mount it at the root and before `compression`, which would break ranges and strong validators. */
export function createFilesRouter(options: FilesRouterOptions): Router {
  const { backend, identify = identifyPublic, stalledMs = STALLED_MS, boundary } = options;
  const router = Router({ caseSensitive: true, strict: true });
  router.use([FILE_PREFIX, FILE_SERVICE_PREFIX], (req, res) => answer(req, res, { backend, identify, stalledMs, boundary }));
  return router;
}

async function answer(
  req: Request,
  res: Response,
  { backend, identify, stalledMs, boundary }: Required<FilesRouterOptions>,
): Promise<void> {
  if (!isRead(req.method)) throw methodNotAllowed(res);
  // The path is not decoded: a percent-encoded id is not an id.
  const path = `${req.baseUrl}${req.path}`;
  const id = fileIdFromPath(path);
  if (id === null) throw new AppError('FILE_NOT_FOUND');
  const canonical = `${req.baseUrl}/${id}`;
  if (path !== canonical) {
    res.redirect(308, canonical);
    return;
  }
  const caller = await callerOf(req, identify);
  const file = await backend.file(id, caller, fileIntent(req.method, req.headers)).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('BACKEND_UNAVAILABLE', { cause });
  });
  if (file === null) throw new AppError('FILE_NOT_FOUND');
  await sendFile(req, res, file, { stalledMs, boundarySeconds: boundary?.(), isPrivate: caller.trust !== 'anonymous' });
}

const identifyPublic: Identify = () => Promise.resolve({ kind: 'caller', caller: PUBLIC_CALLER });

/**
 * A page names its pictures for every reader, so an old cookie must not take them from its owner; a program that sends `Authorization`
 * learns that its token has expired.
 */
async function callerOf(req: Request, identify: Identify): Promise<Caller> {
  const identity = await identify(req);
  if (identity.kind === 'caller') return identity.caller;
  if (identity.status === 401 && req.headers.authorization === undefined) return PUBLIC_CALLER;
  throw new AppError(identity.status === 401 ? 'UNAUTHORIZED' : 'FILE_NOT_FOUND', { detail: identity.error.message });
}

/** Predicts from a request which bytes of the file its answer needs. A wrong prediction costs a round trip and does not change the answer. */
export function fileIntent(method: string, headers: IncomingHttpHeaders): FileIntent {
  // A client that sends a validator mostly has the current file, so the answer has no body.
  const mayEndInHead = headers['if-none-match'] ?? headers['if-modified-since'] ?? headers['if-match'] ?? headers['if-unmodified-since'];
  if (method !== 'GET' || mayEndInHead !== undefined) return { kind: 'look' };
  if (headers.range === undefined) return { kind: 'whole' };
  // PDF readers and video players request one range. For several, and for an invalid field, the file is looked up before its bytes are read.
  const [range, ...others] = parseRanges(headers.range) ?? [];
  if (range === undefined || others.length > 0 || !isExact(range)) return { kind: 'look' };
  return { kind: 'range', ...range };
}

/** Says whether JavaScript holds both positions exactly, so that they can be sent to the storage. */
function isExact({ first, last }: RangeSpec): boolean {
  return [first, last].every((position) => position === null || Number.isSafeInteger(position));
}
