/**
 * Days and moments as the inputs of dates write them. Forms work in the time zone of the browser: an editor of the institution sits in it, and
 * the sentence beside each date says in words what was chosen.
 */

/** Returns the day of `date` by this browser's calendar, `yyyy-mm-dd`. */
export function localDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
