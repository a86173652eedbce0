/**
 * `POST /v1/graphql`: the browser's only access to the content backend. GraphQL errors are 200 with `errors`, as the hosted backend answers
 * them; 413, 415 and failures of the backend have their own status, so that a client knows whether it may retry, and a token that does not
 * verify is 401, so that it knows when to refresh it.
 */

import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { type Admission, type Turn, UNLIMITED } from '../../shared/cache/admission.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { GRAPHQL_PATH } from '../../shared/routes/url.ts';
import type { Identify, Identity } from '../backend/auth/identity.ts';
import type { BatchUse, ContentBackend, GraphqlAnswer, GraphqlErrorEntry, GraphqlRequest } from '../backend/backend.ts';
import { refusalCode } from '../http/quota-handler.ts';
import { requestIdOf } from '../http/request-context.ts';
import { sendUncachedJson } from '../http/responses.ts';
import { essenceOf } from '../message/media-type.ts';
import type { Logger } from '../observability/log.ts';
import { createAllowedOperations, type FindAllowedOperation, permittedRequest } from './allowed-operations.ts';
import { refusal } from './refusal.ts';
import { type ParsedRequest, parseRequestBody } from './request-body.ts';

const MAX_BODY_BYTES = 1_048_576;

/** Of a caller who may run known operations alone: twice what their variables may have. A megabyte of numbers takes a third of a second to parse. */
const MAX_KNOWN_BYTES = 131_072;

export interface GraphqlOptions {
  readonly backend: Pick<ContentBackend, 'execute'>;
  /** The texts of the operations that anonymous callers may run; null where they may run any that the role `public` permits. */
  readonly allowedOperations: Iterable<string> | null;
  readonly identify: Identify;
  /** Says whether an anonymous caller may have an operation run now. */
  readonly admit: (req: IncomingMessage) => Admission | Promise<Turn>;
  readonly log: Logger;
}

/** Makes the GraphQL gateway. @throws when a known query is not GraphQL. */
export function createGraphqlRouter(options: GraphqlOptions): Router {
  const findAllowed = createAllowedOperations(options.allowedOperations);
  const router = Router({ caseSensitive: true, strict: true });
  router.post(GRAPHQL_PATH, requireJson, (req, res) => answer(req, res, options, findAllowed));
  router.all([GRAPHQL_PATH, `${GRAPHQL_PATH}/{*rest}`], refuseResource);
  return router;
}

function requireJson(req: Request, _res: Response, next: NextFunction): void {
  next(essenceOf(req.get('content-type') ?? '') === 'application/json' ? undefined : new AppError('UNSUPPORTED_MEDIA_TYPE'));
}

/** Answers other methods and addresses as the hosted backend does. */
function refuseResource(_req: Request, res: Response): void {
  res.status(404);
  sendUncachedJson(res, '{"path":"$","error":"resource does not exist","code":"not-found"}');
}

const takeAny = express.text({ type: 'application/json', limit: MAX_BODY_BYTES });
const takeKnown = express.text({ type: 'application/json', limit: MAX_KNOWN_BYTES });

/** @throws the error of the body, which the error handler knows */
function readText(req: Request, res: Response, runsKnownAlone: boolean): Promise<void> {
  const takeText = runsKnownAlone ? takeKnown : takeAny;
  return new Promise((resolve, reject) => takeText(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error))));
}

type Caller = Extract<Identity, { kind: 'caller' }>;

async function answer(req: Request, res: Response, options: GraphqlOptions, findAllowed: FindAllowedOperation): Promise<void> {
  const identity = await options.identify(req);
  if (identity.kind === 'refused') {
    res.status(identity.status);
    return sendErrors(res, [identity.error], options.log);
  }
  // Reading and parsing are work too, so they are part of the quota: bodies that are held while they arrive fill the memory of the process.
  const turn = identity.caller.trust === 'service' ? UNLIMITED : await options.admit(req);
  if (turn.kind !== 'admitted') throw new AppError(refusalCode(turn));
  try {
    // The caller may have disconnected while it waited for its turn.
    if (!res.destroyed) await run(req, res, options, identity, findAllowed);
  } finally {
    turn.release();
  }
}

