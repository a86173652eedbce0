import { withoutTypedCpf } from '../../shared/content/cpf.ts';

/** What a printed page says of itself: its address and when it was printed. Browsers print both in their margin only where the visitor has not turned that off. */

const PRINTED = 'data-impresso';

/** Writes the line that client/styles/print.css shows, at each print. */
export function installPrintedAddress(window: Window): void {
  window.addEventListener('beforeprint', () => {
    const root = window.document.documentElement;
    root.setAttribute(PRINTED, printedLine(window.location.href, new Date()));
  });
}

/** 'Impresso de https://… em 23/11/2026, 16:10' */
export function printedLine(href: string, now: Date): string {
  return `Impresso de ${withoutTypedCpf(href)} em ${now.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' })}`;
}
