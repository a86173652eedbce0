import { expect, it } from 'vitest';
import { retryWaitMs } from '../../../../client/apollo/subscription-link.ts';

it('waits 1 s doubling, plus 300 to 3000 ms', () => {
  expect([0, 1, 2, 3, 4].map((retries) => retryWaitMs(retries, () => 0))).toEqual([1_300, 2_300, 4_300, 8_300, 16_300]);
  expect(retryWaitMs(0, () => 1 - Number.EPSILON)).toBeLessThanOrEqual(4_000);
  expect(retryWaitMs(4, () => 0.5)).toBe(16_000 + 1_650);
});
