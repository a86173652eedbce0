/**
 * Probes: `/health/live` says that the process responds, `/health/ready` (alias `/healthz`) that it can serve. An orchestrator restarts a
 * process that is not alive, which does not repair a backend, so liveness does not check the backend.
 */
import { type Response, Router } from 'express';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import type { BackendHealth } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod, sendUncachedJson } from '../http/responses.ts';
import { createReadiness, type Readiness, type ReadinessOptions } from './readiness.ts';

export type ProcessState = 'starting' | 'ready' | 'draining';

export interface HealthOptions
  extends Pick<ReadinessOptions, 'checks' | 'standsIn' | 'log' | 'found'>,
    Partial<Pick<ReadinessOptions, 'checkMs' | 'now'>> {
  readonly state: () => ProcessState;
  /** Id of the running build. */
  readonly build: string;
}

/** Less than the two seconds that the strictest of the common load balancers wait for a probe. */
const CHECK_MS = 1_800;

/** Makes the router of the probes. Answers contain names of parts, kinds of faults, booleans and latencies only. */
export function createHealthRouter(options: HealthOptions): Router {
  const readiness = createReadiness({ checkMs: CHECK_MS, now: () => performance.now(), ...options });
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route('/health/live')
    .get((_req, res) => sendUncachedJson(res, JSON.stringify({ status: 'live', build: options.build })))
    .all(refuseMethod());
  router
    .route(['/health/ready', '/healthz'])
    .get((_req, res) => answerReady(res, options, readiness))
    .all(refuseMethod());
  return router;
}

/** Makes the router of Hasura's probe: `/healthz` answers `OK` as text where the backend answers, and 500 where it does not. */
export function createHasuraProbe({ check }: { readonly check: (timeoutMs: number) => Promise<readonly BackendHealth[]> }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route('/healthz')
    .get(async (_req, res) => {
      const parts = await check(CHECK_MS);
      const isOk = parts.every(({ ok, optional }) => ok || optional === true);
      applyCachePolicy(res, NEVER_POLICY);
      res.status(isOk ? 200 : 500);
      res.type('text/plain').end(isOk ? 'OK' : 'ERROR');
    })
    .all(refuseMethod());
  return router;
}

async function answerReady(res: Response, options: HealthOptions, readiness: () => Promise<Readiness>): Promise<void> {
  const before = options.state();
  // While the process starts or drains, the backend may be partly open, so it is not checked.
  const found = before === 'ready' ? await readiness() : null;
  const state = options.state();
  const { status, reasons, parts } = found !== null && state === 'ready' ? found : { status: state, reasons: [], parts: [] };
  const canServe = status === 'ready' || status === 'degraded';
  if (!canServe) res.setHeader('Retry-After', '5');
  const body = { status, build: options.build, reasons, checks: parts.map(publicFacts) };
  sendUncachedJson(res.status(canServe ? 200 : 503), JSON.stringify(body));
}

/** Copies the documented fields only, so that an extra field of a backend is not published. */
function publicFacts({ name, ok, latencyMs, fault }: BackendHealth): BackendHealth {
  return { name, ok, latencyMs: Math.round(latencyMs * 10) / 10, ...(ok || fault === undefined ? {} : { fault }) };
}
