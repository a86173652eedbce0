import { describe, expect, test } from 'vitest';
import { parseHttpDate } from '../../../server/message/http-date.ts';

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
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  ])('refuses "%s"', (text) => {
    expect(parseHttpDate(text, NOW)).toBeNull();
  });
});
