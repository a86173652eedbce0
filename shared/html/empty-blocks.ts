/**
 * Paragraphs and headings without a word (a rest of visual editors) are noise to screen readers; a link without one has no name. Only headings
 * and links keep an id, to which other links may lead.
 */

// The serialiser writes `<` and `>` in texts and attribute values as entities, so these are the tags and nothing else.
const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g;
const VOID = new Set(['br', 'hr', 'img']);
const NEVER_EMPTY = new Set(['p', 'figure', 'figcaption', 'li']);
const EMPTY_FOR_ITS_ID = new Set(['h2', 'h3', 'h4', 'a']);

interface OpenElement {
  /** Parts that were written before it. */
  readonly start: number;
  readonly isRemovable: boolean;
  /** Whether it holds a word or a picture. */
  isFilled: boolean;
}

/** Removes empty blocks, headings and links from sanitised HTML, in one pass. */
export function withoutEmptyBlocks(html: string): string {
  const parts: string[] = [];
  const open: OpenElement[] = [];
  const fill = (): void => {
    const inner = open.at(-1);
    if (inner !== undefined) inner.isFilled = true;
  };
  let at = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    const text = html.slice(at, index);
    if (text.trim() !== '') fill();
    parts.push(text, tag);
    at = index + tag.length;
    if (name === 'img') fill();
    if (VOID.has(name)) continue;
    if (slash === '') {
      open.push({ start: parts.length - 1, isRemovable: isRemovable(name, attributes), isFilled: false });
      continue;
    }
    const closed = open.pop();
    if (closed?.isFilled === true) fill();
    else if (closed?.isRemovable === true) parts.length = closed.start;
  }
  return parts.join('') + html.slice(at);
}

function isRemovable(name: string, attributes: string): boolean {
  return NEVER_EMPTY.has(name) || (EMPTY_FOR_ITS_ID.has(name) && !/ id="/.test(attributes));
}
