/**
 * Probes: `/health/live` says that the process responds, `/health/ready` (alias `/healthz`) that it can serve pages. An orchestrator
 * restarts a process that is not alive, which does not repair a backend, so liveness does not check the backend.
 */
import { type Request, type Response, Router } from 'express';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import type { BackendHealth, ContentBackend } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod, sendJson } from '../http/responses.ts';
import { createReadiness, DEFAULT_CHECK_MS, type Readiness } from './readiness.ts';

export type ProcessState = 'starting' | 'ready' | 'draining';

export interface HealthOptions {
  readonly backend: Pick<ContentBackend, 'health'>;
  readonly state: () => ProcessState;
  /** Id of the running build. */
  readonly build: string;
  /** Milliseconds that one check may take; 2,000 when left out. */
  readonly checkMs?: number;
}

/** Makes the router of the probes. Answers contain names of parts, booleans and latencies only. */
export function createHealthRouter(options: HealthOptions): Router {
  const readiness = createReadiness({ backend: options.backend, checkMs: options.checkMs ?? DEFAULT_CHECK_MS });
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route('/health/live')
    .get((req, res) => answerJson(req, res, 200, { status: 'live', build: options.build }))
    .all(refuseMethod());
  router
    .route(['/health/ready', '/healthz'])
    .get((req, res) => answerReady(req, res, options, readiness))
    .all(refuseMethod());
  return router;
}

async function answerReady(req: Request, res: Response, options: HealthOptions, readiness: Readiness): Promise<void> {
  const before = options.state();
  // While the process starts or drains, the backend may be partly open, so it is not checked.
  const checks = before === 'ready' ? await readiness.check() : [];
  const state = options.state();
  const isReady =
    state === 'ready' && before === 'ready' && checks.length > 0 && checks.every(({ ok, optional }) => ok || optional === true);
  const status = isReady ? 'ready' : state === 'ready' ? 'unavailable' : state;
  if (!isReady) res.setHeader('Retry-After', '5');
  answerJson(req, res, isReady ? 200 : 503, { status, build: options.build, checks: checks.map(publicFacts) });
}

/** Copies the documented fields only, so that an extra field of a backend is not published. */
function publicFacts({ name, ok, latencyMs }: BackendHealth): BackendHealth {
  return { name, ok, latencyMs: Math.round(latencyMs * 10) / 10 };
}

function answerJson(req: Request, res: Response, status: number, body: object): void {
  applyCachePolicy(res, NEVER_POLICY);
  res.status(status);
  sendJson(req, res, JSON.stringify(body));
}
