/**
 * What one replica of the site says of its work: the server makes it, other replicas read it from the shared cache, and the operator's page shows
 * it. Counts are since the start of the replica; times are milliseconds.
 */
import { z } from 'zod';

const count = z.number().nonnegative();

const WORK = z.object({ name: z.string().max(100), count, failures: count, totalMs: count, longestMs: count });

const SLOW = z.object({
  kind: z.enum(['render', 'operation', 'picture']),
  name: z.string().max(100),
  milliseconds: count,
  outcome: z.enum(['ok', 'errors', 'failed', 'timeout', 'abandoned']),
  /** Milliseconds since 1970. */
  at: count,
  traceId: z.string().max(32).nullable(),
});

const QUEUE = z.object({ waiting: count, failed: count });

export const REPLICA_METRICS = z.object({
  /** Names the replica among the others; another one after each start. */
  id: z.string().max(100),
  build: z.string().max(100),
  backend: z.string().max(20),
  /** Milliseconds since 1970: of the start, and of these metrics. */
  startedAt: count,
  at: count,
  isReady: z.boolean(),
  /** Null where each replica stands alone. */
  isSharing: z.boolean().nullable(),
  /** Counts of the edge by their names; null in development, which has none. */
  edge: z.record(z.string().max(40), z.union([count, z.boolean()])).nullable(),
  requests: z.object({ count, faults: count }),
  /** Renders by route, operations by name, pictures by source; the longest in total first. */
  renders: z.array(WORK),
  operations: z.array(WORK),
  pictures: z.array(WORK),
  /** The latest first. */
  slow: z.array(SLOW),
  /** E-mails about cases that wait, and those given up lately; null where none are sent, or where the database does not answer. */
  queue: QUEUE.nullable(),
  /** The same of those to followers, and addresses that refuse them. A replica of an older build does not tell it. */
  followers: QUEUE.nullable().default(null),
  /** Bytes. */
  memory: z.object({ rss: count, heapUsed: count, heapTotal: count, external: count, arrayBuffers: count }),
  loop: z.object({ meanMs: count, p99Ms: count, maxMs: count }),
  faults: z.object({ error: count, warn: count }),
});

export type ReplicaMetrics = Readonly<z.output<typeof REPLICA_METRICS>>;
export type WorkTotals = ReplicaMetrics['operations'][number];
export type SlowWork = ReplicaMetrics['slow'][number];

/** The answer of the endpoint that administrators ask. */
export interface OperationsAnswer {
  /** The replica that has answered; always among `replicas`, and the first. */
  readonly own: string;
  /** False where replicas share no cache, so that those of others are not known. */
  readonly knowsOthers: boolean;
  readonly replicas: readonly ReplicaMetrics[];
}
