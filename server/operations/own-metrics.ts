/** The metrics of this replica, put together from what its parts know. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { ReplicaMetrics } from '../../shared/operations/replica-metrics.ts';
import type { StateSources } from '../observability/metrics/state-metrics.ts';
import type { WorkMetrics } from '../observability/metrics/work-metrics.ts';

/** How many of each list are sent: an operator looks at the first ones. */
const LISTED_WORK = 15;
const LISTED_SLOW = 20;

/** Returns the function that puts them together. */
export function createOwnMetrics(
  sources: StateSources,
  work: WorkMetrics,
): { readonly id: string; readonly read: () => Promise<ReplicaMetrics> } {
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
