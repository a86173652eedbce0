/**
 * Writes a document of the rich-text field as the HTML that is stored. It is exactly what the site's sanitiser returns for it, so a page shows
 * what the editor saw. The functions that write attributes are those of the sanitiser.
 */
import { type AllowedElement, elementsOf, type HtmlProfile } from '../../../../shared/html/allowed-html.ts';
import {
  type Attributes,
  cellAttributes,
  languageAttributes,
  linkAttributes,
  listAttributes,
  pictureTag,
  timeAttributes,
} from '../../../../shared/html/attributes.ts';
import { finishedHtml } from '../../../../shared/html/finished-html.ts';
import { idAttribute } from '../../../../shared/html/heading-ids.ts';

export interface DocumentMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
}

/** A node of the document as ProseMirror gives it in JSON. */
export interface DocumentNode {
  readonly type?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: readonly DocumentNode[] | undefined;
  readonly marks?: readonly DocumentMark[] | undefined;
  readonly text?: string | undefined;
}

/** Elements of marks that carry no attribute, by the name of the mark. */
export const PLAIN_MARKS = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
  highlight: 'mark',
  small: 'small',
  cite: 'cite',
  quotation: 'q',
  keyboard: 'kbd',
} as const satisfies Record<string, AllowedElement>;

interface Writing {
  readonly profile: HtmlProfile;
  readonly ids: Set<string>;
}

/** Returns the HTML of a document; an empty one is the empty text. */
export function writtenHtml(document: DocumentNode, profile: HtmlProfile): string {
  const writing: Writing = { profile, ids: new Set() };
  const nodes = document.content ?? [];
  const html = profile === 'titulo' ? nodes.map((node) => inline(node.content, writing)).join('<br />') : children(nodes, writing);
  return finishedHtml(html, profile);
}

function children(nodes: readonly DocumentNode[] | undefined, writing: Writing): string {
  return (nodes ?? []).map((node) => block(node, writing)).join('');
}

function block(node: DocumentNode, writing: Writing): string {
  const { content } = node;
  switch (node.type) {
    case 'paragraph':
      return element('p', {}, inline(content, writing));
    case 'heading':
      return heading(node, writing);
    case 'bulletList':
      return element('ul', {}, children(content, writing));
    case 'orderedList': {
      const start = Number(node.attrs?.['start'] ?? 1);
      return element('ol', start === 1 ? {} : listAttributes({ start: String(start) }), children(content, writing));
    }
    case 'listItem':
      return element('li', {}, withoutSingleParagraph(content, writing));
    case 'blockquote':
      return element('blockquote', {}, children(content, writing));
    case 'horizontalRule':
      return '<hr />';
    case 'image':
      return picture(node.attrs ?? {});
    case 'table':
      return table(node, writing);
    default:
      return '';
  }
}

function heading({ attrs, content }: DocumentNode, writing: Writing): string {
  const { profile, ids } = writing;
  const level = profile === 'corpo' ? Math.min(4, Math.max(2, Number(attrs?.['level'] ?? 2))) : 4;
  const words = inline(content, writing);
  // An empty heading keeps its place in the text only for an id that other links may lead to, which a new one does not have.
  return words.trim() === '' ? '' : element(`h${level}`, idAttribute(textOf(attrs?.['id']), ids), words);
}

/** A list item or a cell of one paragraph holds its words directly. */
function withoutSingleParagraph(content: readonly DocumentNode[] | undefined, writing: Writing): string {
  const [first, ...others] = content ?? [];
  if (first?.type !== 'paragraph' || others.some(({ type }) => type === 'paragraph')) return children(content, writing);
  return inline(first.content, writing) + children(others, writing);
}

function picture(attrs: Readonly<Record<string, unknown>>): string {
  const given: Attributes = {};
  for (const name of ['src', 'alt', 'width', 'height']) {
    const value = textOf(attrs[name]);
    if (value !== undefined) given[name] = value;
  }
  const { tagName, attribs } = pictureTag(given);
  if (tagName !== 'img') return '';
  const img = `${opening('img', attribs).slice(0, -1)} />`;
  const caption = textOf(attrs['caption'])?.trim() ?? '';
  return caption === '' ? img : element('figure', {}, img + element('figcaption', {}, escaped(caption)));
}

