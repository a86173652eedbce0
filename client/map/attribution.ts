import { escapeHtml } from '../../shared/html/escape.ts';

/** A web address in running text, without the punctuation that follows it. */
const ADDRESS = /(https?:\/\/[^\s<>()"]*[^\s<>()".,;:])/;

/**
 * Returns plain text as HTML, in which web addresses are links: the terms of most tile services ask for one. Nothing else of the text
 * has a meaning in HTML.
 */
export function attributionHtml(text: string): string {
  // Split by a capturing pattern: the addresses are at the odd places.
  return text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : linkTo(part)))
    .join('');
}

function linkTo(address: string): string {
  const shown = address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
  return `<a href="${escapeHtml(address)}" rel="noopener">${escapeHtml(shown)}</a>`;
}
