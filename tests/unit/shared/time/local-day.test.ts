import { describe, expect, it } from 'vitest';
import { dayAfter, isTimeZone, localDay, startOfDay } from '../../../../shared/time/local-day.ts';

const at = (iso: string): number => Date.parse(iso);

describe('localDay', () => {
  it.each([
    ['2026-03-10T02:59:59.999Z', 'America/Sao_Paulo', '2026-03-09'],
    ['2026-03-10T03:00:00Z', 'America/Sao_Paulo', '2026-03-10'],
    ['2026-01-01T04:59:59Z', 'America/Rio_Branco', '2025-12-31'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01'],
  ])('%s in %s is %s', (instant, zone, day) => {
    expect(localDay(at(instant), zone)).toBe(day);
  });
});

describe('startOfDay', () => {
  it.each([
    ['2026-03-10', 'America/Sao_Paulo', '2026-03-10T03:00:00.000Z'],
    ['2026-03-10', 'America/Noronha', '2026-03-10T02:00:00.000Z'],
    ['2026-03-10', 'America/Rio_Branco', '2026-03-10T05:00:00.000Z'],
    ['2026-03-10', 'Pacific/Kiritimati', '2026-03-09T10:00:00.000Z'],
    ['2026-03-10', 'Etc/GMT+12', '2026-03-10T12:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, instant) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(instant);
  });

  it('finds the day that began at one o’clock because summer time skipped midnight', () => {
    expect(new Date(startOfDay('2018-11-04', 'America/Sao_Paulo')).toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(new Date(startOfDay('2018-11-05', 'America/Sao_Paulo')).toISOString()).toBe('2018-11-05T02:00:00.000Z');
  });

  it('counts the hour that the end of summer time repeats to the day on which it repeats', () => {
    expect(new Date(startOfDay('2019-02-17', 'America/Sao_Paulo')).toISOString()).toBe('2019-02-17T03:00:00.000Z');
  });

  it.each(['10/03/2026', '2026-13-01', ''])('refuses %j', (day) => {
    expect(() => startOfDay(day, 'UTC')).toThrow(RangeError);
  });
});

it.each([
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
])('the day after %s is %s', (day, next) => {
  expect(dayAfter(day)).toBe(next);
});

it('accepts the time zones that Intl knows, and no other', () => {
  expect([isTimeZone('America/Cuiaba'), isTimeZone('Lua/Mar')]).toEqual([true, false]);
});
