/** A list of events as a calendar that programs subscribe to (iCalendar, RFC 5545). Moments are in UTC, so no time zone needs a definition. */
import { formatBasicInstant } from '../time/basic-instant.ts';
import { dayAfter } from '../time/local-day.ts';
import { type CalendarEvent, withoutCpfs } from './dataset.ts';

export interface Calendar {
  /** Public address of the site, without a path. */
  readonly site: string;
  readonly name: string;
}

const LINE_END = '\r\n';

/** Octets of a line, without its end (RFC 5545 section 3.1). */
const LONGEST_LINE = 75;

export const CALENDAR_END = `END:VCALENDAR${LINE_END}`;

/** What stands in place of the events where there are none: a calendar has one component at least (section 3.6), and this one shows nothing. */
export const CALENDAR_WITHOUT_EVENTS = calendarLines([
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]);

/** Writes what stands before the events. Programs ask again once a day (RFC 7986 section 5.7; the second field is Outlook's own). */
export function calendarStart({ site, name }: Calendar): string {
  return calendarLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarText(new URL(site).host)}//Agenda//PT`,
    'CALSCALE:GREGORIAN',
    `NAME:${calendarText(name)}`,
    `X-WR-CALNAME:${calendarText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    'X-PUBLISHED-TTL:P1D',
  ]);
}

/** Writes the events. One that was cancelled stays, so that it leaves the calendars that have it (section 3.8.1.11). */
export function calendarEvents(events: readonly CalendarEvent[], site: string): string {
  const { hostname } = new URL(site);
  return events.map((event) => eventText(event, site, hostname)).join('');
}

function eventText(
  { key, path, title, start, end, updated, place, description, takesPlace }: CalendarEvent,
  site: string,
  host: string,
): string {
  return calendarLines([
    'BEGIN:VEVENT',
    `UID:${key}@${host}`,
    `DTSTAMP:${instant(updated)}`,
    `LAST-MODIFIED:${instant(updated)}`,
    ...times(start, end),
    `SUMMARY:${calendarText(title)}`,
    ...(place === null ? [] : [`LOCATION:${calendarText(place)}`]),
    ...(description === null ? [] : [`DESCRIPTION:${calendarText(description)}`]),
    `URL:${site}${path}`,
    `STATUS:${takesPlace ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
  ]);
}

/**
 * Begin and end. The end of days is the day after the last one (section 3.6.1). Whole days are there to know of: without TRANSP programs show who
 * subscribes as busy for the month of a proof of life (section 3.8.2.7).
 */
function times(start: string, end: string | null): readonly string[] {
  if (start.includes('T')) return [`DTSTART:${instant(start)}`, ...(end === null ? [] : [`DTEND:${instant(end)}`])];
  return [`DTSTART;VALUE=DATE:${day(start)}`, `DTEND;VALUE=DATE:${day(dayAfter(end ?? start))}`, 'TRANSP:TRANSPARENT'];
}

/** 20260301 (section 3.3.4). */
function day(iso: string): string {
  return iso.replaceAll('-', '');
}

/** 20260301T120000Z (section 3.3.5, form 2). */
function instant(iso: string): string {
  return formatBasicInstant(Date.parse(iso));
}

/** Writes a text as a value (section 3.3.11), with every CPF in it masked. Control characters but the tab are no part of a text. */
export function calendarText(value: string): string {
  return withoutCpfs(value)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');
}

/** Writes content lines, each folded and with its end (section 3.1). */
export function calendarLines(all: readonly string[]): string {
  return all.map((line) => folded(line) + LINE_END).join('');
}

/** Cuts a line between characters into pieces of at most 75 octets; each piece but the first begins with a space, which counts. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).byteLength;
    if (octets + size > LONGEST_LINE) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join(LINE_END);
}
