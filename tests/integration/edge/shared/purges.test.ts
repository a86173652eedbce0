/** Purges reach every replica, whatever happens to what they share. */
import { afterEach, describe, expect, test } from 'vitest';
import { memoryMedium } from '../../../support/shared-medium/memory-medium.ts';
import { gate, numbered, until } from '../harness.ts';
import { type Replica, startReplica, startTwo, untilShared } from './two-replicas.ts';

let replicas: readonly Replica[] = [];

afterEach(async () => {
  for (const replica of replicas) await replica.close();
  replicas = [];
});

const FRESH = { 'Cache-Control': 'max-age=600, stale-while-revalidate=600', 'Cache-Groups': '"news"' };

/** Two replicas that have `/a` in their stores, from one render. */
async function withPage(): Promise<readonly [Replica, Replica]> {
  const [one, other] = await startTwo(numbered(FRESH));
  replicas = [one, other];
  await one.get('/a');
  await untilShared(one);
  await other.get('/a');
  return [one, other];
}

const GROUP = { kind: 'groups', groups: ['news'], host: 'site.test', mode: 'hard' } as const;

describe('a purge of one replica', () => {
  test.each([GROUP, { kind: 'url', url: '/a', host: 'site.test', mode: 'hard' } as const, { kind: 'all', mode: 'soft' } as const])(
    'a purge of kind $kind takes effect on the other replica, and both show one new render',
    async (what) => {
      const [one, other] = await withPage();
      one.edge.purge(what);
      await until(() => other.heard.length === 1);
      expect((await other.get('/a')).body).toBe('answer 2');
      await until(() => one.medium.calls.get('set') === 1 && other.medium.calls.get('set') === 1 && other.medium.locks.size === 0);
      expect((await one.get('/a')).body).toBe('answer 2');
    },
  );

  test('is not undone by a render of the other that began before it', async () => {
    const { opened, open } = gate();
    let isGated = false;
    const answered = numbered(FRESH);
    const [one, other] = await startTwo(async (req, res, exchange) => {
      if (isGated) await opened;
      isGated = false;
      await answered(req, res, exchange);
    });
    replicas = [one, other];
    isGated = true;
    const slow = other.get('/a');
    await until(() => other.forwarded.length === 1);
    one.edge.purge(GROUP);
    await until(() => other.heard.length === 1);
    open();
    expect((await slow).body).toBe('answer 1');
    await until(() => other.medium.locks.get([...other.medium.locks.keys()][0] ?? '') === 'pass' || other.medium.locks.size === 0);
    expect((await one.get('/a')).body).toBe('answer 2');
    expect((await other.get('/a')).body).toBe('answer 2');
  });

  test('is heard by a replica of another build under its own key', async () => {
    const medium = memoryMedium();
    const one = await startReplica(medium, numbered(FRESH), { keyPrefix: 'build1 ' });
    const other = await startReplica(medium.view(), numbered(FRESH), { keyPrefix: 'build2 ' });
    replicas = [one, other];
    await other.get('/a');
    one.edge.purge({ kind: 'url', url: '/a', host: 'site.test', mode: 'hard' });
    await until(() => other.heard.length === 1);
    expect((await other.get('/a')).body).toBe('answer 2');
  });

  test('a purge by an unsafe request reaches the other replica too', async () => {
    const [one, other] = await withPage();
    await one.get('/a', { method: 'POST' });
    await until(() => other.heard.length === 1);
    expect((await other.get('/a')).headers['cache-status']).toContain('fwd=uri-miss');
  });

  test('a refresh purge makes both replicas revalidate with a single render', async () => {
    const [one, other] = await withPage();
    one.edge.purge({ ...GROUP, mode: 'refresh' });
    await until(() => other.heard.length === 1);
    for (const replica of replicas) await expect.poll(async () => (await replica.get('/a')).body).toBe('answer 2');
    expect(one.forwarded.length + other.forwarded.length).toBe(2);
  });

  test('a refresh purge makes the other replica revalidate what it alone stores, without a request for it', async () => {
    const [one, other] = await startTwo(numbered(FRESH));
    replicas = [one, other];
    await other.get('/a');
    one.edge.purge({ ...GROUP, mode: 'refresh' });
    await until(() => other.edge.stats().refreshes === 1 && other.edge.stats().stores === 2);
    expect((await other.get('/a')).headers['cache-status']).toMatch(/^edge; hit; ttl=600/);
    expect([one.forwarded.length, other.forwarded.length]).toEqual([0, 2]);
  });
});

