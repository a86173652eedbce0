import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DocumentMark,
  type DocumentNode,
  PLAIN_MARKS,
  writtenHtml,
} from '../../../../../client/admin/editing/rich-text/written-html.ts';
import { sanitizeHtml } from '../../../../../server/backend/sanitize/sanitize-html.ts';
import { ALLOWED_ELEMENTS } from '../../../../../shared/html/allowed-html.ts';

const FILE = '/nhostprovider/11111111-2222-4333-8444-555555555555';

function text(words: string, ...marks: DocumentMark[]): DocumentNode {
  return { type: 'text', text: words, marks };
}
function node(type: string, content: readonly DocumentNode[], attrs: DocumentNode['attrs'] = {}): DocumentNode {
  return { type, attrs, content };
}
function paragraph(words: string): DocumentNode {
  return node('paragraph', [text(words)]);
}
function written(...content: DocumentNode[]): string {
  return writtenHtml({ type: 'doc', content }, 'corpo');
}

const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((value) => value.isWellFormed() && !/[\0\r]/.test(value)),
  fc.constantFrom('<b>', '&amp;', '&', '"', "'", ' ', '\u00a0', 'Pensão', '</table></div>', '<table>', 't-titulo', '&lt;script&gt;'),
);
const address = fc.constantFrom(
  '/noticias',
  '#prazos',
  'https://exemplo.gov.br/a?b=1&c="2"',
  'mailto:a@b.c',
  'javascript:alert(1)',
  '//x',
  '',
);
const mark: fc.Arbitrary<DocumentMark> = fc.oneof(
  fc.constantFrom(...Object.keys(PLAIN_MARKS)).map((type) => ({ type })),
  address.map((href) => ({ type: 'link', attrs: { href } })),
  words.map((title) => ({ type: 'abbreviation', attrs: { title } })),
  fc.constantFrom('en', 'pt-BR', '"><').map((lang) => ({ type: 'language', attrs: { lang } })),
  fc.constantFrom('2026-01-02', 'x').map((datetime) => ({ type: 'time', attrs: { datetime } })),
);
// The rich-text field holds a mark once, and no link inside another.
const marks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type });
const inline = fc.array(
  fc.oneof(fc.record({ type: fc.constant('text'), text: words, marks }), fc.record({ type: fc.constant('hardBreak'), marks })),
  { maxLength: 4 },
);
const size = fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: null });
const { block } = fc.letrec<{ block: DocumentNode; cell: DocumentNode }>((tie) => {
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 });
  return {
    block: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      inline.map((content) => node('paragraph', content)),
      fc
        .tuple(inline, fc.integer({ min: 1, max: 6 }), fc.option(words, { nil: null }))
        .map(([content, level, id]) => node('heading', content, { level, id })),
      fc.constant(node('horizontalRule', [])),
      fc
        .record({
          src: fc.constantFrom(FILE, '/fundo.png', 'https://x/y.png', ''),
          alt: words,
          width: size,
          height: size,
          caption: fc.option(words),
        })
        .map((attrs) => node('image', [], attrs)),
      fc.array(blocks, { minLength: 1, maxLength: 3 }).map((items) =>
        node(
          'bulletList',
          items.map((content) => node('listItem', content)),
        ),
      ),
      fc.tuple(fc.array(blocks, { minLength: 1, maxLength: 3 }), fc.integer({ min: -5, max: 20_000 })).map(([items, start]) =>
        node(
          'orderedList',
          items.map((content) => node('listItem', content)),
          { start },
        ),
      ),
      blocks.map((content) => node('blockquote', content)),
      fc
        .tuple(fc.array(fc.array(tie('cell'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }), fc.option(words))
        .map(([rows, caption]) =>
          node(
            'table',
            rows.map((cells) => node('tableRow', cells)),
            { caption },
          ),
        ),
    ),
    cell: fc
      .tuple(fc.constantFrom('tableCell', 'tableHeader'), blocks, fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }))
      .map(([type, content, colspan, rowspan]) => node(type, content, { colspan, rowspan })),
  };
});

describe('writtenHtml', () => {
  it.each(['corpo', 'trecho', 'titulo'] as const)('writes what the sanitiser returns unchanged, in the profile %s', (profile) => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (content) => {
        const html = writtenHtml({ type: 'doc', content }, profile);
        expect(sanitizeHtml(html, profile)).toBe(html);
      }),
      { numRuns: 400 },
    );
  });

  it('names only elements that the sanitiser allows', () => {
    expect(ALLOWED_ELEMENTS).toEqual(expect.arrayContaining(Object.values(PLAIN_MARKS)));
  });

  it('gives headings ids of their words, keeps those they have, and closes gaps between levels', () => {
    expect(
      written(node('heading', [text('Prazos')], { level: 2 }), node('heading', [text('Como pedir')], { level: 4, id: 't-pedido' })),
    ).toBe('<h2 id="t-prazos">Prazos</h2><h3 id="t-pedido">Como pedir</h3>');
  });

  it('writes neighbours with the same outer mark as one element', () => {
    const bold = { type: 'bold' };
    expect(written(node('paragraph', [text('Prazo: ', bold), text('hoje', bold, { type: 'italic' })]))).toBe(
      '<p><strong>Prazo: <em>hoje</em></strong></p>',
    );
  });

  it('writes a table with its caption and with header cells that say what they head', () => {
    const header = (label: string): DocumentNode => node('tableHeader', [paragraph(label)]);
    const cell = (label: string): DocumentNode => node('tableCell', [paragraph(label)]);
    const html = written(
      node('table', [node('tableRow', [header('Mês'), header('Valor')]), node('tableRow', [header('Maio'), cell('10')])], {
        caption: 'Repasses',
      }),
    );
    expect(html).toContain(
      '<table><caption>Repasses</caption><thead><tr><th scope="col">Mês</th><th scope="col">Valor</th></tr></thead>' +
        '<tbody><tr><th scope="row">Maio</th><td>10</td></tr></tbody></table>',
    );
  });

  it('drops addresses that no page may link to and keeps their words', () => {
    expect(written(node('paragraph', [text('aqui', { type: 'link', attrs: { href: 'javascript:alert(1)' } })]))).toBe('<p>aqui</p>');
  });

  it('writes a picture with its caption as a figure', () => {
    const html = written(node('image', [], { src: FILE, alt: 'Fachada', width: 800, height: 600, caption: 'A sede em 2026' }));
    expect(html).toMatch(
      /^<figure><img src="\/_image\?url=[^"]+" [^>]*alt="Fachada" width="800" height="600"[^>]*\/><figcaption>A sede em 2026<\/figcaption><\/figure>$/,
    );
  });

  it('writes an empty document as the empty text', () => {
    expect(written(node('paragraph', []))).toBe('');
  });
});
