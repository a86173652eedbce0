import { describe, expect, it } from 'vitest';
import { isEntityTag, isStrongTag, listMatches, matchesStrongly, matchesWeakly, weakTag } from '../../../server/message/entity-tags.ts';

describe('isStrongTag', () => {
  it.each<[string | null, boolean]>([
    ['"a"', true],
    ['""', true],
    ['"a\\b!#~\u00FF"', true],
    [null, false],
    ['W/"a"', false],
    ['a', false],
    ['"a', false],
    ['a"', false],
    ['"a"b"', false],
    ['"a b"', false],
    ['"a\u007F"', false],
    ['x"a"', false],
    ['"a"x', false],
  ])('says of %j: %s (RFC 9110 section 8.8.3)', (tag, strong) => {
    expect(isStrongTag(tag)).toBe(strong);
  });
});

describe('isEntityTag', () => {
  it.each<[string, boolean]>([
    ['"a"', true],
    ['W/"a"', true],
    [weakTag('a'), true],
    ['w/"a"', false],
    ['W/a', false],
    ['W/W/"a"', false],
    ['"a b"', false],
    ['a', false],
  ])('says of %j: %s (RFC 9110 section 8.8.3)', (value, isTag) => {
    expect(isEntityTag(value)).toBe(isTag);
  });
});

describe('the table of RFC 9110 section 8.8.3.2', () => {
  it.each([
    ['W/"1"', 'W/"1"', false, true],
    ['W/"1"', 'W/"2"', false, false],
    ['W/"1"', '"1"', false, true],
    ['"1"', '"1"', true, true],
    ['"1"', 'w/"1"', false, false],
  ])('%s and %s: strong comparison %s, weak comparison %s', (one, other, strong, weak) => {
    expect([matchesStrongly(one, other), matchesStrongly(other, one)]).toEqual([strong, strong]);
    expect([matchesWeakly(one, other), matchesWeakly(other, one)]).toEqual([weak, weak]);
  });

  it('finds nothing in an absent tag', () => {
    expect(matchesStrongly(null, null)).toBe(false);
  });
});

describe('listMatches', () => {
  it.each<[string, string | null, boolean]>([
    ['*', '"a"', true],
    [' * ', null, true],
    ['"b", "a"', '"a"', true],
    ['"b", "c"', '"a"', false],
    ['"a"', null, false],
    ['', '"a"', false],
  ])('%j against %j: %s', (list, tag, matches) => {
    expect(listMatches(list, tag, matchesStrongly)).toBe(matches);
  });
});
