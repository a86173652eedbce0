/** Faults inside the edge cost a stored response, but neither the response to a client nor the process. */
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../../../server/edge/store/memory.ts';
import type { Store } from '../../../../server/edge/store/store.ts';
import type { SettledResponse } from '../../../../shared/cache/exchange.ts';
import { startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const SETTLED: SettledResponse = { status: 200, headers: { 'cache-control': 'max-age=60' }, body: Buffer.from('settled') };

/** A store with one method that throws while `broken`. */
function fragile(name: 'read' | 'write', state: { broken: boolean }): Store {
  const store = createMemoryStore({ maxBytes: 1_000_000, maxKeyBytes: 1_000_000 });
  const fails = (): void => {
    if (state.broken) throw new Error(`${name} is broken`);
  };
  return {
    ...store,
    read: (key) => {
      if (name === 'read') fails();
      return store.read(key);
    },
    write: (key, variants) => {
      if (name === 'write') fails();
      return store.write(key, variants);
    },
  };
}

const faults = (at: World): number => at.events.filter(({ kind }) => kind === 'fault').length;

describe.each(['read', 'write'] as const)('a store whose %s throws', (name) => {
  test.each([
    ['a streamed response', false],
    ['a settled response', true],
  ])('is not used for %s, is reported, and is used again when it works', async (_what, settles) => {
    const state = { broken: true };
    const at = await startWorld(
      (_req, res, exchange) => {
        res.setHeader('Cache-Control', settles ? 'no-store' : 'max-age=60');
        if (settles) exchange.settle(Promise.resolve(SETTLED));
        res.end('answer');
      },
      { store: fragile(name, state) },
    );
    world = at;
    for (const turn of [1, 2]) {
      expect(await at.get('/')).toMatchObject({ status: 200, body: 'answer' });
      await until(() => at.edge.stats().flights === 0);
      expect(at.forwarded).toHaveLength(turn);
      expect(faults(at)).toBeGreaterThanOrEqual(turn);
    }
    expect(at.events).toContainEqual({ kind: 'fault', key: 'site.test /', cause: new Error(`${name} is broken`) });
    state.broken = false;
    await at.get('/');
    await until(() => at.edge.stats().flights === 0);
    expect((await at.get('/')).headers['cache-status']).toMatch(/^edge; hit/);
  });
});

test('a stored response that could not be replaced is removed', async () => {
  const state = { broken: false };
  let count = 0;
  const at = await startWorld(
    (_req, res) => {
      count += 1;
      res.setHeader('Cache-Control', count === 2 ? 'no-store' : 'max-age=60, stale-while-revalidate=600');
      res.setHeader('ETag', `"${count}"`);
      res.end(`answer ${count}`);
    },
    { store: fragile('write', state) },
  );
  world = at;
  await at.get('/');
  at.clock.advance(61);
  state.broken = true;
  // The origin forbids storing from now on, and the store throws on the update.
  await at.get('/');
  await until(() => at.edge.stats().flights === 0);
  expect(at.edge.stats().entries).toBe(0);
});

describe('an invalid settled response', () => {
  test.each([
    ['no status', { ...SETTLED, status: 'x' }],
    ['an interim status', { ...SETTLED, status: 103 }],
    ['the last status that is none of a final response', { ...SETTLED, status: 199 }],
    ['a status beyond the range', { ...SETTLED, status: 600 }],
    ['a fraction for a status', { ...SETTLED, status: 200.5 }],
    ['a line break in a field', { ...SETTLED, headers: { ...SETTLED.headers, 'x-two': 'a\r\nb' } }],
    ['an invalid field name', { ...SETTLED, headers: { ...SETTLED.headers, 'x two': 'a' } }],
    ['no body', { status: 200, headers: SETTLED.headers }],
    ['no fields', { status: 200, body: SETTLED.body }],
    ['nothing', undefined],
  ])('(%s) is reported as a fault, and no client waits for it', async (_what, settled) => {
    const at = await startWorld((_req, res, exchange) => {
      res.setHeader('Cache-Control', 'no-store');
      // An origin in JavaScript may provide any value.
      exchange.settle(Promise.resolve(settled as SettledResponse));
      res.end('answer');
    });
    world = at;
    for (const turn of [1, 2]) {
      expect(await at.get('/')).toMatchObject({ status: 200, body: 'answer' });
      await until(() => at.edge.stats().flights === 0);
      expect(at.forwarded).toHaveLength(turn);
      expect(faults(at)).toBe(turn);
    }
    expect(at.events).toContainEqual({ kind: 'fault', key: 'site.test /', cause: expect.any(Error) as unknown });
    expect(at.edge.stats().entries).toBe(0);
  });
});

describe('an option that throws', () => {
  test('targetOf that throws closes the connection and nothing else', async () => {
    const at = await startWorld((_req, res) => res.end('answer'), {
      targetOf: ({ url = '/' }) => {
        if (url === '/bad') throw new Error('no name for this');
        return { key: url, url, scope: '' };
      },
    });
    world = at;
    await expect(at.get('/bad')).rejects.toThrow('socket hang up');
    expect(faults(at)).toBe(2);
    expect(await at.get('/good')).toMatchObject({ status: 200, body: 'answer' });
  });

  test('an option that throws during invalidation fails that request, and ends its exchange', async () => {
    let isEnded = false;
    const at = await startWorld(
      (_req, res) => {
        res.once('close', () => (isEnded = true));
        res.setHeader('Location', '/bad');
        // Asynchronously, because an error thrown into the origin's own call would be caught nowhere.
        setImmediate(() => res.end('answer'));
      },
      {
        targetOf: ({ url = '/' }) => {
          if (url === '/bad') throw new Error('no name for this');
          return { key: url, url, scope: '' };
        },
      },
    );
    world = at;
    expect(await at.get('/good', { method: 'POST' })).toMatchObject({ status: 502 });
    const cause = new Error('no name for this');
    expect([at.events, isEnded]).toEqual([
      [
        { kind: 'forward', key: '/good', reason: 'method' },
        { kind: 'fault', key: '/good', cause },
        { kind: 'origin-failed', key: '/good', cause },
      ],
      true,
    ]);
  });
});

test('a reporter that throws changes no response', async () => {
  const at = await startWorld(
    (_req, res) => {
      res.setHeader('Cache-Control', 'max-age=60');
      res.end('answer '.repeat(500));
    },
    {
      encoding: {},
      report: () => {
        throw new Error('the log is full');
      },
    },
  );
  world = at;
  const answers = [await at.get('/'), await at.get('/'), await at.get('/')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(at.forwarded).toHaveLength(1);
});

test('a failure after a complete response does not close its connection', async () => {
  const body = 'x'.repeat(5_000_000);
  const at = await startWorld(
    async (_req, res) => {
      res.end(body);
      await Promise.resolve();
      throw new Error('too late');
    },
    { exclude: () => true },
  );
  world = at;
  expect(await at.get('/')).toMatchObject({ status: 200, body });
});
