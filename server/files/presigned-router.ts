/** Addresses at which any client may download a file for a time: `/v1/files/{id}/presignedurl` makes one, and its `contents` is that address. */
import { type Request, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import { FILE_SERVICE_PREFIX, fileIdFromPath, presignedPath } from '../../shared/files/file-url.ts';
import type { Identify } from '../backend/auth/identity.ts';
import type { FileWrites } from '../backend/backend.ts';
import type { Logger } from '../observability/log.ts';
import { STALLED_MS } from './router.ts';
import { sendFile } from './send-file.ts';
import { answeringErrors, answerJson, StorageRefusal } from './uploads/storage-answers.ts';
import { callerOf } from './uploads/upload-caller.ts';

export interface PresignedRouterOptions {
  readonly files: Pick<FileWrites, 'presign' | 'presigned'>;
  readonly identify: Identify;
  /** Public address of the site. */
  readonly siteUrl: string;
  readonly log: Logger;
}

/** Makes the router. Mount it at the root, before the router that reads files. */
export function createPresignedRouter(options: PresignedRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const { log } = options;
  router.get(
    presignedPath(':id').request,
    answeringErrors((req, res) => presign(req, res, options), log),
  );
  router.get(
    presignedPath(':id').contents,
    answeringErrors((req, res) => contents(req, res, options), log),
  );
  return router;
}

async function presign(req: Request, res: Response, { files, identify, siteUrl }: PresignedRouterOptions): Promise<void> {
  const id = idOf(req);
  const answer = await files.presign(id, await callerOf(req, identify));
  switch (answer.kind) {
    case 'absent':
      throw new AppError('FILE_NOT_FOUND');
    case 'disabled':
      throw new StorageRefusal(403, 'presigned URLs are not enabled on the bucket where this file is located in');
    case 'presigned':
      answerJson(res, 200, { url: `${siteUrl}${presignedPath(id).contents}?${answer.query}`, expiration: answer.expiresInSeconds });
  }
}

async function contents(req: Request, res: Response, { files }: PresignedRouterOptions): Promise<void> {
  const { search } = new URL(req.originalUrl, 'http://localhost');
  const answer = await files.presigned(idOf(req), search.slice(1));
  switch (answer.kind) {
    case 'absent':
      throw new AppError('FILE_NOT_FOUND');
    case 'expired':
      throw new StorageRefusal(400, 'signature already expired');
    case 'forged':
      throw new StorageRefusal(403, 'signature does not match');
    case 'found':
      await sendFile(req, res, answer.file, { stalledMs: STALLED_MS, boundarySeconds: undefined, isPrivate: true });
  }
}

function idOf(req: Request): string {
  const id = fileIdFromPath(`${FILE_SERVICE_PREFIX}/${String(req.params['id'])}`);
  if (id === null) throw new AppError('FILE_NOT_FOUND');
  return id;
}
