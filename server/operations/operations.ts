/** What operators see of a running replica: the metrics of its parts, what each replica tells of itself, and the router that shows it. */
import type { RequestHandler, Router } from 'express';
import type { Identify } from '../backend/auth/identity.ts';
import type { AdmitRequest } from '../http/quota-handler.ts';
import { timingsOf } from '../http/request-context.ts';
import { createPartMetrics, registerStateMetrics, type StateSources } from '../observability/metrics/state-metrics.ts';
import { createOwnMetrics } from './own-metrics.ts';
import { createOperationsRouter } from './router.ts';
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
