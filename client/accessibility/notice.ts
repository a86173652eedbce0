/**
 * A line at the top of the page, for what a button of the accessibility bar cannot do: what it needs is another site's or the browser's, and may
 * be missing. A screen reader says it.
 */

/** As the service worker's line above a page that is shown without network looks (client/styles/global.css). */
const LOOK = 'copia-guardada';

/** Puts the line above the page. */
export function noticeAtTop(document: Document, text: string): void {
  const notice = document.createElement('p');
  notice.className = LOOK;
  notice.setAttribute('role', 'status');
  notice.textContent = text;
  document.body.prepend(notice);
}
