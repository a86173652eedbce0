import { describe, expect, it } from 'vitest';
import { entityTag, matchesEntityTag } from '../../../server/ssr/validators.ts';

describe('a validator', () => {
  it('changes with the body and with each field that counts', () => {
    const body = Buffer.from('a');
    const tags = [
      entityTag(body),
      entityTag(Buffer.from('b')),
      entityTag(body, 'csp 1'),
      entityTag(body, 'csp 2'),
      entityTag(body, 'csp ', '1'),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    expect(entityTag(body, 'csp 1')).toBe(entityTag(body, 'csp 1'));
  });

  it.each([
    ['the same', 'W/"abc"', true],
    ['the strong form of it', '"abc"', true],
    ['one of a list', '"x", W/"abc" , "y"', true],
    ['any', '*', true],
    ['another', 'W/"abcd"', false],
    ['a list with a comma inside a tag', '"abc,d"', false],
    ['an unquoted one', 'abc', false],
    ['none', undefined, false],
  ])('is compared weakly with %s (RFC 9110 §13.1.2)', (_name, field, expected) => {
    expect(matchesEntityTag(field, 'W/"abc"')).toBe(expected);
  });
});
