/**
 * The two ways in which text enters HTML outside React: inert JSON blocks and plain text. Every inline block of the site passes here.
 */

const JSON_ESCAPES: Readonly<Record<string, string>> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/**
 * Makes JSON text safe inside `<script type="application/json">`: `<` could close the element or open a comment in it, U+2028 and
 * U+2029 end a line for old JavaScript parsers. In JSON the three occur in strings only, so the parsed value stays the same.
 */
export function inlineJson(json: string): string {
  return json.replaceAll(/[<\u2028\u2029]/g, (character) => JSON_ESCAPES[character] ?? character);
}

const HTML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Makes plain text safe as HTML content or as a quoted attribute value. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);
}
