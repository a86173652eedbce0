import { expect, test } from 'vitest';
import { afterEaster, nationalHolidays } from '../../../../shared/locale/national-holidays.ts';

// The last one is the latest that there is.
test.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i', (year, day) => {
  expect(afterEaster(year, 0)).toBe(day);
});

test('the national holidays of 2026 are those of the federal ordinance', () => {
  expect(
    nationalHolidays(2026)
      .map(({ data }) => data)
      .toSorted(),
  ).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-21',
    '2026-05-01',
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-15',
    '2026-11-20',
    '2026-12-25',
  ]);
});
