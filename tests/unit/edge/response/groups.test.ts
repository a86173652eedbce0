import { describe, expect, it } from 'vitest';
import { cacheGroups, invalidatedGroups, scopedGroups } from '../../../../server/edge/response/groups.ts';
import { MAX_GROUPS } from '../../../../shared/cache/groups.ts';

const read = (value: string) => cacheGroups(['Cache-Groups', value]);

describe('cacheGroups (RFC 9875 section 2)', () => {
  it.each([
    ['"a"', ['a']],
    ['"a", "b:1"', ['a', 'b:1']],
    ['"a", "a"', ['a']],
    ['"a";x=1, "b"', ['a', 'b']],
    ['', []],
    ['a', []],
    ['"a", b', []],
    ['"a", 1', []],
    ['"a', []],
    [`"${'a'.repeat(256)}", "b"`, ['a'.repeat(256), 'b']],
    [`"${'a'.repeat(257)}", "b"`, ['b']],
  ])('reads %s', (value, groups) => {
    expect(read(value)).toEqual(groups);
  });

  it('reads several lines as one list', () => {
    expect(cacheGroups(['Cache-Groups', '"a"', 'cache-groups', '"b"'])).toEqual(['a', 'b']);
  });

  it('reads no more than the bound', () => {
    const names = Array.from({ length: MAX_GROUPS + 1 }, (_, index) => `g${index}`);
    expect(read(names.map((name) => `"${name}"`).join(', '))).toEqual(names.slice(0, MAX_GROUPS));
  });

  it('is empty without the field', () => {
    expect(cacheGroups(['Cache-Group-Invalidation', '"a"'])).toEqual([]);
  });
});

describe('invalidatedGroups (RFC 9875 section 3)', () => {
  it('reads its own field alone', () => {
    expect(invalidatedGroups(['Cache-Group-Invalidation', '"a"', 'Cache-Groups', '"b"'])).toEqual(['a']);
    expect(invalidatedGroups(['Cache-Groups', '"b"'])).toEqual([]);
  });
});

describe('scopedGroups (RFC 9875 section 2.1)', () => {
  it('tells the groups of two origins apart, and leaves those of a single one', () => {
    expect(scopedGroups(['a', 'b'], 'site.example')).toEqual(['site.example a', 'site.example b']);
    expect(scopedGroups(['a', 'b'], '')).toEqual(['a', 'b']);
  });
});
