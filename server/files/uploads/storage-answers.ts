/** Answers in the shape of Nhost's storage service: JSON, and for an error `{error: {message, data}}` with the message in `X-Error` too. */

import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../../shared/errors/codes.ts';
import type { ErrorEntry } from '../../../shared/errors/page-errors.ts';
import { siteRuleOf } from '../../../shared/errors/site-rule.ts';
import type { FileRecord, FileWrites, GraphqlErrorEntry } from '../../backend/backend.ts';
import { toAppError } from '../../http/error-handler.ts';
import { requestIdOf } from '../../http/request-context.ts';
import { sendUncachedJson } from '../../http/responses.ts';
import { spaceFault } from '../../http/spool.ts';
import type { Logger } from '../../observability/log.ts';

/** A refusal with the service's own words, which clients compare. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
  readonly status: number;
  readonly data: unknown;
  readonly retryAfter: number | undefined;
  /** The files of the form that had been stored before; undefined where the request is for one file. */
  readonly processed: readonly FileRecord[] | undefined;

  constructor(status: number, message: string, { data = null, retryAfter, processed, cause }: RefusalFacts = {}) {
    super(message, { cause });
    this.status = status;
    this.data = data;
    this.retryAfter = retryAfter;
    this.processed = processed;
  }
}

interface RefusalFacts {
  readonly data?: unknown;
  readonly retryAfter?: number | undefined;
  readonly processed?: readonly FileRecord[] | undefined;
  readonly cause?: unknown;
}

/** Returns the refusal of a form some of whose files had been stored before. */
export function refusalAfter(processed: readonly FileRecord[], thrown: unknown): StorageRefusal {
  const { status, message, data, retryAfter } = refusalOf(thrown);
  return new StorageRefusal(status, message, { data, retryAfter, processed, cause: thrown });
}

/** Returns the refusal of a request with the reasons against its files, in words for people. */
export function refusedUpload(motivos: readonly object[], processed?: readonly FileRecord[]): StorageRefusal {
  return new StorageRefusal(422, new AppError('UPLOAD_REFUSED').publicMessage, { data: { motivos }, processed });
}

/** The words of the service for our own errors; for the others the visitor's sentence is sent. */
const SERVICE_WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  FILE_NOT_FOUND: 'file not found',
  BUCKET_NOT_FOUND: 'bucket not found',
  FORBIDDEN: 'you are not authorized',
  UPLOAD_TOO_LARGE: 'file too big',
  UPLOAD_TOO_SMALL: 'file too small',
  INTERNAL: 'an internal server error occurred',
};

/** Returns the writes with their faults as those of a part behind this server: no answer of a store of files, whatever its status, is about the request. */
export function ofStorage(files: FileWrites): FileWrites {
  const told = <T>(write: Promise<T>): Promise<T> =>
    write.catch((thrown: unknown) => {
      const cause = spaceFault(thrown);
      throw cause instanceof AppError ? cause : new AppError('BACKEND_UNAVAILABLE', { cause });
    });
  return {
    ...files,
    bucket: (id) => told(files.bucket(id)),
    bucketOf: (id) => told(files.bucketOf(id)),
    insert: (...given) => told(files.insert(...given)),
    replace: (...given) => told(files.replace(...given)),
    remove: (...given) => told(files.remove(...given)),
  };
}

/** Codes of the engine that say that the role may not do this. */
const NOT_PERMITTED = new Set(['access-denied', 'validation-failed', 'permission-error']);
const BAD_INPUT = new Set(['data-exception', 'constraint-violation', 'parse-failed', 'bad-request']);

/** Returns the error of a mutation on the row of a file. */
export function engineRefusal({ message, extensions: { code } }: GraphqlErrorEntry): Error {
  const rule = siteRuleOf(message);
  if (rule !== null) return refusedUpload([{ codigo: 'REGRA_DO_SITE', mensagem: rule.sentence, orientacao: '', confirmavel: false }]);
  if (NOT_PERMITTED.has(code)) return new AppError('FORBIDDEN', { detail: message });
  if (BAD_INPUT.has(code)) return new StorageRefusal(400, message);
  return new AppError('INTERNAL', { detail: `${code}: ${message}` });
}

/** Makes a handler whose errors are answered in the shape of the service. */
export function answeringErrors(handler: (req: Request, res: Response) => Promise<void>, log: Logger): RequestHandler {
  return (req, res) => {
    handler(req, res).catch((thrown: unknown) => {
      const refusal = refusalOf(thrown);
      if (res.headersSent || res.destroyed) res.destroy();
      else sendStorageError(req, res, refusal);
      const entry = { requestId: requestIdOf(res), path: req.path, err: thrown };
      if (refusal.status >= 500) log.error(entry, 'request failed');
      else log.debug(entry, 'request refused');
    });
  };
}

function sendStorageError(req: Request, res: Response, refusal: StorageRefusal): void {
  const { status, message, data, retryAfter, processed } = refusal;
  // RFC 9110 §5.5: field values are ASCII. The sentences of this site have accents, and stand in the body.
  res.setHeader('X-Error', message.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 200));
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter);
  // What of the request has not arrived is read and dropped, or the client would see a broken connection in place of this answer.
  req.resume();
  answerJson(res, status, processed === undefined ? { error: { message, data } } : { processedFiles: processed, error: { message, data } });
}

function refusalOf(thrown: unknown): StorageRefusal {
  if (thrown instanceof StorageRefusal) return thrown;
  const { code, status, publicMessage } = toAppError(spaceFault(thrown));
  const { retryAfter }: ErrorEntry = ERROR_CODES[code];
  return new StorageRefusal(status, SERVICE_WORDS[code] ?? publicMessage, { data: { codigo: code }, retryAfter, cause: thrown });
}

/** Sends JSON that no cache may store. */
export function answerJson(res: Response, status: number, body: unknown): void {
  sendUncachedJson(res.status(status), JSON.stringify(body));
}
