import { escapeHtml } from '../../shared/html/escape.ts';

/**
 * Returns plain text as HTML, in which web addresses are links: the terms of most tile services ask for one. Nothing else of the text
 * has a meaning in HTML.
 */
export function attributionHtml(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<>()]*[^\s<>().,;:]/g, (address) => {
    const shown = address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
    return `<a href="${address}" rel="noopener">${shown}</a>`;
  });
}
