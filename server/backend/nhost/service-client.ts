/**
 * One request to a service of the hosted backend: node:http with a keep-alive pool, a deadline for the head, and every failure as an error of
 * the catalogue. Redirects are not followed, so only the configured origin receives requests.
 */

import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { AppError } from '../../../shared/errors/app-error.ts';
import { errorCodeOf, hasErrorCode } from '../../../shared/errors/error-code.ts';

export interface ServiceRequestLimits {
  /** Milliseconds until the head must be there, connecting included; of an answer that is read as a text, also from there to its end. */
  readonly headMs: number;
  /** Requests under way at one time; a slow reader of a large file counts for as long as it reads. */
  readonly atOnce: number;
}

export interface ServiceClientOptions extends ServiceRequestLimits {
  /** What the log calls the service. */
  readonly service: string;
  /** Returns the field by which the service joins the trace of the request that is being answered; null outside one. */
  readonly traceparent?: (() => string | null) | undefined;
}

/** Names and values of request fields. */
export type Fields = Readonly<Record<string, string>>;

/** Bytes that are sent as they are read. */
export interface RequestBody {
  readonly type: string;
  readonly length: number;
  readonly open: () => Readable;
}

export interface ServiceRequest {
  readonly url: URL;
  readonly fields: Fields;
  /** GET where it is left out. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** JSON as a text, or bytes of another type. */
  readonly body?: string | RequestBody;
  /** True for what may be sent twice: a request that met a closed connection is then sent again. Every GET may. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface ServiceClient {
  /**
   * Sends a request and gives the head of its response; the body waits. The caller consumes or destroys the message.
   * @throws AppError BACKEND_TIMEOUT, BACKEND_UNAVAILABLE (not reachable, or too much under way), NETWORK (no usable HTTP)
   */
  send(request: ServiceRequest): Promise<IncomingMessage>;
  /** Sends a request and reads its answer of at most `mostBytes`. @throws AppError as `send`, also where the answer is cut off or late */
  ask(request: ServiceRequest, mostBytes: number): Promise<ServiceAnswer>;
  close(): void;
}

/** The default of Node, set here so that a flag cannot raise it. */
const MAX_HEAD_BYTES = 16 * 1024;
/** Interim answers before the final one. Servers send one or two; each costs work, and no deadline counts them. */
const MAX_INTERIMS = 8;
/** Idle connections that are kept. */
const MAX_IDLE = 32;

/** Makes a client. Nothing is opened before the first request. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const pool = { keepAlive: true, maxFreeSockets: MAX_IDLE, scheduling: 'lifo' as const };
  const agents = { 'http:': new HttpAgent(pool), 'https:': new HttpsAgent(pool) };
  const asError = (cause: unknown): AppError => asAppError(cause, options.service);
  let underWay = 0;
  const sendOn = (request: ServiceRequest, reuse: boolean): Promise<IncomingMessage> => {
    const isTls = request.url.protocol === 'https:';
    const settings: RequestOptions = {
      method: request.method ?? 'GET',
      headers: { ...fieldsOf(request), ...tracing(options.traceparent?.() ?? null), 'Accept-Encoding': 'identity' },
      agent: reuse ? agents[isTls ? 'https:' : 'http:'] : false,
      maxHeaderSize: MAX_HEAD_BYTES,
      insecureHTTPParser: false,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    };
    underWay += 1;
    const outgoing = isTls ? requestHttps(request.url, settings) : requestHttp(request.url, settings);
    outgoing.once('close', () => {
      underWay -= 1;
    });
    return headOf(outgoing, request.body, options.headMs);
  };
  const client: ServiceClient = {
    async send(request) {
      if (underWay >= options.atOnce) throw new AppError('BACKEND_UNAVAILABLE', { detail: `too many requests to ${options.service}` });
      try {
        return await sendOn(request, true);
      } catch (error) {
        // The service closed the idle connection while it was taken from the pool; whether it has seen the request is not known.
        const isRepeatable = (request.method ?? 'GET') === 'GET' || request.repeatable === true;
        if (!(error instanceof StaleConnectionError) || !isRepeatable) throw asError(error);
        return sendOn(request, false).catch((again: unknown) => Promise.reject(asError(again)));
      }
    },
    async ask(request, mostBytes) {
      const message = await client.send(request);
      try {
        return { status: message.statusCode ?? 0, headers: message.headers, text: await textOf(message, mostBytes, options.headMs) };
      } catch (error) {
        throw asError(error);
      }
    },
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
  return client;
}

async function textOf(message: IncomingMessage, mostBytes: number, withinMs: number): Promise<string> {
  const timer = setTimeout(() => message.destroy(new LateAnswerError(`no end within ${withinMs} ms`)), withinMs);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > mostBytes) throw new Error(`an answer of more than ${mostBytes} bytes`);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function fieldsOf({ fields, body }: ServiceRequest): Fields {
  if (body === undefined) return { ...fields, Accept: '*/*' };
  const [type, length] = typeof body === 'string' ? ['application/json', Buffer.byteLength(body)] : [body.type, body.length];
  return { ...fields, Accept: 'application/json', 'Content-Type': type, 'Content-Length': String(length) };
}

/** W3C Trace Context §3.2. */
function tracing(traceparent: string | null): Fields {
  return traceparent === null ? {} : { traceparent };
}

class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError';
}

class LateAnswerError extends Error {
  override readonly name = 'LateAnswerError';
}

function headOf(request: ClientRequest, body: ServiceRequest['body'], headMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const tooLate = (): void => void request.destroy(new LateAnswerError(`nothing for ${headMs} ms`));
    // Bytes take the time that they take, as long as some go out; the head is waited for from their end on.
    const isStreamed = body !== undefined && typeof body !== 'string';
    let timer = isStreamed ? undefined : setTimeout(tooLate, headMs);
    if (isStreamed) {
      request.setTimeout(headMs, tooLate);
      request.once('finish', () => {
        timer = setTimeout(tooLate, headMs);
      });
    }
    let interims = 0;
    request.on('information', () => {
      interims += 1;
      if (interims > MAX_INTERIMS) request.destroy(new Error('the service sends interim answers without end'));
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
    if (body === undefined || typeof body === 'string') request.end(body);
    else pipeline(body.open(), request, () => undefined);
  });
}

function isReset(error: Error): boolean {
  return hasErrorCode(error, 'ECONNRESET', 'EPIPE');
}

/** Error codes of a service that cannot be reached, in contrast to one that answers badly. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE']);

/** The error of the catalogue for whatever a request failed with. */
function asAppError(cause: unknown, service: string): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof LateAnswerError) return new AppError('BACKEND_TIMEOUT', { cause });
  const attempts = cause instanceof AggregateError ? cause.errors : [cause];
  const isUnreachable = attempts.every((attempt) => UNREACHABLE.has(errorCodeOf(attempt)));
  return new AppError(isUnreachable ? 'BACKEND_UNAVAILABLE' : 'NETWORK', { cause, detail: service });
}
