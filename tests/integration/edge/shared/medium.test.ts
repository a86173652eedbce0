/** The contract of what replicas share, kept by Valkey or Redis and by the fake of the other tests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openValkey } from '../../../../server/edge/index.ts';
import type { SharedMedium } from '../../../../server/edge/store/shared/medium.ts';
import { memoryMedium } from '../../../support/shared-medium/memory-medium.ts';
import { installedRedis, type RedisServer, startRedis } from '../../../support/shared-medium/redis-server.ts';
import { until } from '../harness.ts';

interface Opened {
  readonly medium: SharedMedium;
  /** As another replica sees it. */
  readonly other: SharedMedium;
  close(): Promise<void>;
}

const REDIS = installedRedis();
let server: RedisServer;

const OPENERS: readonly (readonly [name: string, open: () => Promise<Opened>])[] = [
  [
    'in memory',
    () => {
      const medium = memoryMedium();
      return Promise.resolve({ medium, other: medium.view(), close: () => Promise.resolve() });
    },
  ],
  [
    'Redis',
    async () => {
      const [medium, other] = [openValkey(server.url, 'a.example'), openValkey(server.url, 'a.example')];
      await until(() => medium.client.status === 'ready' && other.client.status === 'ready');
      await medium.client.flushall();
      return {
        medium,
        other,
        close: () => {
          medium.close();
          other.close();
          return Promise.resolve();
        },
      };
    },
  ],
];

describe.skipIf(REDIS === undefined).each(OPENERS)('a shared medium (%s)', (_name, open) => {
  let opened: Opened;
  let medium: SharedMedium;
  let other: SharedMedium;
  let names = 0;
  const name = (): string => `n${(names += 1)}`;

  beforeAll(async () => {
    server ??= await startRedis(REDIS ?? '');
    opened = await open();
    ({ medium, other } = opened);
  });
  afterAll(() => opened.close());

  test('keeps values byte for byte, replaces and removes them', async () => {
    const at = name();
    expect(await other.get(at)).toBeNull();
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await medium.set(at, bytes, 60_000);
    expect(await other.get(at)).toEqual(bytes);
    await other.set(at, Buffer.from('b'), 60_000);
    expect(await medium.get(at)).toEqual(Buffer.from('b'));
    await medium.remove(at);
    expect(await other.get(at)).toBeNull();
  });

  test('gives a lock to one, reads the value with it, and passes it on only for its holder', async () => {
    const at = name();
    expect(await medium.lock(at, 'one', 60_000)).toEqual({ holder: 'one', value: null });
    await medium.set(at, Buffer.from('a'), 60_000);
    expect(await other.lock(at, 'two', 60_000)).toEqual({ holder: 'one', value: Buffer.from('a') });
    await other.passLock(at, 'two', null, 60_000);
    expect((await other.lock(at, 'two', 60_000)).holder).toBe('one');
    await medium.passLock(at, 'one', 'pass', 60_000);
    expect((await other.lock(at, 'two', 60_000)).holder).toBe('pass');
    await medium.passLock(at, 'pass', null, 60_000);
    expect((await other.lock(at, 'two', 60_000)).holder).toBe('two');
  });

  test('has one log for all, which begins once and is read on from any entry that it has', async () => {
    expect(await medium.readLog(null, 0)).toEqual({ isContinuous: true, entries: [], isComplete: true });
    await expect(medium.append('early', false)).rejects.toThrow('log');
    await medium.append('begin', true);
    await other.append('ação', false);
    const { entries } = await other.readLog(null, 0);
    expect(entries.map(({ text }) => text)).toEqual(['begin', 'ação']);
    const [first, second] = entries.map(({ id }) => id);
    expect(await medium.readLog(first ?? '', 0)).toMatchObject({ isContinuous: true, isComplete: true, entries: [{ text: 'ação' }] });
    expect(await medium.readLog(second ?? '', 0)).toMatchObject({ isContinuous: true, entries: [] });
    const waiting = medium.readLog(second ?? '', 60_000);
    await other.append('later', false);
    expect((await waiting).entries.map(({ text }) => text)).toEqual(['later']);
    expect(await medium.readLog('0-5', 0)).toMatchObject({ isContinuous: false, entries: [] });
  });

  test('names its server', async () => {
    expect(await medium.serverId()).toMatch(/./);
    expect(await medium.serverId()).toBe(await other.serverId());
  });
});

test.skipIf(REDIS === undefined)('two sites on one server share neither responses nor purges', async () => {
  server ??= await startRedis(REDIS ?? '');
  const [one, other] = [openValkey(server.url, 'um.example:80'), openValkey(server.url, 'outro.example')];
  try {
    await until(() => one.client.status === 'ready' && other.client.status === 'ready');
    await one.set('a', Buffer.from('um'), 60_000);
    await one.append('purge', true);
    expect([await one.get('a'), await other.get('a')]).toEqual([Buffer.from('um'), null]);
    expect((await one.readLog(null, 0)).entries).toHaveLength(1);
    expect((await other.readLog(null, 0)).entries).toEqual([]);
  } finally {
    one.close();
    other.close();
  }
});

afterAll(() => server?.stop());
