/** Whether the rich-text field can show a text without losing a part of it; where it cannot, the text is edited as HTML. */
import { plainText } from '../../../../shared/html/headings.ts';

/** Elements that say nothing by themselves, or are written anew for every text. */
const WITHOUT_MEANING = new Set(['p', 'div', 'span', 'br', 'thead', 'tbody']);

/** True when `after` has the words of `before` in their order, and as many elements of each kind. */
export function isLossless(before: string, after: string): boolean {
  return words(before) === words(after) && elements(before) === elements(after);
}

function words(html: string): string {
  return plainText(html).replaceAll(/\s/g, '');
}

function elements(html: string): string {
  const counts = new Map<string, number>();
  for (const [, name = '', attributes = ''] of html.matchAll(/<([a-z][a-z0-9]*)([^<>]*)>/g)) {
    const counted = name === 'span' && attributes.includes(' lang=') ? 'lang' : name;
    if (!WITHOUT_MEANING.has(counted)) counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  return JSON.stringify([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
