import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceHtmlValues } from '../../../../server/backend/sanitize/html-values.ts';

/** The values that were found, and the text with each in capitals. */
function replaced(json: string): { readonly text: string; readonly found: readonly (readonly [string, string])[] } {
  const found: [string, string][] = [];
  const text = replaceHtmlValues(json, (column, literal) => {
    found.push([column, literal]);
    return JSON.stringify('X');
  });
  return { text, found };
}

describe('replaceHtmlValues', () => {
  it.each([
    ['{"corpo_html":"a"}', '{"corpo_html":"X"}', [['corpo_html', '"a"']]],
    ['{"corpo_html" : \n "a" , "n" : 1.0}', '{"corpo_html" : \n "X" , "n" : 1.0}', [['corpo_html', '"a"']]],
    [
      '{"a_html":"","b_html":"\\\\"}',
      '{"a_html":"X","b_html":"X"}',
      [
        ['a_html', '""'],
        ['b_html', '"\\\\"'],
      ],
    ],
    ['{"_html":"\\\\\\""}', '{"_html":"X"}', [['_html', '"\\\\\\""']]],
    ['{"a_html":null,"b":"a_html","c":["x_html"]}', '{"a_html":null,"b":"a_html","c":["x_html"]}', []],
    ['{"titulo":"a_html\\":\\"b\\""}', '{"titulo":"a_html\\":\\"b\\""}', []],
    ['{"html":"a","corpo_htmls":"b"}', '{"html":"a","corpo_htmls":"b"}', []],
  ])('replaces the values of HTML in %s', (json, text, found) => {
    expect(replaced(json)).toEqual({ text, found });
  });

  it('finds the values that a JSON parser finds', () => {
    const key = fc.oneof(fc.constantFrom('corpo_html', 'a_html', 'html', 'titulo'), fc.string());
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: fc.constantFrom('"', '\\', ':', '_html', 'a', ' ', '{', 'ç') }),
        fc.integer(),
        fc.constant(null),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1), (given, spaces) => {
        const expected = JSON.parse(JSON.stringify(given), (name, inner) =>
          name.endsWith('_html') && typeof inner === 'string' ? 'X' : inner,
        );
        expect(JSON.parse(replaced(JSON.stringify(given, null, spaces)).text)).toEqual(expected);
      }),
    );
  });

  // A search that looks at a character more than a few times takes minutes or exhausts the stack.
  it.each([
    ['underscores', JSON.stringify({ titulo: '_'.repeat(4_000_000), corpo_html: 'a' }), 1],
    ['letters of a key', JSON.stringify({ titulo: 'a_html'.repeat(1_000_000), corpo_html: 'a' }), 1],
    ['a value of 8 MB', JSON.stringify({ corpo_html: 'a'.repeat(8_000_000) }), 1],
    ['escaped quotes', JSON.stringify({ corpo_html: '"'.repeat(4_000_000) }), 1],
    ['backslashes', JSON.stringify({ corpo_html: '\\'.repeat(4_000_000) }), 1],
    ['many values', JSON.stringify(Array.from({ length: 200_000 }, () => ({ corpo_html: 'a' }))), 200_000],
    ['texts that end like a key', JSON.stringify(Array.from({ length: 400_000 }, () => 'a_html')), 0],
  ])('takes megabytes of %s', (_case, json, count) => {
    expect(replaced(json).found).toHaveLength(count);
  });
});
