import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, inlineJson } from '../../../shared/html/escape.ts';

describe('JSON inside a script element', () => {
  it.each([
    ['a closing tag', '</script><b>oi</b>'],
    ['a comment that swallows the rest', '<!--<script>'],
    ['the two line separators', 'a\u2028b\u2029c'],
  ])('cannot leave its element through %s', (_name, text) => {
    const escaped = inlineJson(JSON.stringify({ text }));
    expect(escaped).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(escaped)).toEqual({ text });
  });

  it('is the same value for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const escaped = inlineJson(JSON.stringify(value));
        expect(escaped).not.toMatch(/[<\u2028\u2029]/);
        expect(JSON.parse(escaped)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('text in HTML', () => {
  it('opens no tag and ends no attribute', () => {
    expect(escapeHtml(`<img src="x" onerror='y'>&amp;`)).toBe('&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;&amp;amp;');
  });
});
