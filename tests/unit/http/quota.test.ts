import { describe, expect, test } from 'vitest';
import { createAdmission, type QuotaLimits } from '../../../server/http/quota.ts';
import { fakeClock } from '../../integration/edge/harness.ts';

const LIMITS: QuotaLimits = { running: 2, waiting: 3, waitMs: 5_000, perMinute: 60 };

function world(limits: Partial<QuotaLimits> = {}) {
  const clock = fakeClock();
  const admit = createAdmission({ ...LIMITS, ...limits }, { clock });
  const settled: string[] = [];
  /** Notes the outcome under `key`, at once or when it is known. The returned function ends the work that was admitted at once. */
  const enter = (client: string | null, key: string | null): (() => void) => {
    const admission = admit(client, key);
    if (admission instanceof Promise) void admission.then(({ kind }) => settled.push(`${key} ${kind}`));
    else settled.push(`${key} ${admission.kind}`);
    return () => {
      if (admission instanceof Promise || admission.kind !== 'admitted') throw new Error(`${key} was not admitted at once`);
      admission.release();
    };
  };
  return { clock, enter, settled };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the quota of a client', () => {
  test('admits what may run, lets the next wait, and refuses the rest', async () => {
    const { enter, settled } = world();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) enter('x', key);
    await turn();
    expect(settled).toEqual(['a admitted', 'b admitted', 'f refused']);
  });

  test('admits those that wait in their order, one for each that ends', async () => {
    const { enter, settled } = world();
    const first = enter('x', 'a');
    for (const key of ['b', 'c', 'd']) enter('x', key);
    first();
    // The end of one piece of work is counted once.
    first();
    await turn();
    expect(settled).toEqual(['a admitted', 'b admitted', 'c admitted']);
  });

  test('is a client’s own: requests of others, and of this machine, take nothing of it', () => {
    const { enter, settled } = world({ running: 1, waiting: 0 });
    for (const client of ['x', 'x', 'y', null, null]) enter(client, 'a');
    expect(settled).toEqual(['a admitted', 'a refused', 'a admitted', 'a admitted', 'a admitted']);
  });

  test('counts requests for one key that wait as one, and tells all but the first to look again', async () => {
    const { enter, settled } = world({ running: 1, waiting: 1 });
    const first = enter('x', 'a');
    for (const key of ['b', 'b', 'b', 'c']) enter('x', key);
    first();
    await turn();
    expect(settled).toEqual(['a admitted', 'c refused', 'b admitted', 'b repeat', 'b repeat']);
  });

  test('counts requests without a key one by one', () => {
    const { enter, settled } = world({ running: 1, waiting: 1 });
    for (let count = 0; count < 3; count += 1) enter('x', null);
    expect(settled).toEqual(['null admitted', 'null refused']);
  });

  test('refuses what has waited too long, and those that waited with it', async () => {
    const { clock, enter, settled } = world({ running: 1 });
    const first = enter('x', 'a');
    for (const key of ['b', 'b']) enter('x', key);
    clock.advance(4.9);
    enter('x', 'c');
    clock.advance(0.1);
    await turn();
    expect(settled).toEqual(['a admitted', 'b refused', 'b refused']);
    first();
    await turn();
    expect(settled.at(-1)).toBe('c admitted');
  });

  test('has a rate, which fills evenly', () => {
    const { clock, enter, settled } = world({ running: 100, perMinute: 6 });
    for (const key of ['1', '2', '3', '4', '5', '6', '7']) enter('x', key);
    clock.advance(10);
    for (const key of ['8', '9']) enter('x', key);
    expect(settled.slice(6)).toEqual(['7 refused', '8 admitted', '9 refused']);
    clock.advance(3_600);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) enter('x', key);
    expect(settled.slice(-2)).toEqual(['f admitted', 'g refused']);
  });

  test('a client without a rate is admitted any number of times in a row', () => {
    const { enter, settled } = world({ perMinute: Number.POSITIVE_INFINITY });
    for (let count = 0; count < 10_000; count += 1) enter('x', 'a')();
    expect(new Set(settled)).toEqual(new Set(['a admitted']));
  });
});