function table({ attrs, content }: DocumentNode, writing: Writing): string {
  const rows = content ?? [];
  const [first] = rows;
  const hasHead = first?.content !== undefined && first.content.length > 0 && first.content.every(isFilledHeader);
  const row = (node: DocumentNode, index: number): string =>
    element('tr', {}, (node.content ?? []).map((cell) => tableCell(cell, index === 0 ? 'col' : 'row', writing)).join(''));
  const caption = textOf(attrs?.['caption'])?.trim() ?? '';
  const head = hasHead ? element('thead', {}, row(first, 0)) : '';
  const body = rows.map((node, index) => (hasHead && index === 0 ? '' : row(node, index))).join('');
  return element(
    'table',
    {},
    (caption === '' ? '' : element('caption', {}, escaped(caption))) + head + (body === '' ? '' : element('tbody', {}, body)),
  );
}

function isFilledHeader({ type }: DocumentNode): boolean {
  return type === 'tableHeader';
}

function tableCell(node: DocumentNode, scope: 'col' | 'row', writing: Writing): string {
  const given: Attributes = {};
  for (const name of ['colspan', 'rowspan']) {
    const value = Number(node.attrs?.[name] ?? 1);
    if (value > 1) given[name] = String(value);
  }
  const isHeader = node.type === 'tableHeader';
  const attributes = cellAttributes(isHeader ? { ...given, scope } : given);
  return element(isHeader ? 'th' : 'td', attributes, withoutSingleParagraph(node.content, writing));
}

interface OpenMark {
  readonly key: string;
  readonly name: AllowedElement;
}

/** Writes text nodes with their marks; neighbours that share outer marks stay inside one element. */
function inline(nodes: readonly DocumentNode[] | undefined, { profile }: Writing): string {
  const allowed = elementsOf(profile);
  let html = '';
  const open: OpenMark[] = [];
  for (const node of nodes ?? []) {
    const content = node.type === 'hardBreak' ? '<br />' : escaped(node.text ?? '');
    if (content === '') continue;
    const marks = (node.marks ?? []).flatMap(markTag).filter(({ name }) => allowed.includes(name));
    const shared = marks.findIndex(({ key }, index) => open[index]?.key !== key);
    const kept = shared === -1 ? Math.min(marks.length, open.length) : shared;
    while (open.length > kept) html += `</${open.pop()?.name}>`;
    for (const mark of marks.slice(kept)) {
      html += mark.key;
      open.push(mark);
    }
    html += content;
  }
  while (open.length > 0) html += `</${open.pop()?.name}>`;
  return html;
}

function markTag({ type, attrs }: DocumentMark): readonly OpenMark[] {
  const value = (name: string): string => textOf(attrs?.[name]) ?? '';
  switch (type) {
    case 'link': {
      const attributes = linkAttributes(value('href'));
      return attributes['href'] === undefined ? [] : [{ name: 'a', key: opening('a', attributes) }];
    }
    case 'abbreviation':
      return [{ name: 'abbr', key: opening('abbr', { title: value('title') }) }];
    case 'language':
      return [{ name: 'span', key: opening('span', languageAttributes({ lang: value('lang') })) }];
    case 'time':
      return [{ name: 'time', key: opening('time', timeAttributes({ datetime: value('datetime') })) }];
    default: {
      const name = Object.entries(PLAIN_MARKS).find(([mark]) => mark === type)?.[1];
      return name === undefined ? [] : [{ name, key: opening(name, {}) }];
    }
  }
}

function element(name: string, attributes: Readonly<Record<string, string>>, content: string): string {
  return `${opening(name, attributes)}${content}</${name}>`;
}

function opening(name: string, attributes: Readonly<Record<string, string>>): string {
  return `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escaped(value).replaceAll('"', '&quot;')}"`)
    .join('')}>`;
}

/** As the sanitiser's serialiser escapes. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
