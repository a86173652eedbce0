/**
 * What a clock on the wall of a time zone shows, as inputs of the type `datetime-local` write it (`yyyy-mm-ddThh:mm`), and the instants of it.
 * A browser knows its own zone alone, and the zone of an institution is not always that of the editor who writes for it.
 */

const WALL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/;

/** Returns what the clock of `timeZone` shows at `instant` (milliseconds since 1970). @throws RangeError for an unknown zone. */
export function wallTime(instant: number, timeZone: string): string {
  return new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 16);
}

/**
 * Returns the instant (milliseconds since 1970) at which the clock of `timeZone` shows `wall`; null for a text of another form. Of an hour that comes
 * twice it is the first, and an hour that is skipped counts on from the one before it.
 */
export function instantOf(wall: string, timeZone: string): number | null {
  const [, day, time] = WALL_TIME.exec(wall) ?? [];
  const written = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(written)) return null;
  // A change of the clock lies within a day, so the offsets before and after it are both tried.
  const [before, after] = [written - DAY_MS, written + DAY_MS].map((near) => written - offsetAt(near, timeZone));
  if (before === undefined || after === undefined) return null;
  const isShown = (instant: number): boolean => instant + offsetAt(instant, timeZone) === written;
  return isShown(before) || !isShown(after) ? before : after;
}

const DAY_MS = 86_400_000;

/** Milliseconds by which the clock of the zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const minute = Math.floor(instant / 60_000) * 60_000;
  const parts = new Map(
    clock(timeZone)
      .formatToParts(minute)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const shown = new Date(0);
  // `Date.UTC` takes the years below 100, which are on the way to each year that is typed, for those of the last century.
  shown.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  return shown.setUTCHours(part('hour'), part('minute')) - minute;
}

/** Formatters cost a thousand times their use, and a process has few zones. */
const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function clock(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  CLOCKS.set(timeZone, made);
  return made;
}
