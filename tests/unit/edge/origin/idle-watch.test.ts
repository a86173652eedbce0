import { expect, test } from 'vitest';
import { IdleWatch } from '../../../../server/edge/origin/exchange.ts';

/** A clock with one timer, since a watch may set only one at a time. */
function startWatch(limitMs: number) {
  let now = 0;
  let timer: { readonly at: number; readonly act: () => void } | null = null;
  let idle = 0;
  const watch = new IdleWatch(
    {
      now: () => now,
      after: (ms, act) => {
        const set = { at: now + ms, act };
        timer = set;
        return () => {
          if (timer === set) timer = null;
        };
      },
    },
    limitMs,
    () => {
      idle += 1;
    },
  );
  return {
    watch,
    idle: () => idle,
    isWaiting: () => timer !== null,
    setBack: (ms: number) => {
      now -= ms;
      if (timer !== null) timer = { ...timer, at: timer.at - ms };
    },
    advance: (ms: number) => {
      now += ms;
      const due = timer;
      if (due === null || due.at > now) return;
      timer = null;
      due.act();
    },
  };
}

test('calls once when no byte has arrived for the limit', () => {
  const { watch, idle, advance, isWaiting } = startWatch(100);
  watch.start();
  advance(60);
  watch.noteBytes(false);
  advance(60);
  expect(idle()).toBe(0);
  advance(40);
  expect(idle()).toBe(1);
  expect(isWaiting()).toBe(false);
});

test('the time in which the origin is asked to wait does not count', () => {
  const { watch, idle, advance } = startWatch(100);
  watch.start();
  watch.noteBytes(true);
  for (let turn = 0; turn < 5; turn += 1) advance(100);
  expect(idle()).toBe(0);
  watch.noteBytes(false);
  advance(100);
  expect(idle()).toBe(1);
});

test('starts to count again when the clock is set back', () => {
  const { watch, idle, setBack, advance } = startWatch(100);
  watch.start();
  setBack(86_400_000);
  // Timers run by the monotonic clock, which is not set back.
  advance(100);
  advance(100);
  expect(idle()).toBe(1);
});

test('sets no timer after stop', () => {
  const { watch, isWaiting } = startWatch(100);
  watch.start();
  watch.stop();
  expect(isWaiting()).toBe(false);
});
