/**
 * One request to the storage service: node:http with a keep-alive pool, a deadline for the head, and every failure as an error of the
 * catalogue. Redirects are not followed, so only the configured origin receives requests.
 */
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { AppError } from '../../../shared/errors/app-error.ts';

export interface StorageRequestOptions {
  /** Milliseconds until the head must be there, connecting included. */
  readonly headMs: number;
  /** Requests under way at one time; a slow reader of a large file counts for as long as it reads. */
  readonly atOnce: number;
}

/** Names and values of request fields. */
export type Fields = Readonly<Record<string, string>>;

export interface StorageClient {
  /**
   * Sends a GET and gives its head; the body waits. The caller consumes or destroys the message.
   * @throws AppError BACKEND_TIMEOUT, BACKEND_UNAVAILABLE (not reachable, or too much under way), NETWORK (no usable HTTP)
   */
  get(url: URL, fields: Fields, signal?: AbortSignal): Promise<IncomingMessage>;
  close(): void;
}

/** The default of Node, set here so that a flag cannot raise it. */
const MAX_HEAD_BYTES = 16 * 1024;
/** Interim answers before the final one. Servers send one or two; each costs work, and no deadline counts them. */
const MAX_INTERIMS = 8;
/** Idle connections that are kept. */
const MAX_IDLE = 32;

/** Makes a client. Nothing is opened before the first request. */
export function createStorageClient(options: StorageRequestOptions): StorageClient {
  const pool = { keepAlive: true, maxFreeSockets: MAX_IDLE, scheduling: 'lifo' as const };
  const agents = { 'http:': new HttpAgent(pool), 'https:': new HttpsAgent(pool) };
  let underWay = 0;
  const send = (url: URL, fields: Fields, reuse: boolean, signal: AbortSignal | undefined): Promise<IncomingMessage> => {
    const isTls = url.protocol === 'https:';
    const settings: RequestOptions = {
      method: 'GET',
      headers: { ...fields, 'Accept-Encoding': 'identity', Accept: '*/*' },
      agent: reuse ? agents[isTls ? 'https:' : 'http:'] : false,
      maxHeaderSize: MAX_HEAD_BYTES,
      insecureHTTPParser: false,
      ...(signal === undefined ? {} : { signal }),
    };
    underWay += 1;
    const request = isTls ? requestHttps(url, settings) : requestHttp(url, settings);
    request.once('close', () => {
      underWay -= 1;
    });
    return headOf(request, options.headMs);
  };
  return {
    async get(url, fields, signal) {
      if (underWay >= options.atOnce) throw new AppError('BACKEND_UNAVAILABLE', { detail: 'too many files are under way' });
      try {
        return await send(url, fields, true, signal);
      } catch (error) {
        // The storage closed the idle connection while it was taken from the pool, so it has not seen the request.
        if (!(error instanceof StaleConnectionError)) throw asAppError(error);
        return send(url, fields, false, signal).catch((again: unknown) => Promise.reject(asAppError(again)));
      }
    },
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

class HeadTimeoutError extends Error {
  override readonly name = 'HeadTimeoutError';
}

function headOf(request: ClientRequest, headMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(new HeadTimeoutError(`no head after ${headMs} ms`)), headMs);
    let interims = 0;
    request.on('information', () => {
      interims += 1;
      if (interims > MAX_INTERIMS) request.destroy(new Error('the storage sends interim answers without end'));
    });
    request.once('response', (message) => {
      clearTimeout(timer);
      // A later error arrives on the message; without a listener it would end the process.
      message.on('error', () => undefined);
      resolve(message);
    });
    request.on('error', (error) => reject(request.reusedSocket && isReset(error) ? new StaleConnectionError('', { cause: error }) : error));
    // An upgrade that was not requested closes the connection without an error.
    request.once('close', () => {
      clearTimeout(timer);
      reject(new Error('the connection closed before a head came'));
    });
    request.end();
  });
}

function isReset(error: Error): boolean {
  return codeOf(error) === 'ECONNRESET' || codeOf(error) === 'EPIPE';
}

/** Error codes of a storage that cannot be reached, in contrast to one that answers badly. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE']);

/** The error of the catalogue for whatever a request failed with. */
export function asAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof HeadTimeoutError) return new AppError('BACKEND_TIMEOUT', { cause });
  const attempts = cause instanceof AggregateError ? cause.errors : [cause];
  const isUnreachable = attempts.every((attempt) => UNREACHABLE.has(codeOf(attempt)));
  return new AppError(isUnreachable ? 'BACKEND_UNAVAILABLE' : 'NETWORK', { cause, detail: 'file storage' });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
