import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf, wallTime } from '../../../../shared/time/wall-time.ts';

describe('the clock of a zone', () => {
  test.each([
    ['2026-11-23T01:30:00Z', 'America/Sao_Paulo', '2026-11-22T22:30'],
    ['2026-11-23T01:30:00Z', 'America/Rio_Branco', '2026-11-22T20:30'],
    ['2026-11-22T10:30:00Z', 'Pacific/Kiritimati', '2026-11-23T00:30'],
    ['2026-11-23T02:00:00Z', 'America/Noronha', '2026-11-23T00:00'],
    ['0099-05-06T12:00:00Z', 'UTC', '0099-05-06T12:00'],
  ])('at %s the clock in %s shows %s, and back', (instant, zone, wall) => {
    expect(wallTime(Date.parse(instant), zone)).toBe(wall);
    expect(instantOf(wall, zone)).toBe(Date.parse(instant));
  });

  test('a clock that is put back shows an hour twice, of which the first counts', () => {
    // New York, 1 November 2026: 01:30 is 05:30 UTC and again 06:30 UTC.
    expect(instantOf('2026-11-01T01:30', 'America/New_York')).toBe(Date.parse('2026-11-01T05:30:00Z'));
  });

  test('a clock that is put forward skips an hour, which counts on from the one before it', () => {
    // São Paulo, 4 November 2018: after 23:59 came 01:00.
    const instant = instantOf('2018-11-04T00:30', 'America/Sao_Paulo');
    expect(instant).toBe(Date.parse('2018-11-04T03:30:00Z'));
    expect(wallTime(instant ?? 0, 'America/Sao_Paulo')).toBe('2018-11-04T01:30');
  });

  test.each(['', '22/11/2026', '2026-11-22', '2026-13-40T10:00', '2026-11-22T25:00'])('shows nothing that is written %j', (text) => {
    expect(instantOf(text, 'America/Sao_Paulo')).toBeNull();
  });

  test('gives back each minute outside the hours that are put back', () => {
    const minutes = fc.integer({ min: Date.UTC(2020) / 60_000, max: Date.UTC(2040) / 60_000 });
    const zones = fc.constantFrom('America/Sao_Paulo', 'America/Manaus', 'Pacific/Kiritimati', 'Asia/Kolkata', 'UTC');
    fc.assert(
      fc.property(minutes, zones, (minute, zone) => {
        const instant = minute * 60_000;
        expect(instantOf(wallTime(instant, zone), zone)).toBe(instant);
      }),
    );
  });

  test('an unknown zone is refused', () => {
    expect(() => wallTime(0, 'Marte/Base')).toThrow(RangeError);
  });
});