async function run(
  req: Request,
  res: Response,
  options: GraphqlOptions,
  identity: Caller,
  findAllowed: FindAllowedOperation,
): Promise<void> {
  await readText(req, res, options.allowedOperations !== null && identity.caller.trust === 'anonymous');
  const body = parseRequestBody(typeof req.body === 'string' ? req.body : '');
  const context = { res, options, identity, findAllowed };
  if (body.kind === 'batch') return runBatch(context, body.requests);
  const result = await resultOf(context, body);
  if (result.kind === 'errors') return sendErrors(res, result.errors, options.log);
  sendUncachedJson(res, answerText(result));
}

interface RunContext {
  readonly res: Response;
  readonly options: GraphqlOptions;
  readonly identity: Caller;
  readonly findAllowed: FindAllowedOperation;
}

/** Answers the requests of a batch one after the other, so that they take one turn and one connection of the database. */
async function runBatch(context: RunContext, requests: readonly ParsedRequest[]): Promise<void> {
  const batch: BatchUse = { fields: 0, inputs: 0, milliseconds: 0 };
  const answers: string[] = [];
  for (const request of requests) answers.push(answerText(await batchResult(context, request, batch)));
  sendUncachedJson(context.res, `[${answers.join(',')}]`);
}

/** What an earlier request of the batch has written stays written, so a backend that fails now must not hide its answer. */
async function batchResult(context: RunContext, request: ParsedRequest, batch: BatchUse): Promise<GraphqlAnswer> {
  try {
    return await resultOf(context, request, batch);
  } catch (error) {
    if (!(error instanceof AppError) || error.status < 500) throw error;
    context.options.log.error({ err: error, requestId: requestIdOf(context.res) }, 'a request of a batch failed');
    return { kind: 'errors', errors: [refusal('unexpected', 'internal error')] };
  }
}

async function resultOf(
  { res, options, identity, findAllowed }: RunContext,
  parsed: ParsedRequest,
  batch?: BatchUse,
): Promise<GraphqlAnswer> {
  if (parsed.kind === 'refused') return { kind: 'errors', errors: [parsed.error] };
  const permitted = permittedRequest(parsed.request, identity.caller, findAllowed);
  if (permitted.kind === 'refused') return { kind: 'errors', errors: [permitted.error] };
  return execute(res, options.backend, permitted.request, { identity, batch });
}

/** The JSON text of the database is sent unchanged: parsing would take digits from long numbers. */
function answerText(answer: GraphqlAnswer): string {
  return answer.kind === 'data' ? `{"data":${answer.json}}` : JSON.stringify({ errors: answer.errors });
}

async function execute(
  res: Response,
  backend: GraphqlOptions['backend'],
  request: GraphqlRequest,
  { identity, batch }: { readonly identity: Caller; readonly batch: BatchUse | undefined },
): Promise<GraphqlAnswer> {
  const gone = new AbortController();
  const abort = (): void => gone.abort();
  res.once('close', abort);
  try {
    const options = { caller: identity.caller, signal: gone.signal };
    return await backend.execute(request, batch === undefined ? options : { ...options, batch });
  } catch (cause) {
    // The client has disconnected: this answer is not read, and it is logged as a fault of the client.
    if (gone.signal.aborted) throw new AppError('BAD_REQUEST', { cause, detail: 'the client left' });
    throw cause instanceof AppError ? cause : new AppError('BACKEND_UNAVAILABLE', { cause });
  } finally {
    res.off('close', abort);
  }
}

function sendErrors(res: Response, errors: readonly GraphqlErrorEntry[], log: Logger): void {
  log.debug({ requestId: requestIdOf(res), errors }, 'graphql request refused');
  sendUncachedJson(res, JSON.stringify({ errors }));
}
