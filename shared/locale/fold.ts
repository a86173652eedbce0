/**
 * Folding of Portuguese text for comparison: what a citizen types without accents finds what was written with them. `foldText` repeats
 * the database's `public.pt_sem_acento` letter by letter (a test compares the two over the Latin blocks), so a folded term can be
 * matched against the `busca_texto` columns, which hold folded text.
 */

/** Longest search text that is looked at; the rest is ignored. Ours: longer than any title of an act's number and subject. */
const MAX_TEXT_LENGTH = 200;

/** Most words that become patterns. Ours: each costs one index scan. */
const MAX_WORDS = 8;

/** Words that link others: asking for them too would hide "Ata da 3ª reunião" from who types "ata nº 3". Folded. */
const LINKING_WORDS: ReadonlySet<string> = new Set(
  'a o as os um uma e em de da do das dos na no nas nos para por com que n n. no. nr nr. n°'.split(' '),
);

/** Says whether a folded word only links others. */
export function isLinkingWord(word: string): boolean {
  return LINKING_WORDS.has(word);
}

/** Returns the text in lower case, without accents, with compatibility forms spread out (`º` becomes `o`). Idempotent. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .toLowerCase();
}

/** Returns a search text folded, with one space between its words. Control characters separate words: Postgres refuses U+0000 in a text. */
export function searchText(text: string): string {
  return foldText(text.slice(0, MAX_TEXT_LENGTH))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Returns the distinct words of a search text, folded, without linking words unless nothing else is left. At most eight. */
export function searchWords(text: string): readonly string[] {
  const words = [...new Set(searchText(text).split(' '))].filter((word) => word !== '');
  const telling = words.filter((word) => !isLinkingWord(word));
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}

/**
 * Returns one `_ilike` pattern for each word of the search text, with the pattern characters of the text itself escaped. A row matches
 * when its `busca_texto` matches every pattern; no pattern (an empty text) means no filter.
 */
export function searchPatterns(text: string): readonly string[] {
  return searchWords(text).map((word) => `%${word.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`);
}
