import { describe, expect, it } from 'vitest';
import { contentId, idAttribute, withHeadingIds } from '../../../shared/html/heading-ids.ts';

describe('contentId', () => {
  it.each([
    ['Prova de Vida', 't-prova-de-vida'],
    ['AÇÃO — é “já”', 't-acao-e-ja'],
    ['Edição nº 1', 't-edicao-no-1'],
    ['--- a ---', 't-a'],
    ['1', 't-1'],
    ['t-prazo', 't-prazo'],
    ['fim-t-', 't-fim-t'],
    ['location', 't-location'],
    ['x'.repeat(90), `t-${'x'.repeat(80)}`],
    ['', ''],
    [' § … ', ''],
  ])('folds %j to %j', (text, id) => {
    expect(contentId(text)).toBe(id);
  });
});

describe('idAttribute', () => {
  it('gives an id once, and none to the second element that asks for it', () => {
    const used = new Set<string>();
    expect(idAttribute('Prazo', used)).toEqual({ id: 't-prazo' });
    expect(idAttribute('prazo', used)).toEqual({});
    expect(idAttribute('prazo 2', used)).toEqual({ id: 't-prazo-2' });
  });

  it.each([
    ['no id', undefined],
    ['an empty id', ''],
    ['an id without a letter or digit', '§'],
  ])('gives nothing for %s', (_case, id) => {
    const used = new Set<string>();
    expect(idAttribute(id, used)).toEqual({});
    expect(used).toEqual(new Set());
  });
});

describe('withHeadingIds', () => {
  it.each([
    ['words', '<h2>Quem paga</h2>', '<h2 id="t-quem-paga">Quem paga</h2>'],
    ['words in tags', '<h2><em>Quem</em><strong>paga</strong></h2>', '<h2 id="t-quem-paga"><em>Quem</em><strong>paga</strong></h2>'],
    ['words in a link', '<h2><a href="/x">Quem</a> paga</h2>', '<h2 id="t-quem-paga"><a href="/x">Quem</a> paga</h2>'],
    ['words around entities', '<h2>Quem&nbsp;paga &amp; recebe</h2>', '<h2 id="t-quem-paga-recebe">Quem&nbsp;paga &amp; recebe</h2>'],
    ['words over two lines', '<h2>Quem\npaga</h2>', '<h2 id="t-quem-paga">Quem\npaga</h2>'],
    ['its own id', '<h2 id="t-x">Quem paga</h2>', '<h2 id="t-x">Quem paga</h2>'],
    ['no word', '<h2>§</h2><h2>…</h2>', '<h2 id="t-titulo">§</h2><h2 id="t-titulo-2">…</h2>'],
  ])('names a heading by %s', (_case, html, expected) => {
    expect(withHeadingIds(html)).toBe(expected);
  });

  it('counts the repetitions of a heading', () => {
    const ids = Array.from(withHeadingIds('<h2>A</h2><h2>A</h2><h2>A</h2>').matchAll(/id="([^"]*)"/g), ([, id]) => id);
    expect(ids).toEqual(['t-a', 't-a-2', 't-a-3']);
  });

  it('takes no id that the text gives later on', () => {
    expect(withHeadingIds('<h2>Prazos</h2><h3 id="t-prazos">b</h3><p><a id="t-prazos-2">c</a></p>')).toBe(
      '<h2 id="t-prazos-3">Prazos</h2><h3 id="t-prazos">b</h3><p><a id="t-prazos-2">c</a></p>',
    );
  });
});
