import { expect, test } from 'vitest';
import { createLogThrottle } from '../../../server/observability/log-throttle.ts';

test('logs one event of a kind in its time and then the number of suppressed ones, also when the clock is set back', () => {
  let now = 0;
  const logged: string[] = [];
  const throttled = createLogThrottle<'a' | 'b'>({ forMs: 10_000, now: () => now });
  const event = (kind: 'a' | 'b'): void => throttled(kind, (suppressed) => logged.push(`${now} ${kind} ${suppressed}`));
  event('a');
  now = 9_999;
  for (let count = 0; count < 77; count++) event('a');
  event('b');
  now = 10_000;
  event('a');
  now = 20_000;
  event('a');
  event('b');
  now = -90_000;
  event('a');
  expect(logged).toEqual(['0 a 0', '9999 b 0', '10000 a 77', '20000 a 0', '20000 b 0', '-90000 a 0']);
});
