/** What the name of a file tells of a document: "ATA_03-2024 CONSELHO.pdf" is "ATA 03-2024 CONSELHO" of 2024. */

/** Returns the name as a title: without its ending, and with a hyphen only between digits. */
export function titleOf(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\.[^.]+$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/-(?!\d)|(\D)-/g, '$1 ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Years that a document may have. */
export const FIRST_YEAR = 1988;
export const LAST_YEAR = 2100;

/** Returns the year that the name says; null where it says none, or several. A month is not read: "03-2024" may be a number as well. */
export function yearOf(name: string): number | null {
  const years = new Set(
    (name.match(/\d+/g) ?? [])
      .filter((digits) => digits.length === 4)
      .map(Number)
      .filter(isYear),
  );
  const [year = null] = years;
  return years.size === 1 ? year : null;
}

export function isYear(year: number): boolean {
  return Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR;
}
