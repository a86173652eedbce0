/**
 * The text of a file as paragraphs. Extraction gives the lines as they were printed; on a telephone they would break twice, and a reader that speaks
 * would stop at the end of each. So a full line goes on in the next one, and a short one stays a line: a title, an item, a row of a table.
 */

/** Characters of a line that may have ended because the paper did. */
const FULL_LINE = 60;
const ENDS_A_SENTENCE = /[.:;!?]["”)]?$/;
const STARTS_AN_ITEM = /^(?:[-–—•*]\s|\(?(?:\d{1,3}|[a-z]|[IVXLC]{1,6})\s?[).–-]\s|Art\.|§|[A-ZÀ-Ý\s]{6,}$)/u;
const HYPHENATED = /(\p{L})[-\u00ad]$/u;

/** Returns the paragraphs of a text, without empty ones. */
export function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let open = false;
  for (const line of text.split('\n').map((raw) => raw.replaceAll(/\s+/g, ' ').trim())) {
    const last = paragraphs.at(-1);
    if (line !== '' && open && last !== undefined && !STARTS_AN_ITEM.test(line)) paragraphs[paragraphs.length - 1] = joined(last, line);
    else if (line !== '') paragraphs.push(line);
    open = line.length >= FULL_LINE && !ENDS_A_SENTENCE.test(line);
  }
  return paragraphs;
}

/** A word that was parted at the end of its line is one word again, unless the next line begins a name. */
function joined(before: string, line: string): string {
  return HYPHENATED.test(before) && /^\p{Ll}/u.test(line) ? before.replace(HYPHENATED, '$1') + line : `${before} ${line}`;
}
