/**
 * The metrics of all replicas, through the cache that they share: each writes its own every few seconds, and the replica that is asked reads all. A replica
 * that has ended is forgotten with its entry. What another writer put there is not shown: every entry has a keyed digest.
 *
 * The list of the replicas is one entry that each rewrites. Of two that do so at the same moment one is missing until it writes again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { REPLICA_METRICS, type ReplicaMetrics } from '../../shared/operations/replica-metrics.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';

/** Named values with a life in milliseconds; both reject while the shared cache is away. */
export interface MetricsStore {
  get(name: string): Promise<Buffer | null>;
  set(name: string, value: Buffer, lifeMs: number): Promise<void>;
}

export interface SharedMetricsOptions {
  readonly store: MetricsStore;
  /** Key of the digests, the same on every replica. */
  readonly secret: Uint8Array;
  readonly own: { readonly id: string; readonly read: () => Promise<ReplicaMetrics> };
  readonly timers?: Timers;
}

export interface SharedMetrics {
  /** The metrics of the other replicas. Never rejects: what cannot be read is left out. */
  others(): Promise<readonly ReplicaMetrics[]>;
  /** Writes those of this replica now. Never rejects. */
  publish(): Promise<void>;
  close(): void;
}

export const PUBLISH_EVERY_MS = 10_000;

/** A replica may miss two turns. */
const LIFE_MS = 35_000;

/** Replicas that are listed. */
const MOST_REPLICAS = 100;

const LIST = 'figures';
const DIGEST_BYTES = 32;

/** Begins to publish. */
export function shareMetrics({ store, secret, own, timers = SYSTEM_TIMERS }: SharedMetricsOptions): SharedMetrics {
  const seal = (name: string, value: unknown): Buffer => {
    const text = Buffer.from(JSON.stringify(value));
    return Buffer.concat([digestOf(secret, name, text), text]);
  };
  const open = (name: string, sealed: Buffer | null): unknown => {
    if (sealed === null || sealed.byteLength <= DIGEST_BYTES) return null;
    const text = sealed.subarray(DIGEST_BYTES);
    return timingSafeEqual(sealed.subarray(0, DIGEST_BYTES), digestOf(secret, name, text)) ? JSON.parse(text.toString('utf8')) : null;
  };
  const ids = async (): Promise<readonly string[]> => {
    const listed = open(LIST, await store.get(LIST));
    return Array.isArray(listed) ? listed.filter((id) => typeof id === 'string').slice(0, MOST_REPLICAS) : [];
  };
  const metricsOf = async (id: string): Promise<ReplicaMetrics | null> => {
    const name = nameOf(id);
    const parsed = REPLICA_METRICS.safeParse(open(name, await store.get(name)));
    return parsed.success && parsed.data.id === id ? parsed.data : null;
  };
  const read = async (): Promise<readonly ReplicaMetrics[]> => {
    const others = (await ids()).filter((id) => id !== own.id);
    const found = await Promise.allSettled(others.map(metricsOf));
    return found.flatMap((result) => (result.status === 'fulfilled' && result.value !== null ? [result.value] : []));
  };
  const others = (): Promise<readonly ReplicaMetrics[]> => read().catch(() => []);
  const publish = async (): Promise<void> => {
    try {
      await store.set(nameOf(own.id), seal(nameOf(own.id), await own.read()), LIFE_MS);
      const present = [own.id, ...(await read()).map(({ id }) => id)].sort();
      await store.set(LIST, seal(LIST, present), LIFE_MS);
    } catch {
      // The shared cache is away, which the edge reports: the next turn writes again.
    }
  };
  let cancel = (): void => {};
  const turn = (): void => {
    cancel = timers.after(PUBLISH_EVERY_MS, () => {
      void publish();
      turn();
    });
  };
  turn();
  return { others, publish, close: () => cancel() };
}

function nameOf(id: string): string {
  return `${LIST}:${id}`;
}

function digestOf(secret: Uint8Array, name: string, text: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`figures ${name}\n`).update(text).digest();
}
