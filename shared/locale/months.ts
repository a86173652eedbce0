/**
 * The names of months.
 *
 * They are apart from the other words of dates: pages without lists and reports do not load them.
 */
const MONTHS = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

/**
 * Returns the name of a month, in small letters as Portuguese writes it.
 * @param month 1 to 12
 * @returns an empty text for any other number
 */
export function monthName(month: number): string {
  return MONTHS[month - 1] ?? '';
}
