import { describe, expect, it } from 'vitest';
import { type GlossaryTerm, withExplanations } from '../../../shared/html/glossary.ts';

const term = (id: number, termo: string, sigla: string | null = null, fonte_url: string | null = null): GlossaryTerm => ({
  id,
  termo,
  sigla,
  definicao: `Explica ${id} & mais`,
  fonte_url,
});
/** The words that are explained, in their order, each with its term. */
const explained = (html: string): readonly string[] =>
  Array.from(html.matchAll(/popovertarget="termo-(\d+)">([^<]*)</g), ([, id, words]) => `${words}=${id}`);
const SEGURADO = term(1, 'Segurado');
const RPPS = term(2, 'Regime próprio de previdência social', 'RPPS');
const CRP = term(3, 'Certificado', 'CRP');

describe('withExplanations', () => {
  it('explains the first mention of a term, with its words as they stand there', () => {
    const html = withExplanations('<p>O segurado e o segurado.</p>', [SEGURADO]);
    expect(html).toBe(
      '<p>O <button type="button" popovertarget="termo-1">segurado</button><span popover id="termo-1"><strong>Segurado</strong>: Explica 1 &amp; mais <a href="/lai/glossario#termo-1">Ver no glossário</a></span> e o segurado.</p>',
    );
  });

  it.each([
    ['a name and its short form once', '<p>O RPPS é o regime próprio de previdência social.</p>', ['RPPS=2']],
    [
      'the longer of two names',
      '<p>Regime próprio de previdência social do segurado</p>',
      ['Regime próprio de previdência social=2', 'segurado=1'],
    ],
    ['no part of a word', '<p>Os segurados e a CRPX, não a xCRP.</p>', []],
    ['no short form in other letters', '<p>crp e CRP</p>', ['CRP=3']],
    [
      'nothing in a link, a heading or a caption',
      '<h2>Segurado</h2><p><a href="/x">o <strong>segurado</strong></a></p><table><caption>CRP</caption></table>',
      [],
    ],
    ['what follows a link', '<p><a href="/x">Segurado</a> é o segurado</p>', ['segurado=1']],
    ['nothing in an attribute', '<p><img alt="segurado" src="/segurado">segurado</p>', ['segurado=1']],
  ])('explains %s', (_case, html, words) => {
    expect(explained(withExplanations(html, [SEGURADO, RPPS, CRP]))).toEqual(words);
  });

  it('leaves the text as it was where its explanations are taken out', () => {
    const html = '<p>O CRP, o segurado &amp; o RPPS<br>fim</p>';
    const marked = withExplanations(html, [SEGURADO, RPPS, CRP]);
    expect(explained(marked)).toHaveLength(3);
    expect(marked.replaceAll(/<span popover.*?<\/span>/g, '').replaceAll(/<\/?button[^>]*>/g, '')).toBe(html);
  });

  it('writes definition, name and source as text and attribute', () => {
    const html = withExplanations('<p>A&lt;b</p>', [{ ...term(4, 'A<b', null, 'https://x.example/?a="b"'), definicao: '<script>' }]);
    expect(html).toContain('<strong>A&lt;b</strong>: &lt;script&gt; <a href="https://x.example/?a=&quot;b&quot;"');
  });
});
