import { expect, test } from 'vitest';
import { waitMessage } from '../../../../shared/session/attempts.ts';

test.each([
  [1, '1 minuto'],
  [61, '2 minutos'],
  [7_200, '120 minutos'],
  [7_201, '3 horas'],
  [86_400, '24 horas'],
  [Number.NaN, 'alguns minutos'],
  [0, 'alguns minutos'],
])('who has to wait %d seconds is told %s', (seconds, words) => {
  expect(waitMessage(seconds)).toBe(`Muitas tentativas em pouco tempo. Espere ${words} e tente de novo.`);
});
