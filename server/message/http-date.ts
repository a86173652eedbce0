/**
 * HTTP-date (RFC 9110 §5.6.7): IMF-fixdate, which is sent, and the two obsolete formats, which recipients must accept. `Date.parse` is not
 * used, because it accepts other formats too, and an invalid `Expires` must count as expired. A cache ignores the case (RFC 9111 §4.2).
 */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = MONTHS.join('|');
const FIXED = new RegExp(String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) (${MONTH}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$`, 'i');
const RFC850 = new RegExp(
  String.raw`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d{2})-(${MONTH})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$`,
  'i',
);
const ASCTIME = new RegExp(String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (${MONTH}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$`, 'i');

interface Calendar {
  readonly day: number;
  readonly month: number;
  readonly year: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Returns the instant in milliseconds, or null for anything but an HTTP-date. `now` (milliseconds) decides the century of two-digit years. */
export function parseHttpDate(value: string, now: number): number | null {
  const text = value.trim();
  const parts = fixedParts(text) ?? rfc850Parts(text, now) ?? asctimeParts(text);
  return parts === null ? null : instantOf(parts);
}

/** Writes an instant in milliseconds as an IMF-fixdate. Fractions of a second are dropped. */
export function formatHttpDate(instant: number): string {
  return new Date(instant).toUTCString();
}

function fixedParts(text: string): Calendar | null {
  const [, day, month, year, hour, minute, second] = FIXED.exec(text) ?? [];
  return month === undefined ? null : calendar(day, month, Number(year), hour, minute, second);
}

function rfc850Parts(text: string, now: number): Calendar | null {
  const [, day, month, shortYear, hour, minute, second] = RFC850.exec(text) ?? [];
  if (month === undefined) return null;
  const thisYear = new Date(now).getUTCFullYear();
  const year = Number(shortYear) + Math.floor(thisYear / 100) * 100;
  // RFC 9110 §5.6.7: a two-digit year that appears to be more than 50 years in the future means the past century.
  return calendar(day, month, year > thisYear + 50 ? year - 100 : year, hour, minute, second);
}

function asctimeParts(text: string): Calendar | null {
  const [, month, day, hour, minute, second, year] = ASCTIME.exec(text) ?? [];
  return month === undefined ? null : calendar(day, month, Number(year), hour, minute, second);
}

function calendar(
  day: string | undefined,
  month: string,
  year: number,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): Calendar {
  return {
    day: Number(day),
    month: MONTHS.indexOf(month.toLowerCase()),
    year,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
}

function instantOf({ day, month, year, hour, minute, second }: Calendar): number | null {
  // RFC 9110 §5.6.7 allows a leap second (:60), which Date counts as the first second of the next minute.
  if (hour > 23 || minute > 59 || second > 60) return null;
  const instant = Date.UTC(year, month, day, hour, minute, second);
  return new Date(Date.UTC(year, month, day)).getUTCDate() === day ? instant : null;
}
