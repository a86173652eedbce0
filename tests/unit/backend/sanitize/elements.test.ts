import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../../server/backend/sanitize/sanitize-html.ts';

const PICTURE = '<img src="/nhostprovider/11111111-2222-4333-8444-555555555555" alt="a">';

describe('attributes of elements', () => {
  it.each([
    ['the words of an abbreviation', '<abbr title="Instituto">I</abbr>'],
    ['the start of a list', '<ol start="3"><li>a</li></ol>'],
    ['a start below zero', '<ol start="-12"><li>a</li></ol>'],
    ['a list counted backwards', '<ol reversed><li>a</li></ol>'],
    ['a language', '<span lang="en">a</span>'],
    ['a language of three letters', '<span lang="gun">a</span>'],
    ['a language with its script and region', '<span lang="sr-Latn-RS">a</span>'],
    ['a date', '<time datetime="2026-01-02">a</time>'],
    ['a year', '<time datetime="2026">a</time>'],
    ['an instant', '<time datetime="2026-01-02T03:04:05.678+00:00">a</time>'],
    ['an instant of UTC', '<time datetime="2026-01-02 03:04Z">a</time>'],
  ])('keep %s', (_case, html) => {
    expect(sanitizeHtml(html, 'trecho')).toBe(html);
  });

  it.each([
    ['a start that is no number', '<ol start="3x"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['a start after another sign', '<ol start="x3"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['a start of five digits', '<ol start="12345"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['a reversal with a value of its own', '<ol reversed="1"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['a reversal with more than its name', '<ol reversed="reversed x"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['the type of a list', '<ol type="a"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['a language of one letter', '<span lang="x">a</span>', '<span>a</span>'],
    ['a language with a sign in front', '<span lang="-en">a</span>', '<span>a</span>'],
    ['a language in digits', '<span lang="12">a</span>', '<span>a</span>'],
    ['a language with a subtag of one letter', '<span lang="en-x">a</span>', '<span>a</span>'],
    ['a language with a sign in a subtag', '<span lang="en-U$">a</span>', '<span>a</span>'],
    ['a style', '<span style="color:red">a</span>', '<span>a</span>'],
    ['a date in words', '<time datetime="2 de maio">a</time>', '<time>a</time>'],
    ['a date with words after it', '<time datetime="2026-01-02 de">a</time>', '<time>a</time>'],
    ['a date with words before it', '<time datetime="de 2026-01-02">a</time>', '<time>a</time>'],
    ['a date of one digit', '<time datetime="2">a</time>', '<time>a</time>'],
    ['attributes of a renamed element', '<b class="x" onclick="x()">a</b>', '<strong>a</strong>'],
  ])('lose %s', (_case, html, expected) => {
    expect(sanitizeHtml(html, 'trecho')).toBe(expected);
  });
});

/** The rows of a table as the sanitiser leaves them. */
function cells(html: string): string {
  return /<tr>(.*)<\/tr>/.exec(sanitizeHtml(`<table><tr>${html}</tr></table>`, 'trecho'))?.[1] ?? '';
}

describe('cells of tables', () => {
  it.each([
    '<td colspan="1">a</td>',
    '<td colspan="12">a</td>',
    '<td rowspan="2">a</td>',
    '<td rowspan="120">a</td>',
    '<th colspan="3" rowspan="2">a</th>',
    '<th scope="row">a</th>',
    '<th scope="col">a</th>',
    '<th scope="rowgroup">a</th>',
    '<th scope="colgroup">a</th>',
  ])('keep %s', (html) => {
    expect(cells(html)).toBe(html);
  });

  it.each(['0', '012', '100', '2x', 'x2', '1%', 'a'])('lose a colspan that is no number from 1 to 99: %s', (span) => {
    expect(cells(`<td colspan="${span}">a</td>`)).toBe('<td>a</td>');
  });

  it.each(['0', '012', '1000', '2x', 'x2', '1%', 'a'])('lose a rowspan that is no number from 1 to 999: %s', (span) => {
    expect(cells(`<th rowspan="${span}">a</th>`)).toBe('<th>a</th>');
  });

  it.each(['arrow', 'cols', 'all'])('lose a scope that is not of the standard: %s', (scope) => {
    expect(cells(`<th scope="${scope}">a</th>`)).toBe('<th>a</th>');
  });

  it('lose a scope outside headers', () => {
    expect(cells('<td scope="row">a</td>')).toBe('<td>a</td>');
  });

  it('become plain cells where they are headers without a word', () => {
    expect(cells('<th></th><th>  </th><th scope="col">a</th>')).toBe('<td></td><td></td><th scope="col">a</th>');
  });
});

describe('tables', () => {
  const TABLE = '<table><tr><td>a</td></tr></table>';

  it('stay where they are when what was sanitised before is sanitised again', () => {
    const once = sanitizeHtml(`<p>a</p>${TABLE}<p>b</p>${TABLE}<p>c</p>`, 'trecho');
    expect(once.match(/tabela-rolavel/g)).toHaveLength(2);
    expect(sanitizeHtml(once, 'trecho')).toBe(once);
  });

  it('draw nothing into an element that ends after them', () => {
    expect(sanitizeHtml(`<div>${TABLE}</div><p>b</p>`, 'trecho')).toMatch(
      /^<div><div class[^>]*><table>.*<\/table><\/div><\/div><p>b<\/p>$/,
    );
  });
});

describe('text that is no text of the page', () => {
  it.each([
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'iframe',
    'object',
    'svg',
    'math',
    'title',
    'xmp',
    'noembed',
    'noframes',
  ])('leaves with %s', (tag) => {
    expect(sanitizeHtml(`a<${tag}>b</${tag}>c`, 'trecho')).toBe('ac');
  });

  it('leaves with plaintext, which has no end', () => {
    expect(sanitizeHtml('a<plaintext>b', 'trecho')).toBe('a');
  });
});

describe('elements without a word', () => {
  it.each(['p', 'li', 'figure', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'a'])('leave: %s', (tag) => {
    expect(sanitizeHtml(`<${tag}>&nbsp; </${tag}>`, 'trecho')).toBe('');
  });

  it.each(['p', 'li', 'figure', 'figcaption'])('leave with an id that they could not keep: %s', (tag) => {
    expect(sanitizeHtml(`<${tag} id="x"></${tag}>`, 'trecho')).toBe('');
  });

  it.each([
    ['a cell', '<td></td>'],
    ['a preformatted line', '<pre></pre>'],
    ['a place that links lead to', '<a id="t-x"></a>'],
    ['a heading that links lead to', '<h2 id="t-x"></h2>'],
    ['a code', '<code></code>'],
    ['a superscript', '<sup></sup>'],
    ['an address', '<address></address>'],
  ])('stay: %s', (_case, html) => {
    expect(sanitizeHtml(html, 'corpo')).toBe(html);
  });

  it('stay for the picture in them', () => {
    for (const tag of ['p', 'figure', 'a']) expect(sanitizeHtml(`<${tag}>${PICTURE}</${tag}>`, 'trecho')).toMatch(`<${tag}><img `);
  });
});

describe('profiles', () => {
  it.each(['corpo', 'trecho', 'titulo'] as const)('drop the space around a text: %s', (profile) => {
    expect(sanitizeHtml(' \n<em>a</em> \n', profile)).toBe('<em>a</em>');
  });

  it('give ids to headings of a body alone', () => {
    expect(sanitizeHtml('<h2>a</h2>', 'corpo')).toBe('<h2 id="t-a">a</h2>');
    expect(sanitizeHtml('<h2>a</h2>', 'trecho')).toBe('<h4>a</h4>');
    expect(sanitizeHtml('<h2>a</h2>', 'titulo')).toBe('a');
  });

  it('keep an id that a heading of a passage has', () => {
    expect(sanitizeHtml('<h2 id="x">a</h2>', 'trecho')).toBe('<h4 id="t-x">a</h4>');
  });

  it.each([
    ['section', 'div'],
    ['article', 'div'],
    ['center', 'div'],
    ['strike', 's'],
    ['del', 's'],
    ['b', 'strong'],
    ['i', 'em'],
  ])('rename %s to %s', (from, to) => {
    expect(sanitizeHtml(`<${from}>a</${from}>`, 'trecho')).toBe(`<${to}>a</${to}>`);
  });

  it('open at most 40 elements inside one another', () => {
    expect(sanitizeHtml(`${'<div>'.repeat(60)}a`, 'trecho')).toBe(`${'<div>'.repeat(40)}a${'</div>'.repeat(40)}`);
  });
});
