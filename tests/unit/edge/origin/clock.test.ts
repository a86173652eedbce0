/** The clock of an edge that is not under test. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../../../server/edge/origin/clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 5_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the clock of the system calls once after its time, and not where it was cancelled', () => {
  const called: number[] = [];
  SYSTEM_CLOCK.after(100, () => called.push(SYSTEM_CLOCK.now()));
  const cancel = SYSTEM_CLOCK.after(50, () => called.push(-1));
  vi.advanceTimersByTime(49);
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(called).toEqual([5_100]);
});
