/** The answers that are not counted a second time. */
import { expect, test, vi } from 'vitest';
import { RecentAnswers } from '../../../server/feedback/recent-answers.ts';

test('writes a repeated answer once while it is being written and for ten seconds after that, and then again', async () => {
  const started: { readonly ms: number; readonly act: () => void }[] = [];
  const recent = new RecentAnswers({
    after(ms, act) {
      started.push({ ms, act });
      return () => undefined;
    },
  });
  const written = Promise.withResolvers<number>();
  const write = vi.fn<() => Promise<number>>(() => written.promise);
  const both = [recent.once('sim', write), recent.once('sim', write)];
  expect(started).toEqual([]);
  written.resolve(0);
  await Promise.all([...both, recent.once('sim', write)]);
  expect(write).toHaveBeenCalledTimes(1);
  expect(started.map(({ ms }) => ms)).toEqual([10_000]);
  started[0]?.act();
  await recent.once('sim', write);
  expect(write).toHaveBeenCalledTimes(2);
});

test('tells everybody who waits that an answer was not written, and writes the next one', async () => {
  const recent = new RecentAnswers();
  const fails = (): Promise<number> => Promise.reject(new Error('no connection'));
  await expect(Promise.allSettled([recent.once('sim', fails), recent.once('sim', fails)])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  const write = vi.fn<() => Promise<number>>(() => Promise.resolve(0));
  await recent.once('sim', write);
  expect(write).toHaveBeenCalledTimes(1);
});
