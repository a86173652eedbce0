/** Which values of a request field are the same to `Vary` (RFC 9111 §4.1): what the field's own definition lets be written differently. */
import { describe, expect, test } from 'vitest';
import { selectionOf, selects } from '../../../../server/edge/response/vary.ts';
import type { Fields } from '../../../../server/message/field-lines.ts';

function isSame(name: string, one: readonly string[], other: readonly string[]): boolean {
  const fields = (lines: readonly string[]): Fields => lines.flatMap((line) => [name, line]);
  return selects(selectionOf([name.toLowerCase()], fields(one)), fields(other));
}

describe('values of a field that is a list', () => {
  test.each([
    ['Accept', ['text/html,application/xml;q=0.9'], ['text/html, application/xml;q=0.9']],
    ['Accept', ['text/html, , a/b'], ['text/html,a/b']],
    ['Accept', ['text/html', 'a/b'], ['text/html, a/b']],
    ['Accept-Language', ['pt-BR, en;q=0.5'], ['en; q=0.5,PT-br']],
    ['Accept-Encoding', ['gzip, br'], ['br;q=1,gzip']],
    ['Prefer', ['return=minimal,wait=10'], ['return=minimal , wait=10']],
    ['Sec-CH-UA', ['"A";v="1","B, C";v="2"'], ['"A";v="1", "B, C";v="2"']],
    ['Access-Control-Request-Headers', ['x-a,x-b'], ['x-a, x-b']],
  ])('of %s are the same, written %s or %s', (name, one, other) => {
    expect(isSame(name, one, other)).toBe(true);
  });

  test.each([
    ['Accept', ['text/html, a/b'], ['a/b, text/html']],
    ['Accept', ['text/html'], ['text/plain']],
    ['Accept-Language', ['pt;q=0.5'], ['pt;q=0.6']],
    ['Sec-CH-UA', ['"B, C"'], ['"B,C"']],
    ['Accept', [''], []],
  ])('of %s differ: %s and %s', (name, one, other) => {
    expect(isSame(name, one, other)).toBe(false);
  });
});

describe('values of a field that is no list, or of which that is not known', () => {
  test.each([
    ['User-Agent', ['X (KHTML, like Y)'], ['X (KHTML,like Y)']],
    ['X-Tok', ['a,,b'], ['a,b']],
    ['X-Tok', ['"a, b"'], ['"a,b"']],
    ['X-Tok', ['"a\\", b"'], ['"a\\",b"']],
    ['Referer', ['https://a/?b, c'], ['https://a/?b,c']],
    ['X-Tok', ['a,'], ['a']],
    ['X-Tok', ['a'], ['A']],
    ['Cookie', ['a=1,2'], ['a=1, 2']],
  ])('of %s differ: %s and %s', (name, one, other) => {
    expect(isSame(name, one, other)).toBe(false);
  });

  test.each([
    ['User-Agent', ['X (KHTML, like Y)'], [' X (KHTML, like Y)\t']],
    ['X-Tok', ['a', 'b'], ['a, b']],
    ['X-Tok', ['a,b'], ['a , b']],
    ['X-Tok', ['"a, b",c'], ['"a, b", c']],
  ])('of %s are the same but for space around them and their commas, and for lines: %s and %s', (name, one, other) => {
    expect(isSame(name, one, other)).toBe(true);
  });
});
