import { describe, expect, it } from 'vitest';
import { contentLengthOf, framedByStatus, hasNoContent, parseContentLength } from '../../../server/message/content-framing.ts';

describe('hasNoContent', () => {
  it.each([
    [200, false],
    [204, true],
    [205, true],
    [206, false],
    [304, true],
    [404, false],
  ])('says of %d: %s', (status, none) => {
    expect(hasNoContent(status)).toBe(none);
  });
});

describe('framedByStatus', () => {
  const FRAMED = ['A', '1', 'Content-Length', '5', 'Transfer-Encoding', 'chunked', 'Trailer', 'X', 'B', '2'];

  it.each([
    ['200 stay', 200, FRAMED, FRAMED],
    ['204 have no framing (RFC 9110 section 8.6)', 204, FRAMED, ['A', '1', 'B', '2']],
    ['205 end by a length of zero (RFC 9110 section 15.3.6)', 205, FRAMED, ['A', '1', 'B', '2', 'Content-Length', '0']],
    ['304 keep the length of the representation', 304, ['Content-Length', '5'], ['Content-Length', '5']],
    ['200 without a length stay', 200, ['A', '1'], ['A', '1']],
    ['200 lose an invalid length', 200, ['Content-Length', '5x', 'A', '1'], ['A', '1']],
    ['200 lose two lengths', 200, ['Content-Length', '5', 'A', '1', 'content-length', '5'], ['A', '1']],
  ])('fields of %s', (_case, status, fields, framed) => {
    expect(framedByStatus(status, fields)).toEqual(framed);
  });
});

describe('parseContentLength', () => {
  it.each<[string, readonly string[], number | null]>([
    ['no line', [], null],
    ['a number', ['5'], 5],
    ['zero', ['0'], 0],
    ['the largest number that is held exactly', ['999999999999999'], 999_999_999_999_999],
    ['a larger number', ['1000000000000000'], null],
    ['two equal lines', ['5', '5'], null],
    ['a list', ['5, 5'], null],
    ['an empty line', [''], null],
    ['a sign', ['+5'], null],
    ['a fraction', ['5.0'], null],
    ['another base', ['0x5'], null],
  ])('reads %s', (_case, lines, length) => {
    expect(parseContentLength(lines)).toBe(length);
  });
});

describe('contentLengthOf', () => {
  it.each([
    [['content-LENGTH', '10'], 10],
    [['Content-Length', '10', 'Content-Length', '10'], null],
    [['Content-Length', '1e3'], null],
    [['Age', '10'], null],
  ])('reads %j as %j', (fields, length) => {
    expect(contentLengthOf(fields)).toBe(length);
  });
});
