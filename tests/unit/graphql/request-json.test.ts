import { describe, expect, test, vi } from 'vitest';
import { parseRequestJson, withLongIntegersAsTexts } from '../../../server/graphql/request-json.ts';

describe('the JSON of clients', () => {
  test.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740993', '-9007199254740993'],
    ['{"id":12345678901234567890,"ids":[1,12345678901234567891]}', { id: '12345678901234567890', ids: [1, '12345678901234567891'] }],
    ['[12345678901234567890.5,1e30,0.12345678901234567890]', [12_345_678_901_234_567_000, 1e30, 0.123_456_789_012_345_68]],
    ['{"12345678901234567890":"12345678901234567890"}', { '12345678901234567890': '12345678901234567890' }],
    [String.raw`["\" 12345678901234567890",12345678901234567890]`, ['" 12345678901234567890', '12345678901234567890']],
  ])('%s', (text, value) => {
    expect(parseRequestJson(text)).toEqual(value);
    expect(JSON.parse(withLongIntegersAsTexts(text))).toEqual(value);
  });

  test('digits that are no JSON stay refused', () => {
    expect(() => parseRequestJson('[00000000000000000001]')).toThrow(SyntaxError);
  });

  test('values within values have an end', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseRequestJson(nested(500))).toBeInstanceOf(Array);
    expect(() => parseRequestJson(nested(501))).toThrow(RangeError);
    expect(() => parseRequestJson(nested(500_000))).toThrow(RangeError);
  });

  test('no function is called for each value, which would take a third of a second for a megabyte', () => {
    const parse = vi.spyOn(JSON, 'parse');
    parseRequestJson('[1,2,12345678901234567890]');
    expect(parse.mock.calls.map(({ length }) => length)).toEqual([1, 1]);
    parse.mockRestore();
  });
});
