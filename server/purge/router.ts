/**
 * `GET /_edge/stats` and `POST /_edge/purge`, for callers with the token. Without a configured token every request gets 404, so a site that
 * does not use them does not show that they exist. The counts need the token too: they tell an attacker which floods work.
 */
import express, { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Edge } from '../edge/index.ts';
import { requestIdOf } from '../http/request-context.ts';
import { refuseMethod, sendUncachedJson } from '../http/responses.ts';
import { bearerToken, isOneOf } from '../http/secrets.ts';
import { splitTarget } from '../message/request-target.ts';
import type { Logger } from '../observability/log.ts';
import { type PurgeRequest, parsePurgeRequest } from './purge-request.ts';

const EDGE_PREFIX = '/_edge';

export interface PurgeRouterOptions {
  readonly edge: Pick<Edge, 'purge' | 'stats'>;
  /** The bearer tokens, each of which is accepted; without any both are off. */
  readonly tokens: readonly string[];
  /** Origin of this site, without a trailing slash. */
  readonly siteUrl: string;
  readonly log: Logger;
}

/** Most bytes of a purge request; 200 addresses of ordinary length take a tenth. */
const MAX_BODY = 64 * 1024;

/** How many of the purged names are logged. */
const LOGGED_NAMES = 20;

/** Makes the router; mount it at the root. Errors go to the error handler as `AppError`. */
export function createPurgeRouter(options: PurgeRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(EDGE_PREFIX, (req, res, next) => authorize(req, res, next, options.tokens));
  router
    .route(`${EDGE_PREFIX}/stats`)
    .get((_req, res) => sendUncachedJson(res, JSON.stringify(options.edge.stats())))
    .all(refuseMethod());
  router
    .route(`${EDGE_PREFIX}/purge`)
    .post(onlyJson, readJson(express.json({ limit: MAX_BODY, strict: false })), (req, res) => answerPurge(req, res, options))
    .all(refuseMethod('POST'));
  router.use(EDGE_PREFIX, () => {
    throw new AppError('RESOURCE_NOT_FOUND');
  });
  return router;
}

/** Runs first: a caller without the token learns nothing of methods, and its body is not read. */
function authorize(req: Request, res: Response, next: NextFunction, tokens: readonly string[]): void {
  if (tokens.length === 0) throw new AppError('RESOURCE_NOT_FOUND');
  const given = bearerToken(req.get('authorization'));
  if (given !== null && isOneOf(given, tokens)) {
    next();
    return;
  }
  // RFC 6750 §3: without credentials no error code.
  res.setHeader('WWW-Authenticate', given === null ? 'Bearer realm="edge"' : 'Bearer realm="edge", error="invalid_token"');
  throw new AppError('UNAUTHORIZED');
}

function onlyJson(req: Request, _res: Response, next: NextFunction): void {
  if (req.is('application/json') === false) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  next();
}

/** Answers BAD_JSON for a body that is not JSON, which the parser marks by the `type` of its error. */
function readJson(parse: RequestHandler): RequestHandler {
  return (req, res, next) =>
    parse(req, res, (thrown?: unknown) => {
      const isNoJson = typeof thrown === 'object' && thrown !== null && 'type' in thrown && thrown.type === 'entity.parse.failed';
      next(isNoJson ? new AppError('BAD_JSON', { cause: thrown }) : thrown);
    });
}

function answerPurge(req: Request, res: Response, { edge, siteUrl, log }: PurgeRouterOptions): void {
  const reading = parsePurgeRequest(req.body, siteUrl);
  if (reading.kind === 'faulty') throw new AppError('BAD_PURGE', { publicMessage: reading.message });
  const { call } = reading;
  apply(call, edge);
  const requestId = requestIdOf(res);
  const { mode, all, urls, groups } = call;
  // A query may hold what a person searched for, so only paths are logged.
  const paths = urls.slice(0, LOGGED_NAMES).map((url) => splitTarget(url).path);
  log.info(
    { requestId, from: req.ip, mode, all, urls: urls.length, groups: groups.length, paths, names: groups.slice(0, LOGGED_NAMES) },
    'purged by call',
  );
  sendUncachedJson(res, JSON.stringify({ purged: { all, urls, groups }, mode, pedido: requestId }));
}

function apply({ all, urls, groups, mode }: PurgeRequest, edge: PurgeRouterOptions['edge']): void {
  if (all) edge.purge({ kind: 'all', mode });
  for (const url of urls) edge.purge({ kind: 'url', url, mode });
  if (groups.length > 0) edge.purge({ kind: 'groups', groups, mode });
}
