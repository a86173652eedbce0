import { describe, expect, it } from 'vitest';
import { type MetricsStore, PUBLISH_EVERY_MS, type SharedMetrics, shareMetrics } from '../../../server/operations/shared-metrics.ts';
import type { ReplicaMetrics } from '../../../shared/operations/replica-metrics.ts';

const SECRET = new Uint8Array(32).fill(1);

function metricsOf(id: string): ReplicaMetrics {
  return {
    id,
    build: 'b1',
    backend: 'embedded',
    startedAt: 1,
    at: 2,
    isReady: true,
    isSharing: true,
    edge: { hits: 1, isSharing: true },
    requests: { count: 1, faults: 0 },
    renders: [],
    operations: [],
    pictures: [],
    slow: [],
    queue: null,
    followers: null,
    memory: { rss: 1, heapUsed: 1, heapTotal: 1, external: 1, arrayBuffers: 1 },
    loop: { meanMs: 0, p99Ms: 0, maxMs: 0 },
    faults: { error: 0, warn: 0 },
  };
}

function subject() {
  const values = new Map<string, Buffer>();
  let isAway = false;
  const alive = (): void => {
    if (isAway) throw new Error('the shared cache is away');
  };
  const store: MetricsStore = {
    get: async (name) => {
      alive();
      return values.get(name) ?? null;
    },
    set: async (name, value) => {
      alive();
      values.set(name, value);
    },
  };
  const due: (() => void)[] = [];
  const replica = (id: string, secret = SECRET): SharedMetrics =>
    shareMetrics({
      store,
      secret,
      own: { id, read: async () => metricsOf(id) },
      timers: {
        after: (ms, act) => {
          expect(ms).toBe(PUBLISH_EVERY_MS);
          due.push(act);
          return () => void due.splice(due.indexOf(act), 1);
        },
      },
    });
  return { values, replica, due, leave: () => (isAway = true) };
}

const idsOf = async (metrics: SharedMetrics): Promise<readonly string[]> => (await metrics.others()).map(({ id }) => id);

describe('the metrics of replicas', () => {
  it('are those of all others once each has published', async () => {
    const { replica } = subject();
    const [first, second, third] = [replica('a'), replica('b'), replica('c')];
    for (const each of [first, second, third]) await each.publish();
    expect(await idsOf(first)).toEqual(['b', 'c']);
    expect(await idsOf(third)).toEqual(['a', 'b']);
  });

  it('are without a replica whose entry has ended', async () => {
    const { replica, values } = subject();
    const [first, second] = [replica('a'), replica('b')];
    await first.publish();
    await second.publish();
    values.delete('figures:b');
    expect(await idsOf(first)).toEqual([]);
    await first.publish();
    expect(values.get('figures')?.toString()).not.toContain('"b"');
  });

  it('are not believed where another secret, another name or no digest stands behind them', async () => {
    const { replica, values } = subject();
    const [own, stranger] = [replica('a'), replica('b', new Uint8Array(32))];
    await own.publish();
    await replica('c').publish();
    await stranger.publish();
    expect(await idsOf(own)).toEqual([]);
    await replica('c').publish();
    await own.publish();
    expect(await idsOf(own)).toEqual(['c']);
    values.set('figures:c', values.get('figures:a') ?? Buffer.alloc(0));
    expect(await idsOf(own)).toEqual([]);
    values.set('figures:c', Buffer.from('short'));
    expect(await idsOf(own)).toEqual([]);
  });

  it('are none while the shared cache is away, and nothing fails', async () => {
    const { replica, leave } = subject();
    const own = replica('a');
    leave();
    await own.publish();
    expect(await own.others()).toEqual([]);
  });

  it('are published in turns until the end', async () => {
    const { replica, due, values } = subject();
    const own = replica('a');
    due.shift()?.();
    await expect.poll(() => [...values.keys()].sort()).toEqual(['figures', 'figures:a']);
    expect(due).toHaveLength(1);
    own.close();
    expect(due).toHaveLength(0);
  });
});
