import { describe, expect, it } from 'vitest';
import { deltaSeconds, MAX_DELTA_SECONDS, parseDirectives, qualifiedFields } from '../../../server/message/cache-control.ts';

describe('parseDirectives', () => {
  it.each([
    ['a name without argument', 'public', [['public', [null]]]],
    ['a name in capital letters', 'Max-AGE=5', [['max-age', ['5']]]],
    ['an empty argument', 'max-age=', [['max-age', ['']]]],
    ['a quoted argument', 'max-age="5"', [['max-age', ['5']]]],
    ['a quoted pair', String.raw`ext="a\"b\\c"`, [['ext', [String.raw`a"b\c`]]]],
    ['an argument with letters behind its quotes', 'ext="a"b', [['ext', ['"a"b']]]],
    ['an unterminated quote', 'ext="a', [['ext', ['"a']]]],
    ['quotes inside an argument', 'ext=a"b"', [['ext', ['a"b"']]]],
    ['a second equals sign', 'ext=a=b', [['ext', ['a=b']]]],
    ['no member', ' , ', []],
    ['a name with a space before the equals sign', 'max-age =5', []],
    ['a name with a space inside', 'max age=5', []],
    ['a name in quotes', '"max-age"=5', []],
    ['a name with a sign before it', '@max-age=5', []],
    ['a name with a sign behind it', 'max-age@=5', []],
    ['no name', '=5', []],
  ])('reads %s', (_case, line, directives) => {
    expect([...parseDirectives([line])]).toEqual(directives);
  });

  it('keeps the argument as it is after a space, which no number begins with', () => {
    expect(deltaSeconds(parseDirectives(['max-age= 5']), 'max-age')).toBe(0);
  });
});

describe('a directive', () => {
  it.each([
    ['no-store', true],
    ['max-age', true],
    ['no-cache', false],
  ])('says whether %s is there: %s', (name, there) => {
    expect(parseDirectives(['no-store, max-age=1']).has(name)).toBe(there);
  });
});

describe('deltaSeconds', () => {
  it.each<[string, string, number | undefined]>([
    ['an absent directive', 'public', undefined],
    ['zero', 'max-age=0', 0],
    ['a number', 'max-age=60', 60],
    ['the largest number', `max-age=${MAX_DELTA_SECONDS}`, 2_147_483_648],
    ['a larger number (RFC 9111 section 1.2.2)', 'max-age=99999999999999', 2_147_483_648],
    ['the smallest of several (RFC 9111 section 4.2.1)', 'max-age=60, max-age=5, max-age=30', 5],
    ['no argument', 'max-age', 0],
    ['no argument beside a number', 'max-age=60, max-age', 0],
    ['a negative number', 'max-age=-1', 0],
    ['a fraction', 'max-age=1.5', 0],
    ['a number with letters behind it', 'max-age=60s', 0],
    ['letters', 'max-age=ever', 0],
  ])('reads %s', (_case, line, seconds) => {
    expect(deltaSeconds(parseDirectives([line]), 'max-age')).toBe(seconds);
  });
});

describe('qualifiedFields', () => {
  it.each<[string, string, readonly string[] | 'all' | null]>([
    ['an absent directive', 'public', null],
    ['the unqualified form', 'private', 'all'],
    ['one field', 'private="Set-Cookie"', ['set-cookie']],
    ['one field without quotes', 'private=Set-Cookie', ['set-cookie']],
    ['several fields', 'private="a, B"', ['a', 'b']],
    ['several directives', 'private="a", private="b"', ['a', 'b']],
    ['the unqualified form beside the qualified one', 'private="a", private', 'all'],
    ['an empty list', 'private=""', 'all'],
    ['a list with a name that is no token', 'private="a, b c"', 'all'],
  ])('reads %s', (_case, line, fields) => {
    expect(qualifiedFields(parseDirectives([line]), 'private')).toEqual(fields);
  });
});

// A list that is copied for each of its members takes minutes, past the limit of a test.
it('a directive that is repeated without end is read without copying those before it', () => {
  expect(parseDirectives(['a,'.repeat(100_000)]).get('a')).toHaveLength(100_000);
});
