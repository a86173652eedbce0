import { describe, expect, test } from 'vitest';
import { sentencesOf } from '../../../../client/accessibility/read-aloud.ts';

describe('the sentences that are read aloud', () => {
  test.each([
    ['', []],
    ['O benefício é pago no último dia útil.', ['O benefício é pago no último dia útil.']],
    ['Quando? No dia 30. Até já!', ['Quando?', 'No dia 30.', 'Até já!']],
    ['Lei nº 12.527 de 2011.', ['Lei nº 12.527 de 2011.']],
    ['sem ponto', ['sem ponto']],
  ])('the sentences of "%s" are %j', (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });

  test('a long sentence is cut at spaces, and nothing of it is lost', () => {
    const text = Array.from({ length: 90 }, (_, index) => `palavra${index}`).join(' ');
    const parts = sentencesOf(text);
    expect(parts.every((part) => part.length <= 200)).toBe(true);
    expect(parts.join(' ')).toBe(text);
  });
});
