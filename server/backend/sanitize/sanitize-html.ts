/**
 * The allow-list for HTML written by editors: what is not named here does not reach a page. Pictures go through `/_image`, addresses are
 * checked, headings fit under the page's h1.
 */
import sanitize from 'sanitize-html';
import { ALLOWED_ATTRIBUTES, elementsOf, type HtmlProfile, RENAMED_ELEMENTS } from '../../../shared/html/allowed-html.ts';
import {
  cellAttributes,
  languageAttributes,
  linkAttributes,
  listAttributes,
  pictureTag,
  timeAttributes,
} from '../../../shared/html/attributes.ts';
import { finishedHtml, withoutTableBoxes } from '../../../shared/html/finished-html.ts';
import { idAttribute } from '../../../shared/html/heading-ids.ts';

/** Elements whose content is dropped with them: their text is no text of the page. */
const NON_TEXT = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
  'xmp',
  'noembed',
  'noframes',
  'plaintext',
];

/** Deeper nesting than any text needs costs the browser more than it tells the reader. */
const MAX_NESTING = 40;

/** Characters of the longest text: a book of 200 pages. What follows is dropped; the tables of this site refuse longer texts. */
export const MAX_HTML_LENGTH = 500_000;

/**
 * Elements that may be open at once, as in the HTML parser of Chromium. The parser looks through them for each end tag, so without a limit
 * its time would grow with the square of the length.
 */
const MAX_OPEN = 512;

/** Returns the part of `html` that the profile allows, as well-formed HTML. Never throws; the result is safe as the content of an element. */
export function sanitizeHtml(html: string, profile: HtmlProfile): string {
  const text = withoutTableBoxes(html.slice(0, MAX_HTML_LENGTH));
  const clean = allowedPart(text, profile) ?? allowedPart(paragraphsOf(text), profile) ?? '';
  return finishedHtml(clean, profile);
}

class TooManyOpen extends Error {
  override readonly name = 'TooManyOpen';
}

/** Returns null where too many elements are open at once. */
function allowedPart(html: string, profile: HtmlProfile): string | null {
  let open = 0;
  const count = {
    onOpenTag: () => {
      open += 1;
      if (open > MAX_OPEN) throw new TooManyOpen();
    },
    onCloseTag: () => {
      open -= 1;
    },
  };
  try {
    return sanitize(html, { ...optionsOf(profile), ...count });
  } catch (error) {
    if (error instanceof TooManyOpen) return null;
    throw error;
  }
}

/** The words of a text with its paragraphs and line breaks, which are never open inside each other. */
function paragraphsOf(html: string): string {
  return html.replaceAll(/<(?!\/?(?:p|br)>)[^<>]*>?/g, ' ').replaceAll(/ {2,}/g, ' ');
}

function optionsOf(profile: HtmlProfile): sanitize.IOptions {
  return {
    allowedTags: [...elementsOf(profile)],
    allowedAttributes: Object.fromEntries(Object.entries(ALLOWED_ATTRIBUTES).map(([element, names]) => [element, [...names]])),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: [...NON_TEXT],
    nestingLimit: MAX_NESTING,
    transformTags: transformsOf(profile),
  };
}

type Transform = (tagName: string, attributes: sanitize.Attributes) => sanitize.Tag;

function transformsOf(profile: HtmlProfile): Record<string, Transform> {
  const ids = new Set<string>();
  const heading = (level: 2 | 3 | 4): Transform => {
    return (_tag, { id }) => ({ tagName: `h${profile === 'corpo' ? level : 4}`, attribs: idAttribute(id, ids) });
  };
  return {
    ...Object.fromEntries(Object.entries(RENAMED_ELEMENTS).map(([from, to]) => [from, (): sanitize.Tag => ({ tagName: to, attribs: {} })])),
    h1: heading(2),
    h2: heading(2),
    h3: heading(3),
    h4: heading(4),
    h5: heading(4),
    h6: heading(4),
    a: (_tag, attributes) => ({
      tagName: 'a',
      attribs: { ...linkAttributes(attributes['href'] ?? ''), ...idAttribute(attributes['id'], ids) },
    }),
    img: (_tag, attributes) => pictureTag(attributes),
    td: (_tag, attributes) => ({ tagName: 'td', attribs: cellAttributes(attributes) }),
    th: (_tag, attributes) => ({ tagName: 'th', attribs: cellAttributes(attributes) }),
    ol: (_tag, attributes) => ({ tagName: 'ol', attribs: listAttributes(attributes) }),
    span: (_tag, attributes) => ({ tagName: 'span', attribs: languageAttributes(attributes) }),
    time: (_tag, attributes) => ({ tagName: 'time', attribs: timeAttributes(attributes) }),
  };
}
