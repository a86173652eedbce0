import { expect, test } from 'vitest';
import { madeOnce } from '../../../../shared/cache/remembering.ts';

test('calls share one value, those that come while it is made too', async () => {
  let attempts = 0;
  const value = madeOnce(() => {
    attempts += 1;
    return Promise.resolve({ attempts });
  });
  const [first, second] = await Promise.all([value(), value()]);
  expect([second, await value()]).toEqual([first, first]);
  expect(attempts).toBe(1);
});

test('a failure reaches those who wait for it, and the next call tries again', async () => {
  const outcomes = [Promise.reject(new Error('away')), Promise.resolve('there')];
  const value = madeOnce(() => outcomes.shift() ?? Promise.reject(new Error('asked too often')));
  const both = await Promise.allSettled([value(), value()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await value(), await value()]).toEqual(['there', 'there']);
});
