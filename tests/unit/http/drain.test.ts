import { expect, test } from 'vitest';
import { type DrainOptions, type DrainSteps, drain } from '../../../server/http/drain.ts';
import { handTimers } from '../../support/hand-timers.ts';

/** Steps that say when they run; the test resolves what they wait for. */
function steps() {
  const said: string[] = [];
  const requests = Promise.withResolvers<void>();
  const parts = Promise.withResolvers<void>();
  const own: DrainSteps = {
    unready: () => said.push('unready'),
    refuse: async () => void said.push('refuse'),
    finish: () => (said.push('finish'), requests.promise),
    cut: () => (said.push('cut'), requests.resolve()),
    close: () => (said.push('close'), parts.promise),
  };
  return { own, said, requests, parts };
}

function options(own: Partial<DrainOptions> = {}) {
  const timers = handTimers();
  return { timers, all: { delayMs: 3_000, timeoutMs: 15_000, hurry: new AbortController().signal, timers, ...own } };
}

/** Lets everything that waits for nothing but promises go on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('readiness fails before connections are refused, and parts close after the last request', async () => {
  const { own, said, requests, parts } = steps();
  const { timers, all } = options();
  const ending = drain(own, all);
  await settled();
  expect(said).toEqual(['unready']);
  expect(timers.run()).toEqual([3_000]);
  await settled();
  expect(said).toEqual(['unready', 'refuse', 'finish']);
  requests.resolve();
  await settled();
  expect(said).toEqual(['unready', 'refuse', 'finish', 'close']);
  parts.resolve();
  expect(await ending).toBe(true);
  expect(timers.run()).toEqual([]);
});

test('connections whose requests do not end are cut, and a part that does not close is not waited for', async () => {
  const { own, said } = steps();
  const { timers, all } = options({ delayMs: 0 });
  const ending = drain(own, all);
  await settled();
  expect(timers.run()).toEqual([15_000]);
  await settled();
  expect(said).toEqual(['unready', 'refuse', 'finish', 'cut', 'close']);
  expect(timers.run()).toEqual([5_000]);
  expect(await ending).toBe(false);
});

test('connections are accepted for a third of the time of open requests at most', async () => {
  const { own, said, parts } = steps();
  const { timers, all } = options({ delayMs: 0 });
  const refuse = (signal: AbortSignal): Promise<void> => new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  const ending = drain({ ...own, refuse }, all);
  await settled();
  expect([said, timers.run()]).toEqual([['unready'], [5_000, 15_000]]);
  await settled();
  expect(said).toEqual(['unready', 'finish', 'cut', 'close']);
  parts.resolve();
  expect(await ending).toBe(true);
});

test('a second signal ends both waits', async () => {
  const { own, said, parts } = steps();
  const hurry = new AbortController();
  const { timers, all } = options({ hurry: hurry.signal });
  const ending = drain(own, all);
  hurry.abort();
  parts.resolve();
  expect(await ending).toBe(true);
  expect(said).toEqual(['unready', 'refuse', 'finish', 'cut', 'close']);
  expect(timers.run()).toEqual([]);
});
