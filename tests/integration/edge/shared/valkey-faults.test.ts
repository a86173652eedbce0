/** Two edges on a real server that is stopped, frozen, emptied, full, foreign or lying: requests go on, and no purge is lost. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createEdge, type EdgeEvent, openValkey, type ValkeyMedium } from '../../../../server/edge/index.ts';
import { listening } from '../../../support/listening.ts';
import { type FaultyLink, faultyLink } from '../../../support/shared-medium/faulty-link.ts';
import { installedRedis, type RedisServer, startRedis } from '../../../support/shared-medium/redis-server.ts';
import { type Answer, numbered, openRequest, until } from '../harness.ts';
import { AFTER_GAP, SECRET } from './two-replicas.ts';

interface Site {
  readonly medium: ValkeyMedium;
  readonly events: EdgeEvent[];
  readonly purge: (url: string) => void;
  get(path: string): Promise<Answer>;
  isSharing(): boolean;
}

const REDIS = installedRedis();

describe.skipIf(REDIS === undefined)('two replicas on one server (skipped where none is installed)', () => {
  let server: RedisServer;
  let administration: ValkeyMedium;
  let link: FaultyLink;
  let one: Site;
  /** Its bytes go through the link. */
  let other: Site;
  let ends: (() => unknown)[] = [];
  let origin = numbered({ 'Cache-Control': 'max-age=600, stale-if-error=600' });

  beforeAll(async () => {
    server = await startRedis(REDIS ?? '');
    administration = openValkey(server.url, 'a.example');
    link = await faultyLink(server.port);
    await until(() => administration.client.status === 'ready');
  });
  afterAll(async () => {
    administration.close();
    await link.close();
    await server.stop();
  });
  afterEach(async () => {
    server.thaw();
    for (const end of ends.splice(0)) await end();
    link.fault = 'none';
  });

  async function replica(url: string): Promise<Site> {
    const medium = openValkey(url, 'a.example');
    const events: EdgeEvent[] = [];
    const edge = createEdge({
      origin: (...asked) => origin(...asked),
      report: (event) => events.push(event),
      shared: { medium, secret: SECRET, isShared: () => true, afterGap: AFTER_GAP, onPurge: () => undefined },
    });
    const { port, close } = await listening(edge.listener);
    ends.push(
      () => edge.close(),
      () => medium.close(),
      close,
    );
    return {
      medium,
      events,
      purge: (path) => edge.purge({ kind: 'url', url: path, host: 'site.test', mode: 'hard' }),
      get: (path) => openRequest(port, path).answer,
      isSharing: () => edge.stats().isSharing,
    };
  }

  async function start(): Promise<void> {
    origin = numbered({ 'Cache-Control': 'max-age=600, stale-if-error=600' });
    await administration.client.flushall();
    one = await replica(server.url);
    other = await replica(link.url);
    await until(() => one.isSharing() && other.isSharing());
  }

  const bodies = async (path: string): Promise<readonly string[]> => [(await one.get(path)).body, (await other.get(path)).body];

  /** One replica renders, the other takes over. */
  async function shares(path: string): Promise<void> {
    await one.get(path);
    await until(() => one.events.some((event) => event.kind === 'stored' && event.key.endsWith(path)));
    const [first, second] = await bodies(path);
    expect(second).toBe(first);
  }

  test('share responses and purges', async () => {
    await start();
    await shares('/a');
    const [before] = await bodies('/a');
    other.purge('/a');
    await until(() => one.events.some(({ kind }) => kind === 'purged'));
    const [after, same] = await bodies('/a');
    expect([after === before, same === after]).toEqual([false, true]);
  });

  test.each(['slow', 'reset', 'lies'] as const)('go on where the answers are %s, and catch up with purges', async (fault) => {
    await start();
    await shares('/a');
    const [before] = await bodies('/a');
    link.fault = fault;
    for (const path of ['/b', '/c', '/d', '/e', '/f']) expect((await other.get(path)).status).toBe(200);
    expect((await other.get('/a')).body).toBe(before);
    one.purge('/a');
    other.purge('/b');
    const old = (await one.get('/b')).body;
    link.fault = 'none';
    await until(() => other.isSharing() && other.events.some(({ kind }) => kind === 'purged'));
    await expect.poll(async () => (await other.get('/a')).body).not.toBe(before);
    await expect.poll(async () => (await one.get('/b')).body).not.toBe(old);
  });

  test.each([
    // Not what the client says of its settings.
    { how: 'halt', reason: /there is no connection to the shared cache/ },
    { how: 'freeze', reason: /no answer of the shared cache within \d+ ms/ },
  ])('go on while the server is away ($how), say why once, and catch up with purges', async ({ how, reason }) => {
    await start();
    await shares('/a');
    const [before] = await bodies('/a');
    if (how === 'halt') await server.halt();
    else server.freeze();
    await until(() => !one.isSharing() && !other.isSharing());
    expect(await bodies('/a')).toEqual([before, before]);
    expect((await other.get('/new')).status).toBe(200);
    const reasons = one.events.flatMap((event) => (event.kind === 'shared-lost' ? [String(event.cause)] : []));
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    one.purge('/a');
    if (how === 'halt') await server.resume();
    else server.thaw();
    await until(() => one.isSharing() && other.isSharing());
    await expect.poll(async () => (await other.get('/a')).body).not.toBe(before);
    await shares('/later');
  });

  test('purges are written when Valkey is full with noeviction', async () => {
    await start();
    await shares('/a');
    const [before] = await bodies('/a');
    await administration.client.config('SET', 'maxmemory', '1');
    try {
      expect((await one.get('/full')).status).toBe(200);
      one.purge('/a');
      await expect.poll(async () => (await administration.client.dbsize()) <= 2).toBe(true);
      expect((await one.get('/a')).body).not.toBe(before);
    } finally {
      await administration.client.config('SET', 'maxmemory', '0');
    }
    await expect.poll(async () => (await other.get('/a')).body).not.toBe(before);
  });

  test('say no password where one is refused', async () => {
    const stranger = await replica(server.url.replace('redis://', 'redis://ana:senha-secreta@'));
    await until(() => stranger.events.some(({ kind }) => kind === 'shared-lost'));
    expect((await stranger.get('/a')).status).toBe(200);
    const told = stranger.events.map((event) =>
      'cause' in event ? JSON.stringify(event.cause, Object.getOwnPropertyNames(event.cause)) : '',
    );
    expect(told.join(' ')).not.toContain('senha-secreta');
    await expect(stranger.medium.ping(1_000)).rejects.toMatchObject({ name: 'SharedCacheError' });
  });
});
