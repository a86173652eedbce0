/**
 * Calendar days of a time zone. A day does not always begin at 00:00 (Brazil used to skip that hour in spring), so its beginning is found
 * rather than computed.
 */

const HOUR_MS = 3_600_000;
/** Zones lie between UTC-12 and UTC+14; one hour more for a day that begins late. */
const WIDEST_OFFSET_MS = 15 * HOUR_MS;

/** Returns the calendar day (`YYYY-MM-DD`) that `timeZone` has at `instant` (milliseconds). @throws RangeError for an unknown zone. */
export function localDay(instant: number, timeZone: string): string {
  return dayFormat(timeZone)(instant);
}

/** Returns the first millisecond of `day` (`YYYY-MM-DD`) in `timeZone`. @throws RangeError for an invalid day or zone. */
export function startOfDay(day: string, timeZone: string): number {
  const dayAt = dayFormat(timeZone);
  const middle = utcDay(day);
  let before = middle - WIDEST_OFFSET_MS;
  let first = middle + WIDEST_OFFSET_MS;
  while (first - before > 1) {
    const between = Math.floor((before + first) / 2);
    if (dayAt(between) >= day) first = between;
    else before = between;
  }
  return first;
}

/** Returns the day after `day`, both `YYYY-MM-DD`. @throws RangeError for an invalid day. */
export function dayAfter(day: string): string {
  return new Date(utcDay(day) + 24 * HOUR_MS).toISOString().slice(0, 10);
}

/** Whether `localDay` and `startOfDay` accept `name` as a zone. */
export function isTimeZone(name: string): boolean {
  try {
    dayFormat(name);
    return true;
  } catch {
    // Intl refuses an unknown zone with a RangeError: that is the answer.
    return false;
  }
}

function utcDay(day: string): number {
  const instant = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(instant)) throw new RangeError('a day must be written YYYY-MM-DD');
  return instant;
}

/** Formatters cost a thousand times their use, and a process has few zones. */
const DAYS = new Map<string, (instant: number) => string>();

function dayFormat(timeZone: string): (instant: number) => string {
  const known = DAYS.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'iso8601' });
  const day = (instant: number): string => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  };
  DAYS.set(timeZone, day);
  return day;
}
