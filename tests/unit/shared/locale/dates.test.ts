import { describe, expect, test } from 'vitest';
import { formatDate, formatPeriod, formatTime, isWholeMonth } from '../../../../shared/locale/dates.ts';

describe('formatDate', () => {
  test.each([
    ['2026-03-04', 'short', '04/03/2026'],
    ['2026-03-04', 'long', '4 de março de 2026'],
    ['2026-03-01', 'long', '1º de março de 2026'],
    ['2026-03-11', 'long', '11 de março de 2026'],
    ['2026-03-04', 'month', 'março de 2026'],
    ['2026-03-01', 'weekday', 'domingo, 1º de março de 2026'],
    ['2026-03-04', 'date-time', '4 de março de 2026'],
    ['2026-03-04T17:30:00Z', 'date-time', '4 de março de 2026 às 14h30'],
    ['2026-03-04T12:00:00+00:00', 'date-time', '4 de março de 2026 às 9h'],
  ] as const)('%s as %s is "%s"', (iso, formato, texto) => {
    expect(formatDate(iso, formato)).toBe(texto);
  });

  test('a calendar day never moves, an instant is read in the zone of the institute', () => {
    expect(formatDate('2026-01-01', 'short')).toBe('01/01/2026');
    expect(formatDate('2026-01-01T01:00:00Z', 'short')).toBe('31/12/2025');
    expect(formatDate('2026-01-01T01:00:00Z', 'short', 'UTC')).toBe('01/01/2026');
  });

  test('text that is no date comes back unchanged', () => {
    expect(formatDate('em breve')).toBe('em breve');
    expect(formatTime('em breve')).toBe('');
  });
});

test('a clock time is short and midnight is 0h', () => {
  expect(formatTime('2026-03-04T17:05:00Z')).toBe('14h05');
  expect(formatTime('2026-03-04T03:00:00Z')).toBe('0h');
  expect(formatTime('2026-03-04')).toBe('');
});

test('a period says which ends it has', () => {
  expect(formatPeriod('2025-01-01', '2028-12-31')).toBe('de 01/01/2025 a 31/12/2028');
  expect(formatPeriod('2025-01-01', null)).toBe('desde 01/01/2025');
  expect(formatPeriod(null, '2028-12-31')).toBe('até 31/12/2028');
  expect(formatPeriod(null, null)).toBe('');
});

test.each([
  ['2026-11-01', '2026-11-30', true],
  ['2028-02-01', '2028-02-29', true],
  ['2027-02-01', '2027-02-28', true],
  ['2028-02-01', '2028-02-28', false],
  ['2026-11-02', '2026-11-30', false],
  ['2026-11-01', '2026-12-31', false],
  ['2026-11-01', null, false],
  ['2026-11-01', 'fim', false],
])('%s to %s is a whole month: %s', (start, end, whole) => {
  expect(isWholeMonth(start, end)).toBe(whole);
});
