import { describe, expect, test } from 'vitest';
import { formatHttpDate, parseHttpDate } from '../../../server/message/http-date.ts';

const NOW = Date.UTC(2026, 10, 21);

describe('parseHttpDate', () => {
  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Saturday, 21-Nov-70 00:00:00 GMT', Date.UTC(2070, 10, 21)],
    ['Saturday, 21-Nov-77 00:00:00 GMT', Date.UTC(1977, 10, 21)],
    ['Sat, 31 Dec 2016 23:59:60 GMT', Date.UTC(2017, 0, 1)],
    ['sun, 06 nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['SUN, 06 nov 1994 08:49:37 gmt', Date.UTC(1994, 10, 6, 8, 49, 37)],
    [' Sun, 06 Nov 1994 08:49:37 GMT ', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov 16 08:49:37 1994', Date.UTC(1994, 10, 16, 8, 49, 37)],
    ['Saturday, 21-Nov-76 23:59:59 GMT', Date.UTC(2076, 10, 21, 23, 59, 59)],
    ['Thu, 29 Feb 2024 23:59:59 GMT', Date.UTC(2024, 1, 29, 23, 59, 59)],
  ])('reads %s', (text, instant) => {
    expect(parseHttpDate(text, NOW)).toBe(instant);
  });

  test.each([
    '0',
    '-1',
    'Invalid Date',
    '1994-11-06',
    'Sun, 31 Jun 1994 08:49:37 GMT',
    '',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun,  06 Nov 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 29 Feb 2023 08:49:37 GMT',
    'Sonntag, 06-Nov-94 08:49:37 GMT',
    'Sunday, 6-Nov-94 08:49:37 GMT',
    'Sunday, 06-Nov-1994 08:49:37 GMT',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov  6 08:49:37 94',
    'Sun Nov  6 08:49:37 1994 GMT',
    'x Sun Nov  6 08:49:37 1994',
    'x Sunday, 06-Nov-94 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT x',
    'x Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  ])('refuses "%s"', (text) => {
    expect(parseHttpDate(text, NOW)).toBeNull();
  });
});

describe('formatHttpDate', () => {
  test.each([
    [Date.UTC(1994, 10, 6, 8, 49, 37), 'Sun, 06 Nov 1994 08:49:37 GMT'],
    [Date.UTC(1994, 10, 6, 8, 49, 37, 999), 'Sun, 06 Nov 1994 08:49:37 GMT'],
  ])('writes %d as %s (RFC 9110 section 5.6.7)', (instant, text) => {
    expect(formatHttpDate(instant)).toBe(text);
  });
});
