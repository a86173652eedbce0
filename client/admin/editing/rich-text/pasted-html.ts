/**
 * Prepares HTML of the clipboard for the field's own rules, which keep what a text may hold: lists of Word, which are paragraphs with a bullet
 * as text, become lists, and the wrapper that Google Docs puts around everything goes.
 */
import { pictureSource } from '../../../../shared/html/attributes.ts';

export interface PastedText {
  /** Without what office programs add. */
  readonly html: string;
  /** Whether it shows pictures that are not the site's own: no text takes them over. */
  readonly losesPictures: boolean;
}

/** Reads HTML of the clipboard. Runs in the browser only. */
export function readPasted(html: string): PastedText {
  const { body } = new DOMParser().parseFromString(withoutActiveAttributes(html), 'text/html');
  for (const noise of body.querySelectorAll('style, meta, link, title, xml, script, o\\:p')) noise.remove();
  for (const first of body.querySelectorAll('p')) if (first.isConnected && isWordItem(first)) replaceWordList(first);
  for (const styled of body.querySelectorAll(`[${STYLE}]`)) replaceStyle(styled);
  for (const link of body.querySelectorAll(WORD_BOOKMARKS)) link.replaceWith(...link.childNodes);
  for (const cell of body.querySelectorAll('thead > tr:first-child > td')) replaceByHeader(cell);
  const pictures = [...body.querySelectorAll('img')];
  return {
    html: body.innerHTML.replaceAll(/<!--.*?-->/gs, ''),
    losesPictures: pictures.some((picture) => pictureSource(picture.getAttribute('src') ?? '') === null),
  };
}

/** Links to footnotes, entries of a table of contents and references, whose targets stay behind. */
const WORD_BOOKMARKS = 'a[href^="#_"]';

/** The styles that say something, and their elements. */
const MEANINGS: readonly { readonly style: RegExp; readonly tag: string }[] = [
  { style: /font-weight:\s*(?:bold|[6-9]00)/i, tag: 'strong' },
  { style: /font-style:\s*italic/i, tag: 'em' },
  { style: /text-decoration[^;]*line-through/i, tag: 's' },
  { style: /vertical-align:\s*super/i, tag: 'sup' },
  { style: /vertical-align:\s*sub(?!\w)/i, tag: 'sub' },
];

/** Google Docs says bold and italic by style. The content policy keeps the field's own rules from reading it, and styles stay behind anyway. */
function replaceStyle(element: Element): void {
  const style = element.getAttribute(STYLE) ?? '';
  element.removeAttribute(STYLE);
  if (element.tagName === 'B' && /(?:^|[^-])font-weight:\s*(?:normal|400)/i.test(style)) {
    element.replaceWith(...element.childNodes);
    return;
  }
  if (element.tagName !== 'SPAN') return;
  for (const { tag } of MEANINGS.filter((meaning) => meaning.style.test(style))) {
    const wrapper = element.ownerDocument.createElement(tag);
    wrapper.append(...element.childNodes);
    element.append(wrapper);
  }
}

/** Where the styles of the clipboard are read: a document made from them is under the content policy, which reports each style and script in it. */
const STYLE = 'data-style';

function withoutActiveAttributes(html: string): string {
  const tags = html.replaceAll(/<style[\s>].*?<\/style>/gis, '');
  return tags.replaceAll(/<[^<>]*>/g, (tag) =>
    tag.replaceAll(/(\s)style\s*=/gi, `$1${STYLE}=`).replaceAll(/(\s)on[a-z]+\s*=/gi, '$1data-script='),
  );
}

/**
 * Word writes the rows that its author has repeated on each page as the head of the table, with cells of data. Nothing else that it writes tells a
 * header: it calls the first row of every table `mso-yfti-firstrow`, that of a mere layout too.
 */
function replaceByHeader(cell: Element): void {
  const header = cell.ownerDocument.createElement('th');
  for (const { name, value } of cell.attributes) header.setAttribute(name, value);
  header.append(...cell.childNodes);
  cell.replaceWith(header);
}

/** Word marks the paragraphs of a list with a property of its own: `mso-list: l0 level2 lfo1`. */
function isWordItem(element: Element | null): element is HTMLElement {
  return element?.tagName === 'P' && /mso-list:\s*l\d+/.test(element.getAttribute(STYLE) ?? '');
}

function listName(paragraph: Element): string | undefined {
  return /mso-list:\s*(l\d+)/.exec(paragraph.getAttribute(STYLE) ?? '')?.[1];
}

interface OpenList {
  readonly level: number;
  readonly list: HTMLElement;
}

function replaceWordList(first: Element): void {
  const { ownerDocument } = first;
  const anchor = ownerDocument.createComment('');
  first.before(anchor);
  const open: OpenList[] = [];
  let next: Element | null = first;
  const name = listName(first);
  while (isWordItem(next) && listName(next) === name) {
    const paragraph: HTMLElement = next;
    next = paragraph.nextElementSibling;
    const level = Number(/level(\d+)/.exec(paragraph.getAttribute(STYLE) ?? '')?.[1] ?? 1);
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const label = takeLabel(paragraph);
    let current = open.at(-1);
    if (current === undefined || current.level < level) {
      const list = ownerDocument.createElement(/^[\s(]*(?:\d+|[a-z]{1,4})[.)]/i.test(label) ? 'ol' : 'ul');
      const parent = current?.list.lastElementChild ?? null;
      if (parent === null) anchor.before(list);
      else parent.append(list);
      current = { level, list };
      open.push(current);
    }
    const item = ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    current.list.append(item);
    paragraph.remove();
  }
  anchor.remove();
}

/** Removes the bullet or number, which Word writes as text, and returns it. */
function takeLabel(paragraph: Element): string {
  const label = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(span.getAttribute(STYLE) ?? ''));
  const text = label?.textContent ?? '';
  label?.remove();
  return text;
}
