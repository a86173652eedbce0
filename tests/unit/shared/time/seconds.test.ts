import { expect, test } from 'vitest';
import { waitingTime } from '../../../../shared/time/seconds.ts';

test.each([
  [1, '1 minuto'],
  [61, '2 minutos'],
  [7_200, '120 minutos'],
  [7_201, '3 horas'],
  [86_400, '24 horas'],
])('a wait of %i seconds is told as %s', (seconds, words) => {
  expect(waitingTime(seconds)).toBe(words);
});
