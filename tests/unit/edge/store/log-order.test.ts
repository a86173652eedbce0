/** The order of one replica among the purges of all: when a response of another replica counts as older than a purge. */
import { describe, expect, test } from 'vitest';
import type { LogicalTimestamp } from '../../../../server/edge/response/stored-response.ts';
import { LogOrder } from '../../../../server/edge/store/shared/log-order.ts';
import { compareIds } from '../../../../server/edge/store/shared/medium.ts';

/** An order whose moments are 1, 2, 3 and so on. */
function ordered(): { readonly order: LogOrder; readonly next: () => LogicalTimestamp } {
  let last = 0;
  const next = (): LogicalTimestamp => (last += 1) as LogicalTimestamp;
  return { order: new LogOrder({ begin: next }), next };
}

describe('the ids of log entries', () => {
  test.each([
    ['9-0', '10-0'],
    ['1-9', '1-10'],
    ['1-9', '2-0'],
    ['1', '1-1'],
  ])('%s is before %s', (one, other) => {
    expect(compareIds(one, other)).toBeLessThan(0);
    expect(compareIds(other, one)).toBeGreaterThan(0);
    expect(compareIds(one, one)).toBe(0);
  });
});

describe('the order of a replica', () => {
  test('gives a response the last entry that had taken effect when its request started', () => {
    const { order, next } = ordered();
    const early = next();
    order.add('1-0', next());
    const between = next();
    order.add('2-0', next());
    expect([early, between, next()].map((began) => order.basisOf(began))).toEqual([null, '1-0', '2-0']);
  });

  test('gives a response that starts with an entry that entry', () => {
    const { order, next } = ordered();
    order.add('1-0', next());
    expect(order.basisOf(2 as LogicalTimestamp)).toBe('1-0');
  });

  test('lets a response start now where it has seen every entry', () => {
    const { order, next } = ordered();
    order.add('1-0', next());
    expect(order.startOf('1-0', [])).toBe(3);
    expect(order.startOf('2-0', [])).toBe(4);
  });

  test('lets a response start before the first entry that it has not seen', () => {
    const { order, next } = ordered();
    order.add('1-0', next());
    const second = next();
    order.add('2-0', second);
    order.add('3-0', next());
    expect(order.startOf('1-0', [])).toBe(second);
  });

  test('lets a response start before purges of this replica that no other has seen', () => {
    const { order, next } = ordered();
    order.add('1-0', next());
    const [first, second] = [next(), next()];
    expect(order.startOf('1-0', [second, first])).toBe(first);
    expect(order.startOf('1-0', [1_000 as LogicalTimestamp])).toBe(6);
  });

  test('refuses a response whose purges are not known here', () => {
    const { order, next } = ordered();
    expect(order.startOf('1-0', [])).toBeNull();
    order.add('2-0', next());
    expect(order.startOf('1-0', [])).toBeNull();
    expect(order.startOf('2-0', [])).not.toBeNull();
    order.forget();
    expect([order.startOf('2-0', []), order.basisOf(next())]).toEqual([null, null]);
  });

  test('remembers 10,000 entries, and the last half of them when there are more', () => {
    const { order, next } = ordered();
    for (let number = 1; number <= 10_000; number += 1) order.add(`${number}-0`, next());
    expect(order.startOf('1-0', [])).not.toBeNull();
    order.add('10001-0', next());
    expect([order.startOf('5001-0', []), order.startOf('5002-0', [])]).toEqual([null, expect.any(Number)]);
    expect(order.basisOf(next())).toBe('10001-0');
  });
});
