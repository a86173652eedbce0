/** What is done to a text of allowed elements as a whole: empty blocks go, headings get ids, and wide tables a box in which they scroll. */
import type { HtmlProfile } from './allowed-html.ts';
import { withoutEmptyBlocks } from './empty-blocks.ts';
import { withHeadingIds } from './heading-ids.ts';

/** Class of the box that lets a wide table scroll; client/styles gives it its overflow. */
const TABLE_BOX = 'tabela-rolavel';
const TABLE_BOX_TAG = `<div class="${TABLE_BOX}" role="group" aria-label="Tabela com rolagem lateral" tabindex="0">`;

/** Finishes a text of allowed elements; what it returns stays as it is when it is sanitised. */
export function finishedHtml(allowed: string, profile: HtmlProfile): string {
  const filled = withoutEmptyBlocks(allowed);
  return withTableBoxes(profile === 'corpo' ? withHeadingIds(filled) : filled).trim();
}

// The serialisers write `<` in texts and attribute values as an entity, so these strings are tags.
function withTableBoxes(html: string): string {
  return withoutEmptyHeaders(html).replaceAll('<table>', `${TABLE_BOX_TAG}<table>`).replaceAll('</table>', '</table></div>');
}

/** The empty corner of a table heads nothing. */
function withoutEmptyHeaders(html: string): string {
  return html.replaceAll(/<th(?: [^>]*)?>\s*<\/th>/g, '<td></td>');
}

/** Takes the boxes of an earlier run away, for they are made anew. Works on text that is sanitised afterwards, so it cannot let anything in. */
export function withoutTableBoxes(html: string): string {
  const opened = html.split(`${TABLE_BOX_TAG}<table>`);
  const closed = html.split('</table></div>');
  return opened.length === closed.length ? opened.join('<table>').split('</table></div>').join('</table>') : html;
}
