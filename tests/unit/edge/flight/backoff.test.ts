import { expect, test } from 'vitest';
import { createBackoff } from '../../../../server/edge/flight/backoff.ts';
import { createPurgeEpochs } from '../../../../server/edge/store/purge-epochs.ts';

function world() {
  let now = 1_000_000;
  const epochs = createPurgeEpochs({ now: () => now, bound: 10, refreshForMs: 60_000 });
  const backoff = createBackoff({ clock: { now: () => now }, epochs, rules: { first: 2, atMost: 60 }, bound: 10 });
  return { epochs, backoff, advance: (seconds: number) => (now += seconds * 1_000) };
}

test('doubles the wait after each failure, and counts concurrent failures once', () => {
  const { epochs, backoff, advance } = world();
  for (let parallel = 0; parallel < 6; parallel += 1) backoff.failed('a', epochs.start());
  advance(2);
  expect(backoff.isWaiting('a')).toBe(false);
  backoff.failed('a', epochs.start());
  advance(3);
  expect(backoff.isWaiting('a')).toBe(true);
  advance(1);
  expect(backoff.isWaiting('a')).toBe(false);
});

test('allows no stale response without a request when the key was purged during the failed request', () => {
  const { epochs, backoff } = world();
  const start = epochs.start();
  epochs.purgeKey('a', 'soft');
  backoff.failed('a', start);
  expect(backoff.allowsStale('a')).toBe(false);
  backoff.failed('a', epochs.start());
  expect(backoff.allowsStale('a')).toBe(true);
});

test('waits for no longer than the bound, and for nothing after a success or for another key', () => {
  const { epochs, backoff, advance } = world();
  expect(backoff.isWaiting('a')).toBe(false);
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    backoff.failed('a', epochs.start());
    expect([backoff.isWaiting('a'), backoff.isWaiting('b'), backoff.allowsStale('b')]).toEqual([true, false, false]);
    advance(seconds - 0.001);
    expect(backoff.isWaiting('a')).toBe(true);
    advance(0.001);
    expect([backoff.isWaiting('a'), backoff.allowsStale('a')]).toEqual([false, false]);
  }
  backoff.failed('a', epochs.start());
  backoff.succeeded('a');
  expect(backoff.isWaiting('a')).toBe(false);
  backoff.failed('a', epochs.start());
  advance(2);
  expect(backoff.isWaiting('a')).toBe(false);
});

test('ends the wait when the clock is set back', () => {
  const { epochs, backoff, advance } = world();
  backoff.failed('a', epochs.start());
  expect(backoff.isWaiting('a')).toBe(true);
  advance(-0.001);
  expect(backoff.isWaiting('a')).toBe(false);
});
