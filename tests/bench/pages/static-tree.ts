/** Turns HTML that React wrote into a tree of plain elements: the markup of a page with none of its code. */
import { createElement, type ReactElement, type ReactNode } from 'react';

const VOID: ReadonlySet<string> = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** Attributes whose prop has another name. Others reach the markup under the name that they have there. */
const PROPS: Readonly<Record<string, string>> = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex' };

const TOKEN = /<!--.*?-->|<!DOCTYPE[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:\s[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/gs;
const ATTRIBUTE = /\s([^\s=>/]+)(?:="([^"]*)")?/g;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

interface Open {
  readonly tag: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: ReactNode[];
}

/** Reads a document. SVG pictures stay raw markup, as a careful hand would write them. @throws for markup that is not well formed. */
export function staticTree(html: string): ReactElement {
  const root: Open = { tag: '', props: {}, children: [] };
  const stack: Open[] = [root];
  const source = html.replaceAll(/<svg([^>]*)>(.*?)<\/svg>/gs, (_whole, attributes: string, body: string) => {
    return `<svg${attributes} data-raw="${Buffer.from(body).toString('base64')}"></svg>`;
  });
  for (const [text, closing, tag, attributes = '', selfClosing] of source.matchAll(TOKEN)) {
    const top = stack.at(-1);
    if (top === undefined) throw new Error('more closing tags than opening ones');
    if (tag === undefined) {
      if (!text.startsWith('<!')) top.children.push(decode(text));
    } else if (closing === '/') {
      if (top.tag !== tag) throw new Error(`</${tag}> closes <${top.tag}>`);
      stack.pop();
      stack.at(-1)?.children.push(element(top));
    } else {
      const open = { tag, props: propsOf(attributes), children: [] };
      if (VOID.has(tag) || selfClosing === '/') top.children.push(element(open));
      else stack.push(open);
    }
  }
  const [document] = root.children;
  if (stack.length !== 1 || typeof document !== 'object' || document === null || !('props' in document)) throw new Error('no document');
  return document as ReactElement;
}

function element({ tag, props, children }: Open): ReactElement {
  return createElement(tag, props, ...children);
}

function propsOf(attributes: string): Readonly<Record<string, unknown>> {
  const props: Record<string, unknown> = {};
  for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (name === 'data-raw') props['dangerouslySetInnerHTML'] = { __html: Buffer.from(value, 'base64').toString('utf8') };
    else props[PROPS[name] ?? name] = decode(value);
  }
  return props;
}

function decode(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
