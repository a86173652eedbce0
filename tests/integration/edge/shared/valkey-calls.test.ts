/** What each call to a server says where it fails, how long it waits, and what it leaves in a server that others use too. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openValkey, type ValkeyMedium } from '../../../../server/edge/index.ts';
import { freePort } from '../../../support/free-port.ts';
import { installedRedis, type RedisServer, startRedis } from '../../../support/shared-medium/redis-server.ts';
import { until } from '../harness.ts';

const REDIS = installedRedis();
const VALUE = Buffer.from('a');

describe.skipIf(REDIS === undefined)('calls to one server (skipped where none is installed)', () => {
  let server: RedisServer;
  let administration: ValkeyMedium;
  let opened: ValkeyMedium[] = [];

  beforeAll(async () => {
    server = await startRedis(REDIS ?? '');
    administration = openValkey(server.url, 'administration');
    await until(() => administration.client.status === 'ready');
  });
  afterAll(async () => {
    administration.close();
    await server.stop();
  });
  afterEach(async () => {
    server.thaw();
    for (const medium of opened.splice(0)) medium.close();
    await administration.client.flushall();
  });

  function open(url = server.url, site = 'a.example'): ValkeyMedium {
    const medium = openValkey(url, site);
    opened.push(medium);
    return medium;
  }

  async function ready(url?: string, site?: string): Promise<ValkeyMedium> {
    const medium = open(url, site);
    await until(() => medium.client.status === 'ready');
    return medium;
  }

  /** The address for a user who may do nothing but connect. */
  async function withoutRights(): Promise<string> {
    await administration.client.call('ACL', 'SETUSER', 'ninguem', 'on', '>senha', '~*', '+info', '+ping');
    return server.url.replace('redis://', 'redis://ninguem:senha@');
  }

  /** The ids of the connections that the server has. */
  async function connections(): Promise<readonly string[]> {
    return String(await administration.client.client('LIST')).match(/\bid=\d+/g) ?? [];
  }

  describe('that fail', () => {
    test('a call says that the server refuses it, whatever it does', async () => {
      const medium = await ready(await withoutRights());
      for (const call of [
        () => medium.get('a'),
        () => medium.set('a', VALUE, 60_000),
        () => medium.remove('a'),
        () => medium.lock('a', 'token', 60_000),
        () => medium.passLock('a', 'token', null, 60_000),
        () => medium.append('a', true),
        () => medium.readLog(null, 0),
      ]) {
        await expect(call()).rejects.toMatchObject({
          name: 'SharedCacheError',
          fault: 'refused',
          message: expect.stringMatching(/^NOPERM/),
        });
      }
    });

    test.each([
      ['refused', 'a wrong password', 'redis://ninguem:errada@', /^WRONGPASS/],
      ['refused', 'a password that is missing', 'redis://', /^NOAUTH/],
    ] as const)('a call says %s for %s', async (fault, _case, start, message) => {
      await withoutRights();
      await administration.client.config('SET', 'requirepass', 'secreta');
      try {
        const medium = open(server.url.replace('redis://', start));
        await expect(medium.readLog(null, 0)).rejects.toMatchObject({ fault, message: expect.stringMatching(message) });
      } finally {
        await administration.client.config('SET', 'requirepass', '');
      }
    });

    test.each([
      ['a database that it lacks', '', '99', /^ERR DB index is out of range/],
      ['a user the choice of a database', 'escritor:senha@', '1', /^NOPERM/],
    ])('a call says that the server refuses %s, and none is made in database 0', async (_case, user, database, message) => {
      await administration.client.call('ACL', 'SETUSER', 'escritor', 'on', '>senha', '~*', '+@all', '-select');
      const medium = open(`${server.url.replace('redis://', `redis://${user}`)}/${database}`);
      await expect(medium.readLog(null, 0)).rejects.toMatchObject({ fault: 'refused', message: expect.stringMatching(message) });
      await expect(medium.readLog(null, 0)).rejects.toMatchObject({ name: 'SharedCacheError' });
      await expect(medium.set('a', VALUE, 60_000)).rejects.toMatchObject({ name: 'SharedCacheError' });
      expect(await administration.client.dbsize()).toBe(0);
    });

    test('a call says that the server is not there, at once and not on the console', async () => {
      const write = vi.spyOn(console, 'error');
      const medium = open(`redis://127.0.0.1:${await freePort()}`);
      const nothing = { fault: 'unreachable', message: 'there is no connection to the shared cache' };
      await expect(medium.get('a')).rejects.toMatchObject(nothing);
      await expect(medium.readLog(null, 0)).rejects.toMatchObject({ fault: 'unreachable', message: expect.stringMatching(/ECONNREFUSED/) });
      await expect(medium.append('a', true)).rejects.toMatchObject(nothing);
      await expect(medium.ping(1_000)).rejects.toMatchObject(nothing);
      expect(write).not.toHaveBeenCalled();
      write.mockRestore();
    });

    test('a call says that the server is full, also where no stored response can make room', async () => {
      const medium = await ready();
      await administration.client.config('SET', 'maxmemory', '1');
      try {
        for (const call of [() => medium.set('a', VALUE, 60_000), () => medium.append('a', true)])
          await expect(call()).rejects.toMatchObject({ fault: 'exhausted', message: expect.stringMatching(/^OOM/) });
      } finally {
        await administration.client.config('SET', 'maxmemory', '0');
      }
    });

    test('a call that fails for another reason says so, and leaves stored responses where they are', async () => {
      const medium = await ready();
      await medium.set('a', VALUE, 60_000);
      const [name = ''] = await administration.client.keys('*');
      await administration.client.set(name.replace('response:a', 'purges'), 'no log');
      await expect(medium.append('purge', true)).rejects.toMatchObject({ fault: 'failed', message: expect.stringMatching(/^WRONGTYPE/) });
      expect(await medium.get('a')).toEqual(VALUE);
    });
  });

  describe('without an answer', () => {
    const late = { fault: 'timeout', message: 'no answer of the shared cache within 25 ms' };
    const resting = { fault: 'timeout', message: 'the shared cache has not answered lately' };

    test('no call is made after three without an answer, until there is a new connection after a while', async () => {
      const medium = await ready();
      const closed = vi.fn<() => void>();
      medium.client.on('close', closed);
      server.freeze();
      for (let call = 0; call < 3; call += 1) {
        expect(closed).not.toHaveBeenCalled();
        await expect(medium.get('a')).rejects.toMatchObject(late);
      }
      await expect(medium.get('a')).rejects.toMatchObject(resting);
      await expect(medium.append('a', true)).rejects.toMatchObject(resting);
      await until(() => closed.mock.calls.length === 1);
      server.thaw();
      await expect.poll(() => medium.get('a').catch((error: unknown) => error)).toBeNull();
    });

    test.each([
      ['an answer', (medium: ValkeyMedium) => medium.remove('a')],
      ['a refusal', (medium: ValkeyMedium) => expect(medium.append('a', false)).rejects.toMatchObject({ fault: 'failed' })],
    ])('calls without an answer are counted anew after %s', async (_case, between) => {
      const medium = await ready();
      for (let round = 0; round < 2; round += 1) {
        server.freeze();
        for (let call = 0; call < 2; call += 1) await expect(medium.get('a')).rejects.toMatchObject(late);
        server.thaw();
        await between(medium);
      }
    });

    test('a call without an answer rejects after the time that the caller gives', async () => {
      const medium = await ready();
      server.freeze();
      await expect(medium.ping(30)).rejects.toMatchObject({ fault: 'timeout', message: 'no answer of the shared cache within 30 ms' });
      server.thaw();
      expect(await medium.ping(5_000)).toBeUndefined();
    });
  });

  describe('for the log', () => {
    test('a read of the log waits for the connection', async () => {
      expect(await open().readLog(null, 0)).toEqual({ isContinuous: true, entries: [], isComplete: true });
    });

    test('the log is read in pages, from its beginning and behind an entry', async () => {
      const medium = await ready();
      const texts = Array.from({ length: 1_001 }, (_, index) => `purge ${index}`);
      await Promise.all(['begin', ...texts].map((text) => medium.append(text, true)));
      const first = await medium.readLog(null, 0);
      expect([first.entries.length, first.isComplete, first.entries[0]?.text]).toEqual([1_000, false, 'begin']);
      const second = await medium.readLog(first.entries[0]?.id ?? '', 0);
      expect([second.isContinuous, second.isComplete, second.entries.map(({ text }) => text)]).toEqual([
        true,
        false,
        texts.slice(0, 1_000),
      ]);
      const last = await medium.readLog(second.entries.at(-1)?.id ?? '', 0);
      expect([last.isContinuous, last.isComplete, last.entries.map(({ text }) => text)]).toEqual([true, true, texts.slice(1_000)]);
    });

    test('a log that lacks the last entry is told to be another one', async () => {
      const medium = await ready();
      await medium.append('begin', true);
      expect(await medium.readLog('0-5', 0)).toEqual({ isContinuous: false, entries: [], isComplete: false });
    });

    test('reads of the log get a new connection after one without an answer, and keep it after a refusal', async () => {
      const limited = open(await withoutRights());
      const medium = await ready();
      await medium.readLog(null, 0);
      await expect(limited.readLog(null, 0)).rejects.toMatchObject({ fault: 'refused' });
      const before = await connections();
      await expect(limited.readLog(null, 0)).rejects.toMatchObject({ fault: 'refused' });
      server.freeze();
      await expect(medium.readLog(null, 0)).rejects.toMatchObject({ fault: 'timeout' });
      server.thaw();
      await expect.poll(() => medium.readLog(null, 0).catch((error: unknown) => error)).toHaveProperty('isContinuous');
      // The server lists the connection that was given up until it has read of its end.
      const counted = async (): Promise<readonly number[]> => {
        const after = await connections();
        return [after.length, after.filter((id) => before.includes(id)).length];
      };
      await expect.poll(counted).toEqual([before.length, before.length - 1]);
    });

    test('a read of the log waits for an entry no longer than asked, which is no fault', async () => {
      const medium = await ready();
      await medium.append('begin', true);
      const [entry] = (await medium.readLog(null, 0)).entries;
      expect(await medium.readLog(entry?.id ?? '', 20)).toEqual({ isContinuous: true, entries: [], isComplete: true });
    });
  });

  test('name the server by what changes when it is started again', async () => {
    const medium = await ready();
    const before = await medium.serverId();
    expect(before).toMatch(/^[0-9a-f]{40}$/);
    await server.halt();
    await server.resume();
    await expect.poll(() => medium.serverId().catch(() => before)).not.toBe(before);
    await until(() => administration.client.status === 'ready');
  });

  test('make room by the responses of their own site alone, whatever the site is called', async () => {
    const [one, other] = [await ready(server.url, '*.example'), await ready(server.url, 'b.example')];
    await other.set('a', VALUE, 60_000);
    await one.set('a', VALUE, 60_000);
    await one.lock('a', 'token', 60_000);
    await administration.client.config('SET', 'maxmemory', '1');
    await one.append('purge', true).catch(() => undefined);
    await administration.client.config('SET', 'maxmemory', '0');
    expect([await one.get('a'), await other.get('a'), (await one.lock('a', 'x', 60_000)).holder]).toEqual([null, VALUE, 'token']);
  });

  test('keep the values of sites apart whose names differ by a character that names of values do not have', async () => {
    const sites = ['b.example', 'c.example', 'b.example:80', 'b.example80'];
    const media = await Promise.all(sites.map((site) => ready(server.url, site)));
    await Promise.all(media.map((medium, index) => medium.set('a', Buffer.from(String(index)), 60_000)));
    expect(await Promise.all(media.map(async (medium) => String(await medium.get('a'))))).toEqual(['0', '1', '2', '3']);
  });

  test('hold locks of several names apart, and let them and values end', async () => {
    const medium = await ready();
    expect((await medium.lock('a', 'one', 60_000)).holder).toBe('one');
    expect((await medium.lock('b', 'two', 60_000)).holder).toBe('two');
    await medium.passLock('a', 'one', 'heir', 1);
    await expect.poll(async () => (await medium.lock('a', 'three', 60_000)).holder).toBe('three');
    await medium.set('a', VALUE, 1);
    await expect.poll(() => medium.get('a')).toBeNull();
  });

  test('end with both connections', async () => {
    const before = await connections();
    const medium = await ready();
    await medium.readLog(null, 0);
    expect(await connections()).toHaveLength(before.length + 2);
    medium.close();
    await expect.poll(connections).toHaveLength(before.length);
    await expect(medium.get('a')).rejects.toMatchObject({ fault: 'unreachable' });
  });
});