describe('a purge while a replica is disconnected', () => {
  test('is caught up in its order, and nothing else is purged', async () => {
    const [one, other] = await withPage();
    await other.get('/b');
    await until(() => one.medium.values.size === 2);
    other.medium.fault = new Error('gone');
    other.medium.wake();
    await until(() => !other.isSynced());
    one.edge.purge({ kind: 'url', url: '/a', host: 'site.test', mode: 'hard' });
    one.edge.purge({ kind: 'groups', groups: ['other'], host: 'site.test', mode: 'soft' });
    await until(() => !one.edge.stats().refreshesWaiting && (one.medium.calls.get('append') ?? 0) >= 2);
    expect((await other.get('/a')).body).toBe('answer 1');
    other.medium.fault = null;
    await until(() => other.isSynced());
    expect(other.heard.map((purge) => (purge.kind === 'all' ? '' : purge.name))).toEqual(['site.test /a', 'site.test other']);
    expect((await other.get('/a')).body).not.toBe('answer 1');
    expect((await other.get('/b')).headers['cache-status']).toMatch(/^edge; hit/);
  });

  test('a purge made by a disconnected replica reaches the other after the reconnection', async () => {
    const [one, other] = await withPage();
    one.medium.fault = new Error('gone');
    one.medium.wake();
    await until(() => !one.isSynced());
    one.edge.purge(GROUP);
    expect((await one.get('/a')).body).toBe('answer 2');
    expect((await other.get('/a')).body).toBe('answer 1');
    one.medium.fault = null;
    await until(() => other.heard.length === 1);
    expect((await other.get('/a')).body).not.toBe('answer 1');
  });

  test('purges everything when more purges are queued than the bound', async () => {
    const [one, other] = await withPage();
    one.medium.fault = new Error('gone');
    one.medium.wake();
    await until(() => !one.isSynced());
    for (let number = 0; number < 1_100; number += 1) {
      one.edge.purge({ kind: 'url', url: `/${number}`, host: 'site.test', mode: 'hard' });
      await Promise.resolve();
    }
    one.medium.fault = null;
    await until(() => other.heard.some(({ kind }) => kind === 'all'));
    expect((await other.get('/a')).body).not.toBe('answer 1');
  });
});

describe('a log that has lost entries', () => {
  test.each([true, false])('gets the last purges again (the server restarted: %s), and nothing else is purged', async (restarts) => {
    const [one, other] = await withPage();
    await other.get('/b');
    other.medium.fault = new Error('gone');
    other.medium.wake();
    await until(() => !other.isSynced());
    one.edge.purge({ kind: 'url', url: '/a', host: 'site.test', mode: 'hard' });
    await until(() => (one.medium.calls.get('append') ?? 0) >= 2);
    one.medium.empty(restarts);
    await until(() => one.kinds().filter((kind) => kind === 'shared-synced').length === 2);
    other.medium.fault = null;
    await until(() => other.isSynced());
    expect(other.heard).toEqual([{ kind: 'key', name: 'site.test /a', mode: 'hard' }]);
    expect((await other.get('/b')).headers['cache-status']).toMatch(/^edge; hit/);
    expect((await other.get('/a')).body).not.toBe('answer 1');
  });

  test.each([
    [
      'it was away for long',
      (one: Replica, other: Replica) => {
        other.clock.advance(3_600);
        one.medium.empty(true);
      },
    ],
    ['it was cut off for its length', (one: Replica) => one.medium.cutLog(1)],
  ])('makes a reader purge what it must where %s', async (_why, lose) => {
    const [one, other] = await withPage();
    other.medium.fault = new Error('gone');
    other.medium.wake();
    await until(() => !other.isSynced());
    one.edge.purge({ kind: 'url', url: '/x', host: 'site.test', mode: 'hard' });
    await until(() => (one.medium.calls.get('append') ?? 0) >= 2);
    lose(one, other);
    other.medium.fault = null;
    await until(() => other.isSynced());
    expect(other.heard).toContainEqual({ kind: 'all', mode: 'soft' });
  });

  test('a foreign entry in the log makes the replica that reads it purge everything softly', async () => {
    const [one, other] = await withPage();
    await one.medium.append('not a purge', false);
    await until(() => other.heard.length === 1);
    expect(other.heard).toEqual([{ kind: 'all', mode: 'soft' }]);
    expect((await other.get('/a')).body).toBe('answer 2');
  });

  test('is known to a replica that starts, so that it takes over nothing that was purged', async () => {
    const [one, other] = await withPage();
    one.edge.purge(GROUP);
    await until(() => other.heard.length === 1);
    const third = await startReplica(one.medium.view(), numbered(FRESH));
    replicas = [one, other, third];
    expect((await third.get('/a')).headers['cache-status']).toContain('fwd=uri-miss');
  });

  test('a response shared before the log’s server restarted is not taken over, because the log may be old', async () => {
    const [one, other] = await withPage();
    const kept = new Map(one.medium.values);
    one.medium.empty(true);
    for (const [name, value] of kept) one.medium.values.set(name, value);
    await until(() => one.kinds().filter((kind) => kind === 'shared-synced').length === 2);
    const third = await startReplica(one.medium.view(), numbered(FRESH));
    replicas = [one, other, third];
    expect((await third.get('/a')).headers['cache-status']).toContain('fwd=uri-miss');
  });
});
