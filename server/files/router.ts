/**
 * The file door: `/nhostprovider/{id}` and `/v1/files/{id}`. It asks the backend only for well-formed ids; uploads and deletion belong to
 * the editors' service.
 */
import { type Request, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import { FILE_PREFIX, FILE_SERVICE_PREFIX, fileIdFromPath } from '../../shared/files/file-url.ts';
import { type Caller, type ContentBackend, PUBLIC_CALLER } from '../backend/backend.ts';
import { isRead, methodNotAllowed } from '../http/methods.ts';
import { fileIntent } from './file-intent.ts';
import { sendFile } from './send-file.ts';

export interface FilesRouterOptions {
  readonly backend: Pick<ContentBackend, 'file'>;
  /** Who asks. Default: everybody is the public. */
  readonly callerOf?: (req: Request) => Caller;
  /**
   * Milliseconds in which at least one chunk of a body must pass. Default: five minutes, in which even a reader of 20 KB a second empties
   * what the system buffers for its connection several times over.
   */
  readonly stalledMs?: number;
  /** Seconds until a file may come or go by itself; undefined when no moment is known. Default: none ever is. */
  readonly boundary?: () => number | undefined;
}

const STALLED_MS = 300_000;

/** Makes the router; mount it at the root and outside `compression`, which would break ranges and strong validators. */
export function createFilesRouter(options: FilesRouterOptions): Router {
  const { backend, callerOf = () => PUBLIC_CALLER, stalledMs = STALLED_MS, boundary = () => undefined } = options;
  const router = Router({ caseSensitive: true, strict: true });
  router.use([FILE_PREFIX, FILE_SERVICE_PREFIX], (req, res) => answer(req, res, { backend, callerOf, stalledMs, boundary }));
  return router;
}

async function answer(req: Request, res: Response, options: Required<FilesRouterOptions>): Promise<void> {
  const { backend, callerOf, stalledMs, boundary } = options;
  if (!isRead(req.method)) throw methodNotAllowed(res);
  // The path as it came, never decoded: an encoded id is no id.
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
