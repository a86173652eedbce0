/** A heading of sanitised content that a reader can jump to. */
export interface ContentHeading {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };

/** Lists the h2 and h3 of sanitised HTML, in order. Reads only the form that the sanitiser of `*_html` fields writes. */
export function readHeadings(html: string): readonly ContentHeading[] {
  return Array.from(html.matchAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/gs), ([, level, id, content]) => ({
    id: id ?? '',
    text: plainText(content ?? ''),
    level: level === '2' ? 2 : 3,
  }));
}

/** Returns the words of sanitised HTML, with single spaces. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
