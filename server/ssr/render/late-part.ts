/** React's marks in the text of a page, and where the first part begins that is not there yet. */

/** One of React's marks in two halves. The search looks for the second, which begins with characters that are rare in pages. */
export type Mark = readonly [before: string, rest: string];

/** Begins the fallback of a part that is not there yet. */
export const PENDING: Mark = ['<!--', '$?-->'];

/** Where the first part of a shell begins that is not there yet; -1 when all are. */
export function startOfLatePart(shell: string): number {
  return indexOfMark(shell, PENDING, 0);
}

/** Where a mark stands at or behind `from`; -1 where it does not. */
export function indexOfMark(html: string, [before, rest]: Mark, from: number): number {
  for (let at = html.indexOf(rest, from); at !== -1; at = html.indexOf(rest, at + 1)) {
    if (at - before.length >= from && html.startsWith(before, at - before.length)) return at - before.length;
  }
  return -1;
}
