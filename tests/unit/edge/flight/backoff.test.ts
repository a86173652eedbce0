import { expect, test } from 'vitest';
import { createFailures } from '../../../../server/edge/flight/backoff.ts';
import { createEpochs } from '../../../../server/edge/store/purge-epochs.ts';

function world() {
  let now = 1_000_000;
  const epochs = createEpochs(() => now, 10);
  const failures = createFailures({ clock: { now: () => now }, epochs, backoff: { first: 2, atMost: 60 }, bound: 10 });
  return { epochs, failures, advance: (seconds: number) => (now += seconds * 1_000) };
}

test('the wait grows with each try that fails, and not with each of those that failed together', () => {
  const { epochs, failures, advance } = world();
  for (let parallel = 0; parallel < 6; parallel += 1) failures.failed('a', epochs.mark());
  advance(2);
  expect(failures.isTooSoon('a')).toBe(false);
  failures.failed('a', epochs.mark());
  advance(3);
  expect(failures.isTooSoon('a')).toBe(true);
  advance(1);
  expect(failures.isTooSoon('a')).toBe(false);
});

test('what is purged while the request that fails is under way may be asked for again at once', () => {
  const { epochs, failures } = world();
  const began = epochs.mark();
  epochs.purgeKey('a', 'soft');
  failures.failed('a', began);
  expect(failures.isResting('a')).toBe(false);
  failures.failed('a', epochs.mark());
  expect(failures.isResting('a')).toBe(true);
});
