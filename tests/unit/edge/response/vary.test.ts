/** Which values of a selecting header field match (RFC 9111 §4.1), by the definition of the field. */
import { describe, expect, test } from 'vitest';
import { selectionOf, selects } from '../../../../server/edge/response/vary.ts';
import type { Fields } from '../../../../server/message/field-lines.ts';

function isSame(name: string, one: readonly string[], other: readonly string[]): boolean {
  const fields = (lines: readonly string[]): Fields => lines.flatMap((line) => [name, line]);
  return selects(selectionOf([name.toLowerCase()], fields(one)), fields(other));
}

describe('values of a list field', () => {
  test.each([
    ['Accept', ['text/html,application/xml;q=0.9'], ['text/html, application/xml;q=0.9']],
    ['Accept', ['text/html, , a/b'], ['text/html,a/b']],
    ['Accept', ['text/html', 'a/b'], ['text/html, a/b']],
    ['Accept-Language', ['pt-BR, en;q=0.5'], ['en; q=0.5,PT-br']],
    ['Accept-Encoding', ['gzip, br'], ['br;q=1,gzip']],
    ['Prefer', ['return=minimal,wait=10'], ['return=minimal , wait=10']],
    ['Sec-CH-UA', ['"A";v="1","B, C";v="2"'], ['"A";v="1", "B, C";v="2"']],
    ['Access-Control-Request-Headers', ['x-a,x-b'], ['x-a, x-b']],
  ])('of %s match: %s and %s', (name, one, other) => {
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

describe('values of a single-value or unknown field', () => {
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
  ])('of %s match apart from outer space, space around commas, and lines: %s and %s', (name, one, other) => {
    expect(isSame(name, one, other)).toBe(true);
  });
});
