/** The counts of the queues of e-mails, asked of the database at most every quarter of a minute however many ask for metrics. */
import type { Logger } from '../observability/log.ts';
import type { QueueMetrics } from '../observability/metrics/state-metrics.ts';

export interface QueueCountsOptions {
  /** Asks the database. */
  readonly count: () => Promise<QueueMetrics>;
  readonly log: Logger;
}

const KEPT_MS = 15_000;

/** Returns the function that reads them: null while they cannot be read. It never rejects. */
export function createQueueCounts({ count, log }: QueueCountsOptions): () => Promise<QueueMetrics | null> {
  let known: { readonly at: number; readonly metrics: Promise<QueueMetrics | null> } | null = null;
  const ask = async (): Promise<QueueMetrics | null> => {
    try {
      return await count();
    } catch (error) {
      log.debug({ err: error }, 'the queue of e-mails could not be counted');
      return null;
    }
  };
  return () => {
    if (known === null || performance.now() - known.at >= KEPT_MS) known = { at: performance.now(), metrics: ask() };
    return known.metrics;
  };
}
