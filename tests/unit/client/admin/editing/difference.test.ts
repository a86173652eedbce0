import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, differingColumns, readable } from '../../../../../client/admin/editing/difference.ts';

describe('difference', () => {
  it('leads from the one text to the other, whatever they are', () => {
    const words = fc
      .array(fc.constantFrom('prazo', 'novo', ' ', '\n', 'é', '.', 'até', '😀'), { maxLength: 30 })
      .map((list) => list.join(''));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const parts = difference(before, after);
        expect(
          parts
            .filter(({ kind }) => kind !== 'added')
            .map(({ text }) => text)
            .join(''),
        ).toBe(before);
        expect(
          parts
            .filter(({ kind }) => kind !== 'removed')
            .map(({ text }) => text)
            .join(''),
        ).toBe(after);
      }),
    );
  });

  it('names the words that changed', () => {
    expect(difference('Até sexta-feira', 'Até segunda-feira')).toEqual([
      { kind: 'same', text: 'Até ' },
      { kind: 'removed', text: 'sexta' },
      { kind: 'added', text: 'segunda' },
      { kind: 'same', text: '-feira' },
    ]);
  });

  it('shows texts of the largest size whole', () => {
    expect(difference('a '.repeat(120_000), 'b')).toHaveLength(2);
  });
});

describe('readable', () => {
  it.each([
    [null, false, ''],
    [true, false, 'Sim'],
    [12, false, '12'],
    [['a', 'b'], false, 'a, b'],
    ['<b>', false, '<b>'],
    ['<h2>A</h2><p>b<br />c</p><ul><li>d</li></ul>', true, 'A\nb\nc\nd'],
  ])('writes %j', (value, isHtml, text) => {
    expect(readable(value, isHtml)).toBe(text);
  });
});

describe('differingColumns', () => {
  it('takes empty for empty and compares what both rows have', () => {
    const one = { titulo: 'A', resumo: null, tags: ['x'], id: 1 };
    expect(differingColumns(['titulo', 'resumo', 'tags', 'chapeu'], one, { titulo: 'B', resumo: '', tags: ['x'], chapeu: 'y' })).toEqual([
      'titulo',
    ]);
  });
});
