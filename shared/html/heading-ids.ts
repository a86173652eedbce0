/** Ids and levels of headings in editors' HTML. */

/** Prefix of every id in content, so that none can shadow an id of the page. `shared/html/headings.ts` reads them. */
const ID_PREFIX = 't-';

/** The id of an element in its content form; none when it is empty or taken. */
export function idAttribute(id: string | undefined, used: Set<string>): Record<string, string> {
  if (id === undefined) return {};
  const wanted = contentId(id);
  if (wanted === '' || used.has(wanted)) return {};
  used.add(wanted);
  return { id: wanted };
}

/** Folds any text to an id of content; empty when nothing is left. */
export function contentId(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  if (slug === '') return '';
  return slug.startsWith(ID_PREFIX) ? slug : `${ID_PREFIX}${slug}`;
}

/**
 * Gives every heading of a body an id made of its words, where it has none (a repeated one gets a number), and closes gaps between levels:
 * the body begins at h2 and each heading is at most one level below the one before it (WCAG technique G141).
 */
export function withHeadingIds(html: string): string {
  const ids = new FreeIds(Array.from(html.matchAll(/ id="([^"]*)"/g), (match) => match[1] ?? ''));
  let above = 1;
  return html.replaceAll(
    /<h([2-4])( id="[^"]*")?>(.*?)<\/h\1>/gs,
    (_whole, written: string, idAttribute: string | undefined, content: string) => {
      const level = Math.min(Number(written), above + 1);
      above = level;
      return `<h${level}${idAttribute ?? ` id="${ids.take(content)}"`}>${content}</h${level}>`;
    },
  );
}

class FreeIds {
  readonly #used: Set<string>;
  /** The next number to try for each repeated id: without it, each repetition would try all numbers before its own. */
  readonly #copies = new Map<string, number>();

  constructor(used: Iterable<string>) {
    this.#used = new Set(used);
  }

  /** Returns an id of these words that nothing else has. */
  take(content: string): string {
    const wanted = contentId(content.replaceAll(/<[^<>]*>|&[a-z]+;/g, ' ')) || `${ID_PREFIX}titulo`;
    let id = wanted;
    let copy = this.#copies.get(wanted) ?? 2;
    for (; this.#used.has(id); copy += 1) id = `${wanted}-${copy}`;
    this.#copies.set(wanted, copy);
    this.#used.add(id);
    return id;
  }
}
