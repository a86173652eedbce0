/** What a printed page says of itself: its address and when it was printed. Browsers print both in their margin only where the visitor has not turned that off. */

const PRINTED = 'data-impresso';

/** Writes the line that client/styles/print.css shows, at each print. */
export function installPrintedAddress(window: Window): void {
  window.addEventListener('beforeprint', () => {
    const root = window.document.documentElement;
    root.setAttribute(PRINTED, printedLine(window.location.href, new Date()));
  });
}

/** Eleven digits, with signs or without: this is loaded by every page, and a printed address needs no rule of check digits. */
const LIKE_A_CPF = /(^|\D)(?:\d{3}\D?){3}\d\d(?!\d)/g;

/** 'Impresso de https://… em 23/11/2026, 16:10' */
export function printedLine(href: string, now: Date): string {
  return `Impresso de ${href.replace(LIKE_A_CPF, '$1***')} em ${now.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' })}`;
}
