/** The record of changes that the project's database keeps for two days, as a backend answers it to the server itself. */
import { z } from 'zod';
import { CHANGE_HORIZON, CHANGE_LOG } from '../../../shared/content/content-rules.ts';
import type { Logger } from '../../observability/log.ts';
import { ADMIN_CALLER, type ChangeEvent, type ContentBackend, type RowChange } from '../backend.ts';

export type Execute = ContentBackend['execute'];

export interface RecordedChange {
  readonly key: number;
  readonly transaction: number;
  readonly notice: unknown;
}

export interface ReadChanges {
  /** Every transaction below this number had ended before the reading. */
  readonly horizon: number;
  /** What transactions from the asked number on have written, in the order of their keys; null for more than is worth reading. */
  readonly changes: readonly RecordedChange[] | null;
}

/** The record holds two days; a server that was away for longer than this may have missed some. */
export const MAX_AWAY_MS = 24 * 3_600_000;

const GAP: readonly ChangeEvent[] = [{ kind: 'gap' }];

/** Changes of one request. */
const PAGE = 1_000;

/** Beyond this the listeners are told that they may have missed some: one purge of everything costs less. */
const MAX_PAGES = 5;

const { table, key, transaction, notice } = CHANGE_LOG;

const QUERY = `query MudancasDesde($desde: bigint!, $depois: bigint!) {
  ${CHANGE_HORIZON.view} { ${CHANGE_HORIZON.column} }
  ${table}(where: { ${transaction}: { _gte: $desde }, ${key}: { _gt: $depois } }, order_by: [{ ${key}: asc }], limit: ${PAGE}) {
    ${key} ${transaction} ${notice}
  }
}`;

/** Numbers of transactions and keys stay far below 2^53. */
const Answer = z.object({
  [CHANGE_HORIZON.view]: z.tuple([z.object({ [CHANGE_HORIZON.column]: z.int() })]),
  [table]: z.array(z.object({ [key]: z.int(), [transaction]: z.int(), [notice]: z.unknown() })),
});

/** @throws when the record cannot be read. */
export async function readHorizon(execute: Execute): Promise<number> {
  const { horizon } = await readPage(execute, Number.MAX_SAFE_INTEGER, 0);
  return horizon;
}

/** Reads what transactions from the number `since` on have written. @throws when the record cannot be read. */
export async function readChanges(execute: Execute, since: number): Promise<ReadChanges> {
  const found: RecordedChange[] = [];
  let first: number | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { horizon, changes } = await readPage(execute, since, found.at(-1)?.key ?? 0);
    first ??= horizon;
    found.push(...changes);
    if (changes.length < PAGE) return { horizon: first, changes: found };
  }
  return { horizon: await readHorizon(execute), changes: null };
}

/** The events that tell of these changes: their rows, and a gap where one names none. `onUnreadable` gets the keys of wrong notices. */
export function eventsOf(recorded: readonly RecordedChange[], onUnreadable: (key: number) => void): readonly ChangeEvent[] {
  const changes: RowChange[] = [];
  let isGap = false;
  for (const each of recorded) {
    const change = readNotice(each.notice);
    if (change !== undefined && namesRow(change)) changes.push(change);
    else isGap = true;
    if (change === undefined) onUnreadable(each.key);
  }
  return [...(changes.length > 0 ? [{ kind: 'rows', changes } as const] : []), ...(isGap ? [{ kind: 'gap' } as const] : [])];
}

/**
 * The events of what transactions from the number `since` on have written; a gap where the record holds too much, cannot be read, or is of a
 * database that was restored, whose numbers begin again. Never rejects.
 */
export async function eventsSince(execute: Execute, since: number, log: Logger): Promise<readonly ChangeEvent[]> {
  try {
    const { horizon, changes } = await readChanges(execute, since);
    if (changes === null || horizon < since) return GAP;
    return eventsOf(changes, (key) => log.warn({ key }, 'a recorded change could not be read'));
  } catch (error) {
    log.warn({ err: error }, 'the changes that were missed could not be read');
    return GAP;
  }
}

async function readPage(
  execute: Execute,
  since: number,
  after: number,
): Promise<{ readonly horizon: number; readonly changes: readonly RecordedChange[] }> {
  const variables = { desde: since, depois: after };
  const answer = await execute({ query: QUERY, variables, operationName: 'MudancasDesde' }, { caller: ADMIN_CALLER });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused the record of changes');
  const body = Answer.parse(JSON.parse(answer.json));
  const [moment] = body[CHANGE_HORIZON.view];
  const changes = body[table].map((row) => ({ key: row[key], transaction: row[transaction], notice: row[notice] }));
  return { horizon: moment[CHANGE_HORIZON.column], changes };
}

const Reference = z.object({ column: z.string(), table: z.string(), key: z.string() });

/** As the triggers of the project write it, to the listeners and into the record; those of another project may leave out `refs` and `columns`. */
const Notice = z.object({
  table: z.string().min(1),
  key: z.string(),
  op: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  refs: z.exactOptional(z.array(Reference)),
  columns: z.exactOptional(z.array(z.string())),
});

/** Returns the change; undefined for what is no notice. */
export function readNotice(notice: unknown): RowChange | undefined {
  return Notice.safeParse(notice).data;
}

/** The key that stands for every row of a table (`truncate`, and any change of a vocabulary). No primary key of the project is this text. */
const EVERY_ROW = '*';

/** Says whether a change names the row that it is about. */
export function namesRow({ key }: RowChange): boolean {
  return key !== EVERY_ROW;
}
