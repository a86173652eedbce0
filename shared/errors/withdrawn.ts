/** What a visitor reads where something was published and then withdrawn: its address stays and says when and why. */
import { formatDate } from '../locale/dates.ts';
import { PAGE_GONE } from './page-errors.ts';

export interface Withdrawal {
  /** ISO instant. */
  readonly em: string;
  /** The institution's own words, plain text. */
  readonly motivo: string;
}

/** Longest reason, in characters, that an error text repeats; the longest of the demonstration has about a hundred. */
const MAX_REASON = 500;

/** Returns the sentence for `withdrawal`, its day in `timeZone`; the catalogue's own where neither day nor reason is known. */
export function withdrawnMessage(withdrawal: Withdrawal | null, timeZone: string): string {
  if (withdrawal === null) return PAGE_GONE.message;
  const day = formatDate(withdrawal.em, 'long', timeZone);
  return `Este conteúdo foi retirado do site em ${day}. Motivo: ${bounded(withdrawal.motivo.trim().replaceAll(/\s+/g, ' '))}`;
}

/** Returns the sentence for an address of which only the reason is known. */
export function goneMessage(motivo: string): string {
  return `${PAGE_GONE.message} Motivo: ${bounded(motivo.trim().replaceAll(/\s+/g, ' '))}`;
}

/** Cut between characters, never within one that takes two units. */
function bounded(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_REASON ? text : `${characters.slice(0, MAX_REASON - 1).join('')}…`;
}
