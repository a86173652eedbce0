import { expect, test } from 'vitest';
import { Semaphore } from '../../../../shared/cache/semaphore.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a semaphore runs as many pieces at once as it may, the others in their order', async () => {
  const queue = new Semaphore(2);
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const all = gates.map(({ promise }, index) =>
    queue.run(() => {
      begun.push(index);
      return promise;
    }),
  );
  await settled();
  expect(begun).toEqual([0, 1]);
  gates[1]?.resolve();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3]);
});
