/** Which values of a selecting header field match (RFC 9111 §4.1), by the definition of the field. */
import { describe, expect, test } from 'vitest';
import { sameSelection, selectionOf, selects, varyNames } from '../../../../server/edge/response/vary.ts';
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
    ['Accept-Encoding', ['gzip;q=1.0, br;q=1.'], ['br, gzip']],
    ['Accept-Encoding', ['gzip;q=1.000'], ['GZIP']],
    ['Accept-Encoding', ['br;q=0.50, gzip;Q=0'], ['gzip;q=0.0, br;q=0.5']],
    ['Accept-Charset', ['utf-8  ;  q=0.5'], ['utf-8;q=0.5']],
    ['Prefer', ['return=minimal,wait=10'], ['return=minimal , wait=10']],
    ['Sec-CH-UA', ['"A";v="1","B, C";v="2"'], ['"A";v="1", "B, C";v="2"']],
    ['Access-Control-Request-Headers', ['x-a,x-b'], ['x-a, x-b']],
  ])('values of the list field %s match: %s and %s', (name, one, other) => {
    expect(isSame(name, one, other)).toBe(true);
  });

  test.each([
    ['Accept', ['text/html, a/b'], ['a/b, text/html']],
    ['Accept', ['text/html'], ['text/plain']],
    ['Accept-Language', ['pt;q=0.5'], ['pt;q=0.6']],
    ['Accept-Language', ['pt;q=1.0000'], ['pt']],
    ['Accept-Language', ['pt;q=1;x'], ['pt;x']],
    ['Accept-Encoding', ['gzip;q=5'], ['gzip']],
    ['Accept-Encoding', ['gzip;q=5'], ['gzip;q=6']],
    ['Accept-Language', ['pt;q=0'], ['pt']],
    ['Accept-Language', ['de, en'], ['de;q=1en;q=1']],
    ['Accept', ['A/b'], ['a/b']],
    ['Sec-CH-UA', ['"B, C"'], ['"B,C"']],
    ['Accept', [''], []],
  ])('values of the list field %s differ: %s and %s', (name, one, other) => {
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
    ['X-Tok', ['a,b'], ['ab']],
    ['X-Tok', ['a'], ['A']],
    ['Cookie', ['a=1,2'], ['a=1, 2']],
  ])('values of %s differ: %s and %s', (name, one, other) => {
    expect(isSame(name, one, other)).toBe(false);
  });

  test.each([
    ['User-Agent', ['X (KHTML, like Y)'], [' X (KHTML, like Y)\t']],
    ['X-Tok', ['a', 'b'], ['a, b']],
    ['X-Tok', ['a,b'], ['a , b']],
    ['X-Tok', ['"a, b",c'], ['"a, b", c']],
  ])('values of %s match apart from outer space, space around commas, and lines: %s and %s', (name, one, other) => {
    expect(isSame(name, one, other)).toBe(true);
  });
});

describe('a selection', () => {
  const of = (names: readonly string[], ...lines: readonly string[]) => selectionOf(names, lines);

  test('a selection of no fields matches every request', () => {
    expect([selects(of([]), []), selects(of([]), ['A', '1']), of([])]).toEqual([true, true, { names: [], raw: [], values: [] }]);
  });

  test('a selection with "*" matches no request (RFC 9111 §4.1)', () => {
    expect(selects(of(['*']), [])).toBe(false);
    expect(selects(of(['*', 'a'], 'A', '1'), ['A', '1'])).toBe(false);
  });

  test('is of all its fields', () => {
    const selection = of(['a', 'b'], 'A', '1', 'B', '2');
    const requests = [
      ['A', '1', 'B', '2'],
      ['B', '2', 'A', '1'],
      ['A', '1', 'B', '3'],
      ['A', '3', 'B', '2'],
      ['A', '1'],
    ];
    expect(requests.map((request) => selects(selection, request))).toEqual([true, true, false, false, false]);
  });

  test.each([
    [of(['a'], 'A', '1'), of(['a'], 'A', '1'), true],
    [of(['accept'], 'Accept', 'a,b'), of(['accept'], 'Accept', 'a, b'), true],
    [of(['a'], 'A', '1'), of(['a'], 'A', '2'), false],
    [of(['a'], 'A', '1'), of(['b'], 'B', '1'), false],
    [of(['a'], 'A', '1'), of(['a', 'b'], 'A', '1'), false],
    [of(['a', 'b'], 'A', '1'), of(['a'], 'A', '1'), false],
    [of(['a', 'b'], 'A', '1', 'B', '1'), of(['a', 'b'], 'A', '1', 'B', '2'), false],
    [of(['a']), of(['a'], 'A', ''), false],
    [of([]), of([]), true],
  ])('%j and %j are the same: %s', (one, other, same) => {
    expect(sameSelection(one, other)).toBe(same);
  });

  test.each<[string | null, readonly string[], readonly string[]]>([
    [null, [], []],
    ['B, a', [], ['a', 'b']],
    ['A, b, a', [], ['a', 'b']],
    ['A, B', ['a'], ['b']],
    ['', [], []],
    ['*', [], ['*']],
  ])('a selection by Vary "%s" without %j has the names %j', (vary, inKey, names) => {
    expect(varyNames(vary === null ? ['X', '1'] : ['Vary', vary], inKey)).toEqual(names);
  });
});
