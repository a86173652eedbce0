/** How long a response is fresh in a shared cache, and how old it is (RFC 9111 §4.2). */
import { describe, expect, test } from 'vitest';
import { freshnessLifetime, initialAge, type Lifetime } from '../../../../server/edge/response/freshness.ts';
import { responseDirectives } from '../../../../server/message/response-directives.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (seconds: number): string => new Date(NOON + seconds * 1_000).toUTCString();
const DATE = ['Date', at(0)];

const explicit = (seconds: number): Lifetime => ({ kind: 'explicit', seconds });
const heuristic = (seconds: number): Lifetime => ({ kind: 'heuristic', seconds });
const NONE: Lifetime = { kind: 'none' };

function lifetimeOf(fields: readonly string[], status = 200, receivedAt = NOON): Lifetime {
  return freshnessLifetime(status, fields, responseDirectives(fields, ['cdn-cache-control']), { requestedAt: receivedAt, receivedAt });
}

describe('the freshness lifetime', () => {
  test.each<[readonly string[], Lifetime]>([
    [['Cache-Control', 's-maxage=5, max-age=9'], explicit(5)],
    [['Cache-Control', 's-maxage=0, max-age=9'], explicit(0)],
    [['Cache-Control', 'max-age=9', ...DATE, 'Expires', at(60)], explicit(9)],
    [['CDN-Cache-Control', 'max-age=7', 'Cache-Control', 's-maxage=5'], explicit(7)],
    // A targeted field overrides Expires as well (RFC 9213 §2.2).
    [['CDN-Cache-Control', 'public', ...DATE, 'Expires', at(60)], NONE],
    [[...DATE, 'Expires', at(60)], explicit(60)],
    [['Date', at(-30), 'Expires', at(60)], explicit(90)],
    [['Expires', at(60)], explicit(60)],
    [[...DATE, 'Expires', at(-60)], explicit(0)],
    [[...DATE, 'Expires', '0'], explicit(0)],
    [[...DATE, 'Expires', at(60), 'Expires', at(60)], explicit(60)],
    [[...DATE, 'Expires', at(60), 'Expires', at(61)], explicit(0)],
    [[...DATE, 'Expires', new Date(NOON + 3e12).toUTCString()], explicit(2_147_483_648)],
    [[...DATE, 'Last-Modified', at(-1_000)], heuristic(100)],
    [[...DATE, 'Last-Modified', at(-1_009)], heuristic(100)],
    [['Last-Modified', at(-1_000)], heuristic(100)],
    [['Date', at(-500), 'Last-Modified', at(-1_000)], heuristic(50)],
    [[...DATE, 'Last-Modified', at(-86_400 * 1_000)], heuristic(86_400)],
    [[...DATE, 'Last-Modified', at(0)], NONE],
    [[...DATE, 'Last-Modified', at(60)], NONE],
    [[...DATE, 'Last-Modified', 'yesterday'], NONE],
    [DATE, NONE],
  ])('the freshness lifetime of %j is %j', (fields, lifetime) => {
    expect(lifetimeOf(fields)).toEqual(lifetime);
  });

  test.each([
    [404, '', true],
    [302, '', false],
    [302, 'public', true],
    [500, '', false],
  ])(
    'the freshness lifetime of status %d with "%s" is calculated from Last-Modified: %s (RFC 9110 §15.1)',
    (status, directives, isCalculated) => {
      const fields = ['Cache-Control', directives, ...DATE, 'Last-Modified', at(-1_000)];
      expect(lifetimeOf(fields, status)).toEqual(isCalculated ? heuristic(100) : NONE);
    },
  );
});

describe('the age of a response when it is received (RFC 9111 §4.2.3)', () => {
  test.each([
    ['without Date and Age', [], 0, 0],
    ['by its Date', ['Date', at(-30)], 0, 30],
    ['by its Date in whole seconds', ['Date', at(-30)], 999, 30],
    ['never below zero', ['Date', at(30)], 0, 0],
    ['by Age', ['Date', at(0), 'Age', '40'], 0, 40],
    ['by the older of both', ['Date', at(-50), 'Age', '40'], 0, 50],
    ['by the oldest of several dates', ['Date', at(-10), 'Date', at(-20)], 0, 20],
    ['by a date that can be read', ['Date', 'now', 'Date', at(-20)], 0, 20],
    ['by the first of several ages', ['Age', '40, 50'], 0, 40],
    ['without an age that is none', ['Age', '4x'], 0, 0],
    ['without a negative age', ['Age', '-4'], 0, 0],
    ['at most 2^31 seconds', ['Age', '99999999999'], 0, 2_147_483_648],
  ])('%s', (_how, fields, ms, age) => {
    expect(initialAge(fields, { requestedAt: NOON + ms, receivedAt: NOON + ms })).toBe(age);
  });

  test('counts the time of the request with Age', () => {
    const times = { requestedAt: NOON - 2_999, receivedAt: NOON };
    expect(initialAge(['Age', '40'], times)).toBe(42);
    expect(initialAge([], times)).toBe(2);
    expect(initialAge(['Age', '40'], { requestedAt: NOON + 5_000, receivedAt: NOON })).toBe(40);
  });
});
