/** The answers that are not counted a second time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecentAnswers } from '../../../server/feedback/recent-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('writes a repeated answer once while it is being written and for ten seconds after that, and then again', async () => {
  const recent = new RecentAnswers();
  const written = Promise.withResolvers<number>();
  const write = vi.fn<() => Promise<number>>(() => written.promise);
  const both = [recent.once('sim', write), recent.once('sim', write)];
  vi.advanceTimersByTime(60_000);
  written.resolve(0);
  await Promise.all([...both, recent.once('sim', write)]);
  vi.advanceTimersByTime(9_999);
  await recent.once('sim', write);
  expect(write).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
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
