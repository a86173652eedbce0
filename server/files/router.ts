/**
 * `/nhostprovider/{id}` and `/v1/files/{id}`: stored files, for reading only. The backend is asked for well-formed ids only; editors upload
 * and delete files through the storage service.
 */
import { type Request, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import { FILE_PREFIX, FILE_SERVICE_PREFIX, fileIdFromPath } from '../../shared/files/file-url.ts';
import { type Caller, type ContentBackend, PUBLIC_CALLER } from '../backend/backend.ts';
import { isRead, methodNotAllowed } from '../http/responses.ts';
import { fileIntent } from './file-intent.ts';
import { sendFile } from './send-file.ts';

export interface FilesRouterOptions {
  readonly backend: Pick<ContentBackend, 'file'>;
  /** Returns the caller of a request. Default: the public. */
  readonly callerOf?: (req: Request) => Caller;
  /**
   * Milliseconds in which at least one chunk of a body must pass. Default: five minutes, in which a client that reads 20 KB a second empties
   * the system's buffer of its connection several times.
   */
  readonly stalledMs?: number;
  /** Seconds until the next scheduled publication or expiry of a file; undefined when none is known, which is the default. */
  readonly boundary?: () => number | undefined;
}

const STALLED_MS = 300_000;

/** Makes the router. Mount it at the root and before `compression`, which would break ranges and strong validators. */
export function createFilesRouter(options: FilesRouterOptions): Router {
  const { backend, callerOf = () => PUBLIC_CALLER, stalledMs = STALLED_MS, boundary = () => undefined } = options;
  const router = Router({ caseSensitive: true, strict: true });
  router.use([FILE_PREFIX, FILE_SERVICE_PREFIX], (req, res) => answer(req, res, { backend, callerOf, stalledMs, boundary }));
  return router;
}

async function answer(req: Request, res: Response, options: Required<FilesRouterOptions>): Promise<void> {
  const { backend, callerOf, stalledMs, boundary } = options;
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
  const file = await backend.file(id, callerOf(req), fileIntent(req.method, req.headers)).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('BACKEND_UNAVAILABLE', { cause });
  });
  if (file === null) throw new AppError('FILE_NOT_FOUND');
  await sendFile(req, res, file, { stalledMs, boundarySeconds: boundary() });
}
