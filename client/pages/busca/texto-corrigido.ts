import { foldText, isLinkingWord } from '../../../shared/locale/fold.ts';

/** No shorter word is put right. */
const SHORTEST_CORRECTED = 4;

/**
 * Returns what was typed with the words of its correction, which has neither the words that nothing is searched by ("prova de vidda" is corrected to
 * "prova vida") nor the accents of the words that were right. Where they do not fit each other, as where two words became one, it is the correction.
 */
export function textoCorrigido(typed: string, correction: string): string {
  const corrected = correction.split(' ');
  const shown = typed
    .trim()
    .split(/\s+/)
    .map((word) => {
      const folded = foldText(word);
      const isRight = folded === foldText(corrected[0] ?? '');
      if (!isRight && (word.length < SHORTEST_CORRECTED || isLinkingWord(folded))) return word;
      const next = corrected.shift();
      return isRight ? word : next;
    });
  return corrected.length > 0 || shown.includes(undefined) ? correction : shown.join(' ');
}
