import { describe, expect, it } from 'vitest';
import { plainText, readHeadings } from '../../../shared/html/headings.ts';

describe('readHeadings', () => {
  it('lists h2 and h3 with their ids and words, in order', () => {
    const html = '<p>x</p><h2 id="t-a">Quem <em>pode</em> &amp; como</h2><h3 id="t-b">B</h3><h4 id="t-c">C</h4><h2>sem id</h2>';
    expect(readHeadings(html)).toEqual([
      { id: 't-a', text: 'Quem pode & como', level: 2 },
      { id: 't-b', text: 'B', level: 3 },
    ]);
  });
});

describe('plainText', () => {
  it('drops tags and reads entities once', () => {
    expect(plainText('<p>a &lt;b&gt;</p>\n<p>&amp;lt; &quot;c&quot;&nbsp;d</p>')).toBe('a <b> &lt; "c" d');
  });
});
