/**
 * The writing half of Nhost's storage service: `POST /v1/files`, `PUT` and `DELETE /v1/files/{id}`. The permissions on `storage.files` decide who
 * may; a role without any is refused before its bytes are read.
 */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { AppError } from '../../../shared/errors/app-error.ts';
import { FILE_SERVICE_PREFIX, STORAGE_VERSION_PATH } from '../../../shared/files/file-url.ts';
import { answeringErrors, answerJson, ofStorage } from './storage-answers.ts';
import { insertFiles, removeFile, replaceFile, type UploadRequestsOptions } from './upload-requests.ts';

export interface UploadsRouterOptions extends UploadRequestsOptions {
  /** Version of the program. */
  readonly version: string;
}

/** Uploads that are received at the same time. Each may hold the largest file of its bucket on the disk. */
const MOST_AT_ONCE = 16;

type Handler = (req: Request, res: Response, options: UploadRequestsOptions) => Promise<void>;

/** Makes the router. Mount it at the root, before the router that reads files. */
export function createUploadsRouter(options: UploadsRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: false });
  let underWay = 0;
  const bounded = (handler: Handler): Handler => {
    return async (...request) => {
      if (underWay >= MOST_AT_ONCE) throw new AppError('UPLOADS_BUSY');
      underWay += 1;
      try {
        await handler(...request);
      } finally {
        underWay -= 1;
      }
    };
  };
  const asked = { ...options, files: ofStorage(options.files) };
  const handled = (handler: Handler): RequestHandler => answeringErrors((req, res) => handler(req, res, asked), options.log);
  router.post(FILE_SERVICE_PREFIX, handled(bounded(insertFiles)));
  router.put(`${FILE_SERVICE_PREFIX}/:id`, handled(bounded(replaceFile)));
  router.delete(`${FILE_SERVICE_PREFIX}/:id`, handled(removeFile));
  router.get(STORAGE_VERSION_PATH, (_req, res) => answerJson(res, 200, { buildVersion: options.version }));
  return router;
}
