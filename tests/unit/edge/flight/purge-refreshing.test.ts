/** The revalidation of all that a purge of the mode refresh affects: what it asks for, when it pauses, and what ends it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createPurgeRefreshing, type PurgeRefreshing } from '../../../../server/edge/flight/refreshing.ts';
import type { StoredResponse } from '../../../../server/edge/response/stored-response.ts';
import { StoreWorld } from './store-world.ts';

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

let world: StoreWorld;
/** Keys that were revalidated, in order. */
let asked: string[];
/** What the next revalidations result in. */
let act: (key: string) => StoredResponse | null;
let refreshing: PurgeRefreshing;

beforeEach(() => {
  world = new StoreWorld();
  asked = [];
  act = () => null;
  refreshing = createPurgeRefreshing(world.context, async (key) => {
    asked.push(key);
    await Promise.resolve();
    return act(key);
  });
});

/** Stores responses under these keys, and purges them. */
function purged(...keys: readonly string[]): void {
  const response = world.stored();
  for (const key of keys) world.context.store.put(key, response);
  world.context.store.remove('site.test /', response);
  world.context.epochs.purgeAll('refresh');
}

describe('revalidation after a purge', () => {
  test('asks for each key once, with a pause of 10 ms at least after it', async () => {
    purged('/c', '/b', '/a');
    refreshing.start();
    expect([asked, refreshing.waiting]).toEqual([['/a'], 3]);
    await turns();
    world.clock.advance(0.009);
    await turns();
    expect(asked).toEqual(['/a']);
    world.clock.advance(0.001);
    await turns();
    expect([asked, refreshing.waiting]).toEqual([['/a', '/b'], 2]);
    for (let pause = 0; pause < 3; pause += 1) {
      world.clock.advance(0.01);
      await turns();
    }
    expect([asked, refreshing.waiting]).toEqual([['/a', '/b', '/c'], 0]);
  });

  test('pauses for twice the time that one took', async () => {
    purged('/b', '/a');
    act = () => {
      world.clock.advance(1);
      return null;
    };
    refreshing.start();
    await turns();
    world.clock.advance(1.99);
    await turns();
    expect(asked).toEqual(['/a']);
    world.clock.advance(0.01);
    await turns();
    expect(asked).toEqual(['/a', '/b']);
  });

  test('pauses for less where the others would not be reached in half of the time until they count as purged', async () => {
    purged(...Array.from({ length: 11 }, (_, index) => `/${index}`));
    act = () => {
      world.clock.advance(2);
      return null;
    };
    refreshing.start();
    await turns();
    // 28 of 30 seconds are left for 10 more: 2.8 for each, of which it took 2.
    world.clock.advance(0.79);
    await turns();
    expect(asked).toHaveLength(1);
    world.clock.advance(0.02);
    await turns();
    expect(asked).toHaveLength(2);
  });

  test('looks again where something was stored, because more may be affected now', async () => {
    purged('/a');
    act = (key) => {
      const response = { ...world.stored(), url: '/new' };
      world.context.store.remove('site.test /', response);
      world.context.store.put(key, response);
      if (key === '/a') purged('/b');
      return response;
    };
    refreshing.start();
    for (let pause = 0; pause < 5; pause += 1) {
      await turns();
      act = () => null;
      world.clock.advance(0.01);
    }
    expect(asked[0]).toBe('/a');
    expect(asked).toContain('/b');
  });

  test('starts again for a purge that comes meanwhile', async () => {
    purged('/a');
    refreshing.start();
    refreshing.start();
    await turns();
    world.clock.advance(0.01);
    await turns();
    world.clock.advance(0.01);
    await turns();
    expect(asked).toEqual(['/a', '/a']);
  });

  test('reports a fault, and the next purge starts it anew', async () => {
    const cause = new Error('broken');
    purged('/a');
    act = () => {
      throw cause;
    };
    refreshing.start();
    await turns();
    expect(world.events).toEqual([{ kind: 'fault', key: '*', cause }]);
    act = () => null;
    refreshing.start();
    expect(asked).toEqual(['/a', '/a']);
  });

  test('ends with the edge, and does not start afterwards', async () => {
    purged('/b', '/a');
    refreshing.start();
    refreshing.stop();
    await turns();
    world.clock.advance(1);
    await turns();
    refreshing.start();
    await turns();
    expect([asked, refreshing.waiting]).toEqual([['/a'], 0]);
  });
});
