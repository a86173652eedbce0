/** Responses that replicas share: who renders, what is taken over, and what is not. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Origin } from '../../../../server/edge/index.ts';
import { createMemoryStore } from '../../../../server/edge/store/memory.ts';
import { memoryMedium } from '../../../support/shared-medium/memory-medium.ts';
import { gate, numbered, until } from '../harness.ts';
import { type Replica, SECRET, startReplica, startTwo, untilShared } from './two-replicas.ts';

let replicas: readonly Replica[] = [];

afterEach(async () => {
  for (const replica of replicas) await replica.close();
  replicas = [];
});

async function two(...args: Parameters<typeof startTwo>): Promise<readonly [Replica, Replica]> {
  const both = await startTwo(...args);
  replicas = both;
  return both;
}

const FRESH = { 'Cache-Control': 'max-age=600, stale-if-error=600', 'Cache-Groups': '"news"', ETag: '"1"' };

const forwards = (all: readonly Replica[]): number => all.reduce((sum, { forwarded }) => sum + forwarded.length, 0);

describe('a response that one replica has stored', () => {
  test('answers a request to another replica, with its fields, its validator and its age', async () => {
    const [one, other] = await two(numbered({ ...FRESH, Date: 'Sat, 21 Nov 2026 11:59:50 GMT', 'Content-Type': 'text/html' }));
    await one.get('/a');
    await untilShared(one);
    one.clock.advance(5);
    other.clock.advance(5);
    const [first, second] = [await one.get('/a'), await other.get('/a')];
    expect(second).toMatchObject({ status: 200, body: 'answer 1' });
    expect(second.headers).toEqual({ ...first.headers, 'cache-status': 'edge; hit; ttl=585; detail=shared' });
    expect(second.headers['age']).toBe('15');
    expect((await other.get('/a')).headers['cache-status']).toBe('edge; hit; ttl=585');
    expect((await other.get('/a', { headers: { 'If-None-Match': '"1"' } })).status).toBe(304);
    expect(forwards(replicas)).toBe(1);
    expect(other.edge.stats()).toMatchObject({ takenOver: 1, forwards: 0 });
  });

  test('stands in for the origin of a replica that starts while the origin fails', async () => {
    let isBroken = false;
    const origin: Origin = (req, res) => (isBroken ? void res.destroy() : numbered(FRESH)(req, res, NO_EXCHANGE));
    const medium = memoryMedium();
    const one = await startReplica(medium, origin);
    await one.get('/a');
    await untilShared(one);
    isBroken = true;
    const other = await startReplica(medium.view(), origin);
    replicas = [one, other];
    other.clock.advance(700);
    expect(await other.get('/a')).toMatchObject({ status: 200, body: 'answer 1' });
  });

  test.each([
    ['is private', { 'Cache-Control': 'private, max-age=600' }],
    ['forbids storing', { 'Cache-Control': 'no-store' }],
    ['is selected by a request field', { ...FRESH, Vary: 'A' }],
  ])('is not shared where it %s', async (_why, fields) => {
    const [one, other] = await two(numbered(fields));
    await one.get('/a');
    await other.get('/a');
    expect(forwards(replicas)).toBe(2);
    expect(one.medium.values.size).toBe(0);
  });

  test('is asked for by a request to another replica that has a stale one, and not by one that wants the origin', async () => {
    const [one, other] = await two(numbered(FRESH));
    await one.get('/a');
    await untilShared(one);
    await other.get('/a');
    for (const replica of [one, other]) replica.clock.advance(700);
    await one.get('/a');
    await until(() => one.medium.calls.get('set') === 2 && one.medium.locks.size === 0);
    expect((await other.get('/a')).headers['cache-status']).toContain('detail=shared');
    const asked = [other.medium.calls.get('get'), other.medium.calls.get('lock')];
    expect([asked, forwards(replicas)]).toEqual([[2, undefined], 2]);
    expect((await other.get('/a', { headers: { 'Cache-Control': 'no-cache' } })).body).toBe('answer 3');
    expect(other.medium.calls.get('get')).toBe(2);
  });

  test('is not shared where the site says so', async () => {
    const [one, other] = await two(numbered(FRESH), {
      shared: {
        medium: memoryMedium(),
        secret: SECRET,
        isShared: (key) => !key.endsWith('/own'),
        afterGap: [],
        onPurge: () => undefined,
      },
    });
    await one.get('/own');
    expect((await other.get('/own')).headers['cache-status']).toContain('fwd=uri-miss');
    expect(one.medium.values.size).toBe(0);
  });

  test('is not shared where the store of its replica has no room for it', async () => {
    const [one] = await two(numbered(FRESH), { store: createMemoryStore({ maxBytes: 100, maxKeyBytes: 100 }) });
    await one.get('/a');
    await until(() => one.medium.locks.size > 0 && [...one.medium.locks.values()].every((holder) => holder === 'pass'));
    expect(one.medium.values.size).toBe(0);
  });

  test('is not taken over by another build', async () => {
    const medium = memoryMedium();
    const one = await startReplica(medium, numbered(FRESH), { keyPrefix: 'build1 ' });
    const other = await startReplica(medium.view(), numbered(FRESH), { keyPrefix: 'build2 ' });
    replicas = [one, other];
    await one.get('/a');
    await untilShared(one);
    await other.get('/a');
    expect(forwards(replicas)).toBe(2);
  });

  test.each<[string, (own: Buffer, foreign: Buffer) => Buffer, string]>([
    ['of another key', (_own, foreign) => foreign, 'signature'],
    ['with a changed body', (own) => Buffer.concat([own.subarray(0, -1), Buffer.from('9')]), 'signature'],
    ['that was cut off', (own) => own.subarray(0, 20), 'signature'],
    ['of another version', (own) => Buffer.concat([Buffer.from('PEC2'), own.subarray(4)]), 'version'],
    ['that is empty', () => Buffer.alloc(0), 'version'],
  ])('is refused where it was replaced by one %s', async (_what, lie, because) => {
    const [one, other] = await two(numbered(FRESH));
    await one.get('/a');
    await untilShared(one);
    const { values } = one.medium;
    const [name = '', own = Buffer.alloc(0)] = [...values][0] ?? [];
    await one.get('/b');
    await untilShared(one, 2);
    values.set(name, lie(own, [...values.values()][1] ?? own));
    expect((await other.get('/a')).headers['cache-status']).toContain('fwd=uri-miss');
    expect(other.events.find(({ kind }) => kind === 'shared-refused')).toMatchObject({ because });
  });
});

describe('one render', () => {
  test('two replicas that are asked for a cold key at the same time render it once', async () => {
    const { opened, open } = gate();
    const answered = numbered(FRESH);
    const [one, other] = await two(async (req, res, exchange) => {
      await opened;
      await answered(req, res, exchange);
    });
    const asked = [one.get('/a'), one.get('/a'), other.get('/a'), other.get('/a')];
    await until(() => forwards(replicas) === 1 && (other.medium.calls.get('lock') ?? 0) + (one.medium.calls.get('lock') ?? 0) > 3);
    open();
    const answers = await Promise.all(asked);
    expect(answers.map(({ body }) => body)).toEqual(Array(4).fill('answer 1'));
    expect(forwards(replicas)).toBe(1);
    await until(() => one.medium.locks.size === 0);
  });

  test('two replicas that revalidate a key in the background render it once', async () => {
    const [one, other] = await two(numbered({ ...FRESH, 'Cache-Control': 'max-age=10, stale-while-revalidate=600' }));
    await one.get('/a');
    await untilShared(one);
    await other.get('/a');
    one.clock.advance(20);
    other.clock.advance(20);
    expect((await one.get('/a')).body).toBe('answer 1');
    await until(() => one.medium.calls.get('set') === 2 && one.medium.locks.size === 0);
    expect((await other.get('/a')).body).toBe('answer 1');
    await until(() => other.kinds().filter((kind) => kind === 'taken-over').length === 2);
    expect((await other.get('/a')).body).toBe('answer 2');
    expect(forwards(replicas)).toBe(2);
    // What it had shared itself told it nothing.
    expect(one.kinds()).not.toContain('taken-over');
  });

  test('each replica renders a response that cannot be shared, and the second waits for the head only', async () => {
    const { opened, open } = gate();
    const [one, other] = await two(async (_req, res) => {
      res.setHeader('Cache-Control', 'no-store');
      res.write('begun');
      await opened;
      res.end();
    });
    const first = one.open('/a');
    expect(await first.firstBytes).toBe('begun');
    const second = other.open('/a');
    expect(await second.firstBytes).toBe('begun');
    open();
    await Promise.all([first.answer, second.answer]);
    expect(forwards(replicas)).toBe(2);
  });

  test('is joined by requests to the same replica, which ask the others nothing', async () => {
    const { opened, open } = gate();
    const answered = numbered(FRESH);
    const [one] = await two(async (req, res, exchange) => {
      await opened;
      await answered(req, res, exchange);
    });
    const first = one.get('/a');
    await until(() => one.forwarded.length === 1);
    const second = one.get('/a');
    await until(() => one.edge.stats().joins === 1);
    open();
    expect([(await first).body, (await second).body, one.medium.calls.get('get')]).toEqual(['answer 1', 'answer 1', 1]);
  });

  test('a render is not waited for where the response is there, although another replica holds the lock', async () => {
    const [one, other] = await two(numbered(FRESH));
    await one.get('/a');
    await untilShared(one);
    other.medium.get = () => Promise.resolve(null);
    other.medium.lock = () => Promise.resolve({ holder: 'the other', value: [...one.medium.values.values()][0] ?? null });
    expect((await other.get('/a')).headers['cache-status']).toContain('detail=shared');
    expect(other.forwarded).toHaveLength(0);
  });

  test('is not waited for longer than a bounded time where its replica has died', async () => {
    const [one, other] = await two(numbered(FRESH));
    await one.get('/known');
    await untilShared(one);
    // The lock of a holder that never ends, as of a key that is asked for the first time.
    other.medium.lock = () => Promise.resolve({ holder: 'the dead', value: null });
    const asked = other.get('/a');
    let isAnswered = false;
    void asked.then(() => {
      isAnswered = true;
    });
    for (let second = 0; second < 9; second += 1) {
      other.clock.advance(1);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    }
    expect([isAnswered, other.forwarded.length]).toEqual([false, 0]);
    other.clock.advance(2);
    expect(await asked).toMatchObject({ status: 200, body: 'answer 2' });
  });
});

test('an edge says whether it shares with others, and no longer does once it is closed', async () => {
  const [one] = await two(numbered(FRESH));
  expect(one.edge.stats().isSharing).toBe(true);
  one.medium.fault = new Error('gone');
  one.medium.wake();
  await until(() => !one.isSynced());
  expect(one.edge.stats().isSharing).toBe(false);
  one.medium.fault = null;
  await until(() => one.isSynced());
  one.edge.close();
  expect(one.edge.stats().isSharing).toBe(false);
});

describe('a shared cache that fails', () => {
  test('costs a render of each replica, and no error', async () => {
    const [one, other] = await two(numbered(FRESH));
    one.medium.fault = new Error('gone');
    expect(await one.get('/a')).toMatchObject({ status: 200, body: 'answer 1' });
    expect(await other.get('/a')).toMatchObject({ status: 200, body: 'answer 2' });
    expect((await one.get('/a')).headers['cache-status']).toMatch(/^edge; hit/);
    one.medium.wake();
    await until(() => one.kinds().includes('shared-lost'));
    one.medium.fault = null;
    await until(() => one.isSynced());
    await other.get('/b');
    await untilShared(other, 2);
    expect((await one.get('/b')).headers['cache-status']).toContain('detail=shared');
  });

  test('a shared cache that fails at the start is asked for nothing until it is there', async () => {
    const medium = memoryMedium();
    medium.fault = new Error('not there yet');
    const one = await startReplica(medium, numbered(FRESH));
    replicas = [one];
    expect(await one.get('/a')).toMatchObject({ status: 200, body: 'answer 1' });
    expect(medium.calls.get('get')).toBeUndefined();
    medium.fault = null;
    await until(() => one.isSynced());
    await one.get('/b');
    await untilShared(one);
  });
});

const NO_EXCHANGE = { hasFallback: false, settle: () => undefined };
