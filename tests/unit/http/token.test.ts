import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorizationOf, mayHaveToken, TOKEN_COOKIE } from '../../../server/http/token.ts';

describe('authorizationOf', () => {
  test.each([
    [`${TOKEN_COOKIE}=abc`, 'Bearer abc'],
    [`a=1; ${TOKEN_COOKIE}=abc; b=2`, 'Bearer abc'],
    [`${TOKEN_COOKIE} = abc `, 'Bearer abc'],
    [`${TOKEN_COOKIE}=x"abc"`, 'Bearer x"abc"'],
    [`${TOKEN_COOKIE}="abc"x`, 'Bearer "abc"x'],
    [`${TOKEN_COOKIE}=${'a'.repeat(8_192)}`, `Bearer ${'a'.repeat(8_192)}`],
    [`${TOKEN_COOKIE}=a.b==`, 'Bearer a.b=='],
    [`${TOKEN_COOKIE}=Bearer%20abc`, 'Bearer abc'],
    [`${TOKEN_COOKIE}=${encodeURIComponent('a+/=')}`, 'Bearer a+/='],
  ])('reads %s', (field, expected) => {
    expect(authorizationOf({ cookie: field })).toBe(expected);
  });

  test.each([
    '',
    TOKEN_COOKIE,
    `${TOKEN_COOKIE}x`,
    `${TOKEN_COOKIE}=`,
    `${TOKEN_COOKIE}="a b c"`,
    `x${TOKEN_COOKIE}=abc`,
    `other=${TOKEN_COOKIE}=abc`,
    `${TOKEN_COOKIE}=a%0D%0AX-Hasura-Role:%20admin`,
    `${TOKEN_COOKIE}=a%00b`,
    `${TOKEN_COOKIE}=a b c`,
    `${TOKEN_COOKIE}=${'a'.repeat(8_193)}`,
    `${TOKEN_COOKIE}=${encodeURIComponent('j:{"a":1}')}`,
  ])('finds no usable token in %j', (field) => {
    expect(authorizationOf({ cookie: field })).toBeNull();
  });

  test('takes Authorization before the cookie', () => {
    const cookie = `${TOKEN_COOKIE}=abc`;
    expect(authorizationOf({ authorization: 'Bearer x', cookie })).toBe('Bearer x');
    expect(authorizationOf({ authorization: '', cookie })).toBe('Bearer abc');
    expect(authorizationOf({ authorization: 'Bearer x' })).toBe('Bearer x');
  });

  test('returns every token that was percent-encoded into the cookie', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x21-\x7e]{1,60}$/), (token) => {
        expect(authorizationOf({ cookie: `${TOKEN_COOKIE}=${encodeURIComponent(token)}` })).toBe(`Bearer ${token}`);
      }),
    );
  });
});

describe('mayHaveToken', () => {
  test.each([
    [[], false],
    [['Host', 'x', 'Accept', '*/*'], false],
    [['Authorization', 'Bearer abc'], true],
    [['AUTHORIZATION', ''], true],
    [['X-Debug-Token', 'abc'], true],
    [['Host', 'x', 'x-debug-token', 'abc'], true],
    [['Cookie', `a=1; ${TOKEN_COOKIE}=abc`], true],
    [['Accept', '*/*', 'COOKIE', `${TOKEN_COOKIE}=abc`], true],
    [['Cookie', 'a=1'], false],
    [['Cookie', 'a=1', 'cookie', `${TOKEN_COOKIE}=abc`], true],
    // Names of the same lengths, and the cookie's name elsewhere.
    [['Expect', `${TOKEN_COOKIE}=abc`], false],
    [['X-Cookie', `${TOKEN_COOKIE}=abc`], false],
    [['Last-Event-ID', 'abc'], false],
    [['Referer', 'authorization', 'Accept', 'cookie'], false],
    [[TOKEN_COOKIE, 'Cookie', 'Cookie', ''], false],
  ])('says of the field lines %j: %s', (rawHeaders, may) => {
    expect(mayHaveToken(rawHeaders)).toBe(may);
  });
});
