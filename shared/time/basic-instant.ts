/**
 * Instants in the basic format of ISO 8601, `20260131T120000Z`, as Amazon's Signature Version 4 and compatible signatures write them. A part that
 * is out of its range, such as month 13, is carried over into the next larger one.
 */
const BASIC_INSTANT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Returns the milliseconds since the epoch; null for anything else than such an instant. */
export function parseBasicInstant(text: string): number | null {
  const [, ...parts] = BASIC_INSTANT.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return parts.length === 0 ? null : Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Writes milliseconds since the epoch. Fractions of a second are dropped. */
export function formatBasicInstant(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
