import { expect, test } from 'vitest';
import { createCircuitBreaker, type Verdict } from '../../../../server/backend/nhost/circuit-breaker.ts';
import { gate } from '../../../integration/edge/harness.ts';

class Fault extends Error {}
class Cancelled extends Error {}
const verdictOf = (error: unknown): Verdict => (error instanceof Cancelled ? 'cancelled' : error instanceof Fault ? 'failed' : 'answered');
const UNAVAILABLE = expect.objectContaining({ code: 'BACKEND_UNAVAILABLE' }) as unknown;

function breakerOf(failures: number) {
  const clock = { now: 0 };
  const breaker = createCircuitBreaker({ failures, openMs: 1_000, now: () => clock.now });
  let asked = 0;
  const run = (outcome: () => Promise<string>): Promise<string> =>
    breaker.run(() => {
      asked += 1;
      return outcome();
    }, verdictOf);
  const fail = (): Promise<string> => run(() => Promise.reject(new Fault()));
  const cancel = (): Promise<string> => run(() => Promise.reject(new Cancelled()));
  return { clock, run, fail, cancel, asked: () => asked };
}

test('a service that fails several times in a row is not asked for a while', async () => {
  const { fail, asked, clock, run } = breakerOf(2);
  await expect(fail()).rejects.toThrow(Fault);
  await expect(fail()).rejects.toThrow(Fault);
  await expect(fail()).rejects.toEqual(UNAVAILABLE);
  clock.now = 999;
  await expect(fail()).rejects.toEqual(UNAVAILABLE);
  expect(asked()).toBe(2);
  clock.now = 1_000;
  await expect(run(() => Promise.resolve('answer'))).resolves.toBe('answer');
  await expect(fail()).rejects.toThrow(Fault);
  expect(asked()).toBe(4);
});

test('one request tries again, and the others fail at once until it has succeeded', async () => {
  const { fail, run, asked, clock } = breakerOf(1);
  await expect(fail()).rejects.toThrow(Fault);
  clock.now = 1_000;
  const held = gate();
  const trial = run(() => held.opened.then(() => 'answer'));
  await expect(run(() => Promise.resolve('other'))).rejects.toEqual(UNAVAILABLE);
  held.open();
  await expect(trial).resolves.toBe('answer');
  await expect(run(() => Promise.resolve('other'))).resolves.toBe('other');
  expect(asked()).toBe(3);
});

test('a trial that fails leaves the service alone again', async () => {
  const { fail, asked, clock } = breakerOf(1);
  await expect(fail()).rejects.toThrow(Fault);
  clock.now = 1_000;
  await expect(fail()).rejects.toThrow(Fault);
  clock.now = 1_999;
  await expect(fail()).rejects.toEqual(UNAVAILABLE);
  expect(asked()).toBe(2);
});

test('errors that the service answers with, and successes between failures, do not open it', async () => {
  const { fail, run, asked } = breakerOf(2);
  for (let round = 0; round < 3; round += 1) {
    await expect(fail()).rejects.toThrow(Fault);
    await expect(run(() => Promise.reject(new RangeError('refused')))).rejects.toThrow(RangeError);
    await expect(fail()).rejects.toThrow(Fault);
    await run(() => Promise.resolve('answer'));
  }
  expect(asked()).toBe(12);
});

test('requests whose callers give up neither open it nor count as an answer', async () => {
  const { fail, cancel, clock, asked } = breakerOf(2);
  for (let round = 0; round < 3; round += 1) await expect(cancel()).rejects.toThrow(Cancelled);
  await expect(fail()).rejects.toThrow(Fault);
  await expect(cancel()).rejects.toThrow(Cancelled);
  await expect(fail()).rejects.toThrow(Fault);
  await expect(fail()).rejects.toEqual(UNAVAILABLE);
  // A trial whose caller has left tells nothing: the next request tries.
  clock.now = 1_000;
  await expect(cancel()).rejects.toThrow(Cancelled);
  await expect(fail()).rejects.toThrow(Fault);
  await expect(fail()).rejects.toEqual(UNAVAILABLE);
  expect(asked()).toBe(8);
});
