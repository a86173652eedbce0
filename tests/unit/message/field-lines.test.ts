import { describe, expect, it } from 'vitest';
import {
  fieldLines,
  fieldPairs,
  fieldValue,
  filterFields,
  hasField,
  replaceField,
  splitMembers,
  weightedMember,
} from '../../../server/message/field-lines.ts';

const FIELDS = ['Accept', 'a', 'X-Empty', '', 'ACCEPT', 'b, c', 'Accepts', 'd', 'Etag', '"x"'];

describe('fieldLines', () => {
  it.each([
    ['accept', ['a', 'b, c']],
    ['x-empty', ['']],
    ['vary', []],
    ['a', []],
    ['"x"', []],
  ])('returns the lines of %s in their order, whatever the case of the name', (name, lines) => {
    expect(fieldLines(FIELDS, name)).toEqual(lines);
  });

  it('reads a name without a value as an empty line', () => {
    expect(fieldLines(['A'], 'a')).toEqual(['']);
  });
});

describe('fieldPairs', () => {
  it('gives names and values in order, as they are', () => {
    expect(fieldPairs(['A', '1', 'b', '', 'A', '2'])).toEqual([
      ['A', '1'],
      ['b', ''],
      ['A', '2'],
    ]);
    expect(fieldPairs([])).toEqual([]);
  });
});

describe('fieldValue', () => {
  it.each([
    ['accept', 'a, b, c'],
    ['x-empty', ''],
    ['etag', '"x"'],
    ['vary', null],
  ])('joins the lines of %s by commas (RFC 9110 section 5.3)', (name, value) => {
    expect(fieldValue(FIELDS, name)).toBe(value);
  });

  it('joins an empty line too', () => {
    expect(fieldValue(['A', '', 'a', 'b', 'a'], 'a')).toBe(', b, ');
  });
});

describe('hasField', () => {
  it.each([
    ['accept', true],
    ['etag', true],
    ['x-empty', true],
    ['vary', false],
    ['d', false],
  ])('says whether %s is present: %s', (name, present) => {
    expect(hasField(FIELDS, name)).toBe(present);
  });

  it('says no of a message without fields', () => {
    expect(hasField([], 'accept')).toBe(false);
  });
});

describe('filterFields', () => {
  it('keeps the lines whose name passes, as they were written', () => {
    expect(filterFields(FIELDS, (name) => name === 'accept' || name === 'etag')).toEqual(['Accept', 'a', 'ACCEPT', 'b, c', 'Etag', '"x"']);
  });
});

describe('replaceField', () => {
  it('writes one line in the place of the first', () => {
    expect(replaceField(FIELDS, 'Accept', 'z')).toEqual(['Accept', 'z', 'X-Empty', '', 'Accepts', 'd', 'Etag', '"x"']);
  });

  it('appends a line where the field is absent', () => {
    expect(replaceField(['A', '1'], 'B', '2')).toEqual(['A', '1', 'B', '2']);
  });
});

describe('splitMembers', () => {
  it.each([
    ['a,b', ['a', 'b']],
    [' a ,\t b ', ['a', 'b']],
    ['', ['']],
    [',a,', ['', 'a', '']],
    ['"a,b",c', ['"a,b"', 'c']],
    [String.raw`"a\",b",c`, [String.raw`"a\",b"`, 'c']],
    ['a\\,b', ['a\\', 'b']],
  ])('splits %j and keeps empty members', (value, members) => {
    expect(splitMembers(value)).toEqual(members);
  });
});

describe('weightedMember', () => {
  it.each([
    ['gzip', { name: 'gzip', weight: 1 }],
    ['gzip;q=0', { name: 'gzip', weight: 0 }],
    ['br ; Q=0.125', { name: 'br', weight: 0.125 }],
    ['*;q=1.000', { name: '*', weight: 1 }],
    ['gzip;q=1.1', null],
    ['gzip;q=0.1234', null],
    ['gzip;level=1', null],
    ['a b', null],
    ['', null],
  ])('reads %j as %j', (member, read) => {
    expect(weightedMember(member)).toEqual(read);
  });
});
