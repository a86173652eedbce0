import { describe, expect, it } from 'vitest';
import { bearerToken, isOneOf, isSameSecret } from '../../../server/http/secrets.ts';

describe('bearerToken', () => {
  it.each<[string | undefined, string | null]>([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   a.b-c~+/==  ', 'a.b-c~+/=='],
    ['Bearer ção', 'ção'],
    [undefined, null],
    ['', null],
    ['Bearer', null],
    ['Bearer ', null],
    ['Bearerabc', null],
    ['Bearer a b', null],
    ['Basic abc', null],
    ['x Bearer abc', null],
    [' Bearer abc', null],
    ['Bearer\tabc', null],
  ])('reads %j as %j (RFC 6750 section 2.1)', (field, token) => {
    expect(bearerToken(field)).toBe(token);
  });
});

describe('isSameSecret', () => {
  it.each([
    ['a-secret', 'a-secret', true],
    ['', '', true],
    ['a-secret', 'a-secreT', false],
    ['a-secret', 'a-secret ', false],
    ['a-secret', 'a-secre', false],
    ['a-secret', '', false],
    ['ção', 'cao', false],
  ])('compares %j with %j: %s, and does not throw at another length', (one, other, same) => {
    expect([isSameSecret(one, other), isSameSecret(other, one)]).toEqual([same, same]);
  });
});

describe('isOneOf', () => {
  it.each([
    ['new', ['new', 'old'], true],
    ['old', ['new', 'old'], true],
    ['other', ['new', 'old'], false],
    ['', ['new', 'old'], false],
    ['new', [], false],
  ])('says whether %j is one of %j, all of which count while one is being replaced: %s', (given, secrets, found) => {
    expect(isOneOf(given, secrets)).toBe(found);
  });
});
