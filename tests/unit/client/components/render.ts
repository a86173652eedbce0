import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The markup that a visitor without script receives. */
export function htmlOf(element: ReactElement): string {
  return renderToStaticMarkup(element);
}

/** The words of a piece of markup, as they are read. */
export function textOf(html: string): string {
  return html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
