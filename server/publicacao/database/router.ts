/** `/dados/dados-abertos.sqlite`: all sets of open data as one database, made once a day. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Router } from 'express';
import { AppError } from '../../../shared/errors/app-error.ts';
import { DATABASE_ADDRESS } from '../../../shared/open-data/datasets.ts';
import type { StoredFile } from '../../backend/backend.ts';
import { answerOtherMethods, openToScripts } from '../../http/open-to-scripts.ts';
import type { DailyDatabase } from './daily-database.ts';

/** Sends a stored file with its validators and ranges. */
export type SendStoredFile = (req: IncomingMessage, res: ServerResponse, file: StoredFile) => Promise<void>;

/** Makes the router. Mount it before `compression`, which would break ranges. */
export function createDatabaseRouter({ file }: Pick<DailyDatabase, 'file'>, send: SendStoredFile): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(DATABASE_ADDRESS)
    .get(async (req, res) => {
      openToScripts(res);
      const stored = await file();
      if (stored === null) throw new AppError('DATABASE_NOT_READY');
      await send(req, res, stored);
    })
    .all(answerOtherMethods);
  return router;
}
