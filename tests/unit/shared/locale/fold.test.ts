import { describe, expect, it } from 'vitest';
import { foldText, searchPatterns, searchWords } from '../../../../shared/locale/fold.ts';
import { FOLD_CASES } from './fold-cases.ts';

describe('foldText', () => {
  it.each(FOLD_CASES)('folds %j to %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('changes nothing the second time', () => {
    for (const [text] of FOLD_CASES) expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

describe('searchWords', () => {
  it('gives each folded word once', () => {
    expect(searchWords('  Ata  ATA\treunião ')).toEqual(['ata', 'reuniao']);
  });

  it('takes control characters, which the database refuses, for spaces', () => {
    expect(searchWords('ata\u0000de\u0007posse\u0000')).toEqual(['ata', 'posse']);
    expect(searchWords('\u0000')).toEqual([]);
  });

  it('leaves out linking words', () => {
    expect(searchWords('Ata da 3ª reunião do Conselho')).toEqual(['ata', '3a', 'reuniao', 'conselho']);
    expect(searchWords('portaria nº 12')).toEqual(['portaria', '12']);
  });

  it('keeps linking words when there is nothing else', () => {
    expect(searchWords('da')).toEqual(['da']);
  });

  it('bounds the number of words and the length of the text', () => {
    expect(searchWords('b c d f g h i j k l m')).toEqual(['b', 'c', 'd', 'f', 'g', 'h', 'i', 'j']);
    expect(searchWords('z'.repeat(5000))).toEqual(['z'.repeat(200)]);
  });
});

describe('searchPatterns', () => {
  it('wraps each word and escapes the pattern characters of the text', () => {
    expect(searchPatterns(String.raw`50% art_9 c\d`)).toEqual([String.raw`%50\%%`, String.raw`%art\_9%`, String.raw`%c\\d%`]);
  });

  it('gives no pattern for an empty text', () => {
    expect(searchPatterns(' \n ')).toEqual([]);
  });
});
