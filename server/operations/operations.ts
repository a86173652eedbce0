/** What operators see of a running replica: the metrics of its parts, what each replica tells of itself, and the router that shows it. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import type { OperationsAnswer, ReplicaMetrics } from '../../shared/operations/replica-metrics.ts';
import { OPERATIONS_PATH } from '../../shared/routes/url.ts';
import { type Identify, isAdministrator } from '../backend/auth/identity.ts';
import { type AdmitRequest, withinQuota } from '../http/quota-handler.ts';
import { timingsOf } from '../http/request-context.ts';
import { refuseMethod, sendJson, uncached } from '../http/responses.ts';
import { createPartMetrics, registerStateMetrics, type StateSources } from '../observability/metrics/state-metrics.ts';
import type { WorkMetrics } from '../observability/metrics/work-metrics.ts';
import { serverTiming } from './server-timing.ts';
import { type MetricsStore, shareMetrics } from './shared-metrics.ts';
import type { Telemetry } from './telemetry.ts';

export interface OperationsOptions {
  readonly telemetry: Telemetry;
  readonly sources: Omit<StateSources, 'loop' | 'faults'>;
  /** Null where each replica stands alone. */
  readonly shared: { readonly store: MetricsStore; readonly secret: Uint8Array } | null;
}

export interface Operations {
  /** Adds `Server-Timing` for those who may see it; in front of the routers. */
  timing(identify: Identify, debugToken: string | null): RequestHandler;
  router(identify: Identify, admit: AdmitRequest): Router;
  /** To be told what a probe has found of each part. */
  readonly found: ReturnType<typeof createPartMetrics>;
  close(): void;
}

/** Starts them. */
export function startOperations({ telemetry, sources: ofParts, shared }: OperationsOptions): Operations {
  const { loop, faults, registry, work } = telemetry;
  const sources: StateSources = { ...ofParts, loop, faults };
  registerStateMetrics(registry, sources);
  const own = createOwnMetrics(sources, work);
  const sharing = shared === null ? null : shareMetrics({ ...shared, own });
  return {
    timing: (identify, debugToken) => serverTiming({ identify, debugToken, timingsOf }),
    router: (identify, admit) =>
      createOperationsRouter({ identify, admit, own: own.read, others: sharing === null ? null : () => sharing.others() }),
    found: createPartMetrics(registry),
    close: () => sharing?.close(),
  };
}

interface OperationsRouterOptions {
  readonly identify: Identify;
  readonly admit: AdmitRequest;
  readonly own: () => Promise<ReplicaMetrics>;
  /** The metrics of the other replicas; null where they are not known. Never rejects. */
  readonly others: (() => Promise<readonly ReplicaMetrics[]>) | null;
}

/**
 * Makes the router of `GET /_operations`: the metrics of all replicas as JSON, for administrators who have signed in. No cache stores them. Errors go
 * to the error handler as `AppError`.
 */
function createOperationsRouter(options: OperationsRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(OPERATIONS_PATH, uncached, withinQuota(options.admit));
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
  sendJson(res, JSON.stringify(body));
}

/** How many of each list are sent: an operator looks at the first ones. */
const LISTED_WORK = 15;
const LISTED_SLOW = 20;

/** The metrics of this replica, put together from what its parts know. */
function createOwnMetrics(sources: StateSources, work: WorkMetrics): { readonly id: string; readonly read: () => Promise<ReplicaMetrics> } {
  // Containers of one service have names of their own; processes of one machine have not.
  const id = `${hostname().slice(0, 60)}-${randomBytes(3).toString('hex')}`;
  const startedAt = Math.round(Date.now() - process.uptime() * 1_000);
  return {
    id,
    read: async () => {
      const queues = await sources.queue();
      return {
        id,
        build: sources.build,
        backend: sources.backend,
        startedAt,
        at: Date.now(),
        isReady: sources.isReady(),
        isSharing: sources.isSharing(),
        edge: sources.edge(),
        requests: work.requests(),
        renders: work.totals('render').slice(0, LISTED_WORK),
        operations: work.totals('operation').slice(0, LISTED_WORK),
        pictures: work.totals('picture').slice(0, LISTED_WORK),
        slow: work.slowWork().slice(0, LISTED_SLOW),
        queue: queues?.cases ?? null,
        followers: queues?.followers ?? null,
        memory: process.memoryUsage(),
        loop: sources.loop.lastMinute(),
        faults: sources.faults(),
      };
    },
  };
}
