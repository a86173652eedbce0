/**
 * Dates as a citizen of Brazil reads them. Server and browser must print the same text, so the time zone is always named and a
 * calendar day ('2026-03-04') is never moved by one.
 */

import { remembering } from '../cache/remembering.ts';

/** The time zone of the institute where configuration names no other. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

export type DateFormat = 'short' | 'long' | 'month' | 'date-time' | 'weekday';

const OPTIONS: Record<DateFormat, Intl.DateTimeFormatOptions> = {
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  'date-time': { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Moment {
  readonly date: Date;
  readonly timeZone: string;
  readonly hasTime: boolean;
}

/** A calendar day is read and printed in UTC, so that no zone shifts it; anything else is an instant. */
function parseMoment(iso: string, timeZone: string): Moment | null {
  const dayOnly = DAY.test(iso);
  const date = new Date(dayOnly ? `${iso}T00:00:00Z` : iso);
  if (Number.isNaN(date.getTime())) return null;
  return { date, timeZone: dayOnly ? 'UTC' : timeZone, hasTime: !dayOnly };
}

/** Formatters cost a thousand times their use, so each is made once: there are few formats, and zones come from configuration alone. */
const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

const TIME_OPTIONS: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' };

function formatter(format: DateFormat | 'time', timeZone: string): Intl.DateTimeFormat {
  const key = `${format} ${timeZone}`;
  const known = FORMATTERS.get(key);
  if (known !== undefined) return known;
  const options = format === 'time' ? TIME_OPTIONS : OPTIONS[format];
  const made = new Intl.DateTimeFormat('pt-BR', { ...options, timeZone });
  FORMATTERS.set(key, made);
  return made;
}

/**
 * Returns an ISO day or instant as pt-BR text, with the first of a month as '1º' in the long formats. A text that is not a date comes
 * back unchanged: a page shows odd content rather than none.
 */
export function formatDate(iso: string, format: DateFormat = 'long', timeZone: string = DEFAULT_TIME_ZONE): string {
  return printed(`${format} ${timeZone} ${iso}`, () => printDate(iso, format, timeZone));
}

/** Dates as they were printed: lists show the same ones again and again, and the zone's rules are slow. Some 100 bytes each. */
const printed = remembering<string>(4_096);

function printDate(iso: string, format: DateFormat, timeZone: string): string {
  const moment = parseMoment(iso, timeZone);
  if (moment === null) return iso;
  const text = formatter(format, moment.timeZone).format(moment.date);
  const withOrdinal = format === 'short' ? text : text.replace(/(^|, )1 de /, '$11º de ');
  return format === 'date-time' && moment.hasTime ? `${withOrdinal} às ${clockTime(moment)}` : withOrdinal;
}

/** Returns the clock time of an instant: '14h30', '9h'. Empty for a day without a time. */
export function formatTime(iso: string, timeZone: string = DEFAULT_TIME_ZONE): string {
  const moment = parseMoment(iso, timeZone);
  return moment?.hasTime === true ? clockTime(moment) : '';
}

function clockTime({ date, timeZone }: Moment): string {
  const parts = formatter('time', timeZone).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((item) => item.type === type)?.value ?? '';
  const minutes = part('minute').padStart(2, '0');
  return `${Number(part('hour'))}h${minutes === '00' ? '' : minutes}`;
}

/** Says whether two calendar days are the first and the last of one month, which is named by its month then. */
export function isWholeMonth(start: string, end: string | null): boolean {
  if (end === null || !DAY.test(start) || !DAY.test(end) || !start.endsWith('-01')) return false;
  const dayAfter = new Date(Date.parse(`${end}T00:00:00Z`) + 86_400_000).toISOString();
  return dayAfter.slice(8, 10) === '01' && start.slice(0, 7) === end.slice(0, 7);
}

/** Returns a span of days as text: 'de 04/03/2026 a 31/12/2026', 'desde 04/03/2026', 'até 31/12/2026'; empty without both ends. */
export function formatPeriod(start: string | null, end: string | null): string {
  if (start !== null && end !== null) return `de ${formatDate(start, 'short')} a ${formatDate(end, 'short')}`;
  if (start !== null) return `desde ${formatDate(start, 'short')}`;
  return end === null ? '' : `até ${formatDate(end, 'short')}`;
}
