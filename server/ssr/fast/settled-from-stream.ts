/**
 * Puts the settled document together from the pieces that React has streamed, in a tenth of the time of a second render. React writes each
 * late part behind the shell, as `<div hidden id="S:…">` with a script after it that moves it into its boundary; this module moves it in
 * the text. It understands only the form that complete pages have; for anything else it returns null, and the page is rendered again.
 *
 * The content of a page cannot imitate React's marks: the scripts carry the nonce of this render, a part must begin where the part before it
 * ends, and each boundary must be found exactly once.
 */
import { indexOfMark, type Mark, PENDING, startOfLatePart } from '../render/late-part.ts';

const END_OF_BOUNDARY: Mark = ['<!--/', '$-->'];
/** Follows the mark of a pending boundary, and holds its id. */
const TEMPLATE = '<template id="';
const COMPLETE = '<!--$-->';
/** The beginning of a boundary's mark, whatever its state. */
const ANY_BOUNDARY = '<!--$';
const END_OF_DOCUMENT = '</body></html>';
const END_OF_SCRIPT = '</script>';
const END_OF_PART = '</div>';
/** React's separator of texts, which it writes at the end of a boundary only where the boundary's content was late. */
const TEXT_AT_END = '<!-- --><!--/$-->';

/** The end of the script behind a part: which part goes into which boundary. */
const COMPLETE_BOUNDARY = /\$RC\("(B:[0-9a-f]+)","(S:[0-9a-f]+)"\)$/;

/**
 * Returns the settled document of a page that was streamed to its end without an error; null when it must be rendered again.
 *
 * @param flushes what React wrote, without blocks of ours
 */
export function settledFromStream(flushes: readonly string[], nonce: string): string | null {
  const script: Mark = ['<script nonce="', `${nonce}"`];
  const whole = flushes.join('');
  const shellScript = indexOfMark(whole, script, 0);
  // No script: every late part was there before the shell was sent.
  if (shellScript === -1) return isSettled(whole, nonce) && startOfLatePart(whole) === -1 ? whole : null;
  const afterShell = whole.indexOf(END_OF_SCRIPT, shellScript) + END_OF_SCRIPT.length;
  const parts = readParts(whole, afterShell, script);
  if (parts === null) return null;
  const html = withParts(whole.slice(0, shellScript), parts);
  if (html === null || parts.size > 0) return null;
  const settled = html + END_OF_DOCUMENT;
  return isSettled(settled, nonce) ? settled : null;
}

/** A stored document must not contain the nonce of one visitor's stream, nor differ from the one that another replica renders at once. */
function isSettled(html: string, nonce: string): boolean {
  return html.endsWith(END_OF_DOCUMENT) && !html.includes(nonce) && !html.includes(TEXT_AT_END);
}

/** Reads the parts behind the shell, by the boundary that each belongs to. */
function readParts(whole: string, start: number, script: Mark): Map<string, string> | null {
  const parts = new Map<string, string>();
  let at = start;
  while (!whole.startsWith(END_OF_DOCUMENT, at)) {
    const partEnd = indexOfMark(whole, script, at);
    const scriptEnd = whole.indexOf(END_OF_SCRIPT, partEnd);
    if (partEnd === -1 || scriptEnd === -1) return null;
    const [, boundary, part] = COMPLETE_BOUNDARY.exec(whole.slice(Math.max(partEnd, scriptEnd - 64), scriptEnd)) ?? [];
    if (boundary === undefined || part === undefined || parts.has(boundary)) return null;
    const opening = `<div hidden id="${part}">`;
    if (!whole.startsWith(opening, at) || !whole.startsWith(END_OF_PART, partEnd - END_OF_PART.length)) return null;
    parts.set(boundary, whole.slice(at + opening.length, partEnd - END_OF_PART.length));
    at = scriptEnd + END_OF_SCRIPT.length;
  }
  return at + END_OF_DOCUMENT.length === whole.length ? parts : null;
}

/** Replaces the fallback of each boundary by its part, and removes the part from `parts`. */
function withParts(html: string, parts: Map<string, string>): string | null {
  const pieces: string[] = [];
  let at = 0;
  for (let pending = indexOfMark(html, PENDING, 0); pending !== -1; pending = indexOfMark(html, PENDING, at)) {
    const template = pending + PENDING[0].length + PENDING[1].length;
    const idStart = template + TEMPLATE.length;
    const boundary = html.slice(idStart, html.indexOf('"', idStart));
    const part = parts.get(boundary);
    if (part === undefined || !html.startsWith(TEMPLATE, template)) return null;
    parts.delete(boundary);
    const filled = withParts(part, parts);
    const end = indexOfMark(html, END_OF_BOUNDARY, idStart);
    if (filled === null || end === -1 || html.slice(idStart, end).includes(ANY_BOUNDARY)) return null;
    pieces.push(html.slice(at, pending), COMPLETE, filled);
    at = end;
  }
  pieces.push(html.slice(at));
  return pieces.join('');
}
