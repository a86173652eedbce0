import { describe, expect, test } from 'vitest';
import type { GraphqlAnswer } from '../../../../../server/backend/backend.ts';
import { LiveQuery } from '../../../../../server/backend/embedded/subscriptions/live-query.ts';
import { Subscriber } from '../../../../../server/backend/embedded/subscriptions/subscriber.ts';
import { Semaphore } from '../../../../../shared/cache/semaphore.ts';

const data = (json: string): GraphqlAnswer => ({ kind: 'data', json });
const fault = (code: string): GraphqlAnswer => ({ kind: 'errors', errors: [{ message: 'm', extensions: { path: '$', code } }] });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A live query whose runs end when the test says so, on a clock in the test's hand. */
function begin() {
  const runs: { readonly signal: AbortSignal; readonly end: (answer: GraphqlAnswer) => Promise<void> }[] = [];
  const timers: { readonly ms: number; readonly act: () => void }[] = [];
  const hand = { now: 0, closed: 0 };
  const query = new LiveQuery({
    run: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<GraphqlAnswer>();
      signal.addEventListener('abort', () => reject(signal.reason));
      runs.push({ signal, end: async (answer) => (resolve(answer), settled()) });
      return promise;
    },
    queue: new Semaphore(1),
    timers: {
      after: (ms, act) => {
        const timer = { ms, act };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
    },
    now: () => hand.now,
    onClosed: () => {
      hand.closed += 1;
    },
  });
  const join = (): Subscriber => {
    const subscriber = new Subscriber();
    query.add(subscriber);
    return subscriber;
  };
  return { query, runs, timers, hand, join };
}

describe('a live query', () => {
  test('makes changes during a run into one further run', async () => {
    const { query, runs, join } = begin();
    const subscriber = join();
    for (let change = 0; change < 3; change += 1) query.invalidate();
    await runs[0]?.end(data('1'));
    expect(runs).toHaveLength(2);
    await runs[1]?.end(data('2'));
    expect([runs.length, await subscriber.next()]).toEqual([2, data('2')]);
  });

  test('rests after a run as long as the run took', async () => {
    const { query, runs, timers, hand, join } = begin();
    join();
    hand.now = 40;
    await runs[0]?.end(data('1'));
    query.invalidate();
    expect([runs.length, timers.map(({ ms }) => ms)]).toEqual([1, [40]]);
    timers[0]?.act();
    expect(runs).toHaveLength(2);
  });

  test('gives its subscribers nothing when the text of the answer is the same', async () => {
    const { query, runs, join } = begin();
    const subscriber = join();
    await runs[0]?.end(data('1'));
    await subscriber.next();
    const next = subscriber.next();
    query.invalidate();
    await runs[1]?.end(data('1'));
    query.invalidate();
    await runs[2]?.end(data('2'));
    expect([runs.length, await next]).toEqual([3, data('2')]);
  });

  test('gives a slow subscriber the last answer and not those between', async () => {
    const { query, runs, join } = begin();
    const [slow, quick] = [join(), join()];
    await runs[0]?.end(data('1'));
    expect(await quick.next()).toEqual(data('1'));
    for (const text of ['2', '3']) {
      query.invalidate();
      await runs.at(-1)?.end(data(text));
      expect(await quick.next()).toEqual(data(text));
    }
    expect(await slow.next()).toEqual(data('3'));
  });

  test('aborts its run when the last subscriber leaves, and runs no more', async () => {
    const { query, runs, hand, join } = begin();
    const [one, other] = [join(), join()];
    query.remove(one);
    expect([runs[0]?.signal.aborted, hand.closed]).toEqual([false, 0]);
    query.remove(other);
    await settled();
    expect([runs[0]?.signal.aborted, hand.closed]).toEqual([true, 1]);
    query.invalidate();
    expect(runs).toHaveLength(1);
  });

  test('keeps its subscribers while the database is away, and tries again after 1, 2, 4 seconds up to 30', async () => {
    const { query, runs, timers, join } = begin();
    const subscriber = join();
    await runs[0]?.end(data('1'));
    expect(await subscriber.next()).toEqual(data('1'));
    query.invalidate();
    const waits: number[] = [];
    for (let failure = 0; failure < 7; failure += 1) {
      await runs.at(-1)?.end(fault('unexpected'));
      const timer = timers.shift();
      waits.push(timer?.ms ?? 0);
      timer?.act();
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    await runs.at(-1)?.end(data('2'));
    expect(await subscriber.next()).toEqual(data('2'));
  });

  test.each(['unexpected', 'data-exception'])('ends with the fault %s of its first run', async (code) => {
    const { runs, hand, join } = begin();
    const subscriber = join();
    await runs[0]?.end(fault(code));
    expect([await subscriber.next(), await subscriber.next(), hand.closed]).toEqual([fault(code), undefined, 1]);
  });

  test('ends with a fault of the request in a later run', async () => {
    const { query, runs, hand, join } = begin();
    const subscriber = join();
    await runs[0]?.end(data('1'));
    await subscriber.next();
    query.invalidate();
    await runs[1]?.end(fault('data-exception'));
    expect([await subscriber.next(), await subscriber.next(), hand.closed]).toEqual([fault('data-exception'), undefined, 1]);
  });
});
