/**
 * `POST /_hooks/hasura`: the event triggers of a hosted Hasura. An event says that there is something new; what it was is read from the record
 * of changes, in which nothing is missing and nothing stands twice, so an event that comes late, again or out of order does no harm. The answer
 * is sent when everything that depends on the content has been told; after a failure Hasura delivers the event again.
 */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ContentBackend } from '../backend/backend.ts';
import { refuseMethod, sendUncachedJson } from '../http/responses.ts';
import { isOneOf } from '../http/secrets.ts';
import type { Logger } from '../observability/log.ts';

const HOOKS_PREFIX = '/_hooks';

/** The metadata sends the secret in this field. */
const SECRET_FIELD = 'x-webhook-secret';

/** Both states of the largest row, whose text may be that of a whole document. */
const MAX_BODY = 4 * 1024 * 1024;

/** Events that are remembered; a repeated delivery follows within minutes. */
const KEPT_EVENTS = 10_000;

/** The payload of an event trigger; members that are not read here may be there. */
const Event = z.object({
  id: z.uuid(),
  table: z.object({ schema: z.string(), name: z.string() }),
  event: z.object({ op: z.enum(['INSERT', 'UPDATE', 'DELETE', 'MANUAL']) }),
});

export interface HooksRouterOptions {
  readonly checkChanges: NonNullable<ContentBackend['checkChanges']>;
  /** One at least; each is accepted. */
  readonly secrets: readonly string[];
  readonly log: Logger;
}

/** Makes the router; mount it at the root. Errors go to the error handler as `AppError`. */
export function createHooksRouter(options: HooksRouterOptions): Router {
  const seen = new LRUCache<string, true>({ max: KEPT_EVENTS });
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(`${HOOKS_PREFIX}/hasura`)
    .post(authorize(options.secrets), express.text({ type: 'application/json', limit: MAX_BODY }), (req, res) =>
      receive(req, res, options, seen),
    )
    .all(refuseMethod('POST'));
  router.use(HOOKS_PREFIX, () => {
    throw new AppError('RESOURCE_NOT_FOUND');
  });
  return router;
}

/** Runs first: the body of a caller without the secret is not read. */
function authorize(secrets: readonly string[]): RequestHandler {
  return (req, _res, next) => {
    if (!isOneOf(req.get(SECRET_FIELD) ?? '', secrets)) throw new AppError('UNAUTHORIZED');
    if (req.is('application/json') === false) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    next();
  };
}

async function receive(
  req: Request,
  res: Response,
  { checkChanges, log }: HooksRouterOptions,
  seen: LRUCache<string, true>,
): Promise<void> {
  const { id, table, event } = readEvent(req.body);
  const isRepeated = seen.has(id);
  if (!isRepeated) {
    try {
      await checkChanges();
    } catch (cause) {
      throw new AppError('BACKEND_UNAVAILABLE', { cause });
    }
    seen.set(id, true);
  }
  log.info({ event: id, table: table.name, op: event.op, isRepeated }, 'an event of the hosted backend was received');
  sendUncachedJson(res, '{"received":true}');
}

function readEvent(body: unknown): z.infer<typeof Event> {
  let value: unknown;
  try {
    value = JSON.parse(typeof body === 'string' ? body : '');
  } catch (cause) {
    throw new AppError('BAD_JSON', { cause });
  }
  const event = Event.safeParse(value);
  if (!event.success) throw new AppError('BAD_REQUEST', { cause: event.error });
  return event.data;
}
