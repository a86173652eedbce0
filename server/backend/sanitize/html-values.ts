/**
 * The HTML values in the JSON text of an answer: the strings whose key ends in `_html`. The text is searched and never parsed, so its long
 * numbers keep their digits; each character is looked at a fixed number of times.
 */

/** Returns what stands in place of `literal`, the JSON string that is the value of `column`. */
export type ReplaceHtml = (column: string, literal: string) => string;

// A quote inside a JSON string is escaped, so these characters end a string that ends in `_html`: a key or a value.
const KEY_END = '_html"';

/** Replaces the HTML values of an answer. */
export function replaceHtmlValues(json: string, replace: ReplaceHtml): string {
  const parts: string[] = [];
  let kept = 0;
  let from = 0;
  for (let key = json.indexOf(KEY_END); key >= 0; key = json.indexOf(KEY_END, from)) {
    from = key + KEY_END.length;
    const start = valueStart(json, from);
    if (start === null) continue;
    const end = stringEnd(json, start);
    const column = json.slice(json.lastIndexOf('"', key) + 1, from - 1);
    parts.push(json.slice(kept, start), replace(column, json.slice(start, end)));
    kept = end;
    from = end;
  }
  return kept === 0 ? json : parts.join('') + json.slice(kept);
}

/** The position of the quote that opens the value after a key; null where no string follows, or no key ended. */
function valueStart(json: string, from: number): number | null {
  const colon = skipSpaces(json, from);
  if (json[colon] !== ':') return null;
  const start = skipSpaces(json, colon + 1);
  return json[start] === '"' ? start : null;
}

function skipSpaces(json: string, from: number): number {
  let at = from;
  while (json[at] === ' ' || json[at] === '\n') at += 1;
  return at;
}

/** The position after the quote that closes the string: the first one with an even number of backslashes before it. */
function stringEnd(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote;
    while (json[before - 1] === '\\') before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return json.length;
}
