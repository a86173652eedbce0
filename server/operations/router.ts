/** `GET /_operations`: the metrics of all replicas as JSON, for administrators who have signed in. No cache stores them. */
import { type Request, type Response, Router } from 'express';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { OperationsAnswer, ReplicaMetrics } from '../../shared/operations/replica-metrics.ts';
import { OPERATIONS_PATH } from '../../shared/routes/url.ts';
import { type Identify, isAdministrator } from '../backend/auth/identity.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { type AdmitRequest, withinQuota } from '../http/quota-handler.ts';
import { refuseMethod, sendJson } from '../http/responses.ts';

export interface OperationsRouterOptions {
  readonly identify: Identify;
  readonly admit: AdmitRequest;
  readonly own: () => Promise<ReplicaMetrics>;
  /** The metrics of the other replicas; null where they are not known. Never rejects. */
  readonly others: (() => Promise<readonly ReplicaMetrics[]>) | null;
}

/** Makes the router. Errors go to the error handler as `AppError`. */
export function createOperationsRouter(options: OperationsRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(OPERATIONS_PATH, (_req, res, next) => {
    applyCachePolicy(res, NEVER_POLICY);
    next();
  });
  router.use(OPERATIONS_PATH, withinQuota(options.admit));
  router
    .route(OPERATIONS_PATH)
    .get((req, res) => answer(req, res, options))
    .all(refuseMethod());
  return router;
}

async function answer(req: Request, res: Response, { identify, own, others }: OperationsRouterOptions): Promise<void> {
  const identity = await identify(req);
  if (identity.kind === 'refused' || identity.caller.trust === 'anonymous') throw new AppError('UNAUTHORIZED');
  if (!isAdministrator(identity.caller)) throw new AppError('FORBIDDEN');
  const metrics = await own();
  const rest = [...((await others?.()) ?? [])].sort((a, b) => a.id.localeCompare(b.id, 'en'));
  const body: OperationsAnswer = { own: metrics.id, knowsOthers: others !== null, replicas: [metrics, ...rest] };
  sendJson(req, res, JSON.stringify(body));
}
