/** The nodes and marks of the rich-text field: a part of what the sanitiser allows, and nothing else. */
import { type Extensions, Mark, mergeAttributes, Node, textblockTypeInputRule } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { ListItem } from '@tiptap/extension-list';
import StarterKit from '@tiptap/starter-kit';
import { safeAddress } from '../../../../shared/html/address.ts';
import type { HtmlProfile } from '../../../../shared/html/allowed-html.ts';
import { PICTURE_NODE } from './picture-node.ts';
import { tableNodes } from './table-nodes.ts';
import { PLAIN_MARKS } from './written-html.ts';

/** The marks that StarterKit brings. */
const STARTER_MARKS = new Set(['bold', 'italic', 'strike', 'code']);

const OWN_MARKS = Object.entries(PLAIN_MARKS)
  .filter(([name]) => !STARTER_MARKS.has(name))
  .map(([name, tag]) => Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }));

/** A mark with one attribute, which is also the attribute of its element. What is typed behind it is no part of it. */
function markWith(name: string, tag: string, attribute: string): Mark {
  return Mark.create({
    name,
    inclusive: false,
    addAttributes: () => ({ [attribute]: { default: null } }),
    parseHTML: () => [{ tag: `${tag}[${attribute}]` }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });
}

const ATTRIBUTE_MARKS = [
  markWith('abbreviation', 'abbr', 'title'),
  markWith('language', 'span', 'lang'),
  markWith('time', 'time', 'datetime'),
];

const LEVELS: Readonly<Record<string, number>> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 };

/** Headings under the page's own h1. A heading keeps its id, to which other pages may lead. */
function headingNode(profile: HtmlProfile): Node {
  const levelOf = (tag: string): number => (profile === 'corpo' ? (LEVELS[tag] ?? 4) : 4);
  return Node.create({
    name: 'heading',
    group: 'block',
    content: 'inline*',
    defining: true,
    addAttributes: () => ({ level: { default: 2, rendered: false }, id: { default: null, keepOnSplit: false } }),
    parseHTML: () => Object.keys(LEVELS).map((tag) => ({ tag, attrs: { level: levelOf(tag) } })),
    renderHTML: ({ node, HTMLAttributes }) => [`h${String(node.attrs['level'])}`, HTMLAttributes, 0],
    addInputRules() {
      const getAttributes = ([, signs = '']: RegExpMatchArray): object => ({ level: levelOf(`h${signs.length}`) });
      return [textblockTypeInputRule({ find: /^(#{1,6})\s$/, type: this.type, getAttributes })];
    },
  });
}

/** Tab leaves the field, as everywhere in a form; items are moved with the buttons or with Ctrl and a bracket. */
const LIST_ITEM = ListItem.extend({
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      'Mod-]': () => this.editor.commands.sinkListItem(this.name),
      'Mod-[': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** StarterKit's takes a point or comma that is typed behind it into the link. */
const LINK = Link.extend({ inclusive: false }).configure({
  openOnClick: false,
  autolink: true,
  linkOnPaste: true,
  protocols: ['mailto', 'tel'],
  HTMLAttributes: { target: null, rel: null, class: null },
  isAllowedUri: (address) => address.startsWith('#') || safeAddress(address) !== null,
});

/** A title: words of one line. */
const TITLE = Node.create({ name: 'doc', topNode: true, content: 'paragraph' });

/** Returns what the field of this profile may hold. */
export function textExtensions(profile: HtmlProfile): Extensions {
  const isTitle = profile === 'titulo';
  const starter = StarterKit.configure({
    heading: false,
    codeBlock: false,
    underline: false,
    listItem: false,
    link: false,
    ...(isTitle
      ? {
          document: false,
          blockquote: false,
          bulletList: false,
          orderedList: false,
          horizontalRule: false,
          listKeymap: false,
          trailingNode: false,
        }
      : {}),
  });
  const blocks = isTitle ? [TITLE] : [headingNode(profile), LIST_ITEM, LINK, PICTURE_NODE, ...tableNodes()];
  return [starter, ...blocks, ...OWN_MARKS, ...ATTRIBUTE_MARKS];
}
