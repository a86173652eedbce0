/** The query for the next moment of every scheduled column (`shared/content/content-rules.ts`), and the reading of its answer. */
import { z } from 'zod';
import {
  DAILY_VIEWS,
  PUBLISHED_COLUMN,
  SCHEDULE_SOURCES,
  SCHEDULED_COLUMNS,
  type ScheduledColumn,
  SETTINGS_TABLE,
  TIME_ZONE_COLUMN,
} from '../../../shared/content/content-rules.ts';
import { dayAfter, isTimeZone, localDay, startOfDay } from '../../../shared/time/local-day.ts';

/** Returns the tables whose moments decide what the public sees of `table`. */
export function momentTables(table: string): readonly string[] {
  return SCHEDULE_SOURCES[table] ?? [table];
}

export const NEXT_MOMENTS_OPERATION = 'ProximasMudancas';

/**
 * Runs as administrator only: it reads rows that are not visible yet, and columns that the public may not read. So it is not among the known
 * operations, which every caller may run. `$agora` is an instant, `$hoje` its day.
 */
export const NEXT_MOMENTS_QUERY = `query ${NEXT_MOMENTS_OPERATION}($agora: timestamptz!, $hoje: date!) {
  ${SETTINGS_TABLE}(limit: 1) { ${TIME_ZONE_COLUMN} }
${SCHEDULED_COLUMNS.map(nextMoment).join('\n')}
}`;

function nextMoment(scheduled: ScheduledColumn): string {
  const { table, column } = scheduled;
  const where = `{ ${PUBLISHED_COLUMN}: { _eq: true }, ${column}: ${stillToCome(scheduled)} }`;
  return `  ${answerField(scheduled)}: ${table}(where: ${where}, order_by: [{ ${column}: asc }], limit: 1) { ${column} }`;
}

function stillToCome({ kind }: ScheduledColumn): string {
  switch (kind) {
    case 'moment':
      return '{ _gt: $agora }';
    case 'first_day':
      return '{ _gt: $hoje }';
    // A last day that is today has not ended yet.
    case 'last_day':
      return '{ _gte: $hoje }';
  }
}

/** Each column has an alias of its own, since a table may have several. */
function answerField({ table, column }: ScheduledColumn): string {
  return `${table}_${column}`;
}

const Answer = z
  .object({ [SETTINGS_TABLE]: z.array(z.object({ [TIME_ZONE_COLUMN]: z.string() })) })
  .catchall(z.array(z.record(z.string(), z.string().nullable())));

export interface NextMoments {
  /** The zone in which the database counts days; null while the settings name none, or one that Intl does not know. */
  readonly timeZone: string | null;
  /** Milliseconds of the next moment of each table that has one. */
  readonly byTable: ReadonlyMap<string, number>;
}

/** Reads the answer to `NEXT_MOMENTS_QUERY`, whose days are of `timeZone`. @throws ZodError or RangeError when it is not one. */
export function parseNextMoments(json: string, timeZone: string, now: number): NextMoments {
  const answer = Answer.parse(JSON.parse(json));
  const midnight = startOfDay(dayAfter(localDay(now, timeZone)), timeZone);
  const byTable = new Map<string, number>(DAILY_VIEWS.map((view) => [view, midnight]));
  for (const scheduled of SCHEDULED_COLUMNS) {
    const { table, column, kind } = scheduled;
    const value = answer[answerField(scheduled)]?.[0]?.[column];
    if (typeof value !== 'string') continue;
    const instant = toInstant(value, kind, timeZone);
    byTable.set(table, Math.min(instant, byTable.get(table) ?? Number.POSITIVE_INFINITY));
  }
  const named = answer[SETTINGS_TABLE][0]?.[TIME_ZONE_COLUMN] ?? null;
  // Postgres knows zones that Intl does not ("<-03>3"); the site must start with them as well.
  return { timeZone: named !== null && isTimeZone(named) ? named : null, byTable };
}

function toInstant(value: string, kind: ScheduledColumn['kind'], timeZone: string): number {
  if (kind === 'first_day') return startOfDay(value, timeZone);
  if (kind === 'last_day') return startOfDay(dayAfter(value), timeZone);
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) throw new RangeError('the database answered a moment that is not a time');
  return instant;
}
