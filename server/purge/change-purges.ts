/**
 * Decides which cache groups a change of rows purges. Pure. A page names the groups that it depends on (`shared/cache/groups.ts`); this
 * module names those that a change reaches, by the rules of `shared/content/content-rules.ts`.
 *
 * | Change of a row `t:k`                          | Purged                                                    | Mode |
 * |------------------------------------------------|-----------------------------------------------------------|------|
 * | UPDATE of EDITORIAL_COLUMNS alone              | `t`, `t:k`, `t:k+`, and `p:x+`, `p+` of each parent `p:x` | soft |
 * | INSERT                                         | the same and `t:*`                                        | soft |
 * | any other UPDATE, DELETE                       | the same and `t:*`                                        | hard |
 * | a reference to a file that came, went or hides | the groups of the file                                    | as above |
 * | UPDATE of one of SITE_WIDE_COLUMNS             | everything                                                | the column's |
 *
 * A hard purge deletes the stored response; a soft one keeps it for stale-if-error (decision 0011). The event does not tell an
 * edit from an unpublishing, so an UPDATE is hard unless every column that it changed is known not to decide who sees the row, or where.
 */
import { fileGroups, orderGroup, parentGroup, parentsGroup, rowGroup, tableGroup } from '../../shared/cache/groups.ts';
import {
  EDITORIAL_COLUMNS,
  FILE_TABLE,
  LOOKED_UP_ON_UPDATE,
  type LookupTable,
  PERSON_ROLE_TABLES,
  PERSON_TABLE,
  SITE_WIDE_COLUMNS,
  TABLES_WITHOUT_PAGES,
} from '../../shared/content/content-rules.ts';
import type { RowChange } from '../backend/backend.ts';
import type { PurgeMode } from '../edge/index.ts';

export interface Purges {
  /** Purge of everything, when groups would not do or would be too many. */
  readonly all: PurgeMode | null;
  readonly hard: ReadonlySet<string>;
  readonly soft: ReadonlySet<string>;
  /** Rows that may have appeared or gone; only the database knows which other rows and files that shows or hides. */
  readonly lookups: Lookups;
}

/** Keys of the rows to look up in the database, by table. */
export type Lookups = ReadonlyMap<LookupTable, ReadonlySet<string>>;

/** More groups than this are one purge of everything: the edge remembers 10,000 purged groups, and one event must not push all others out. */
const MAX_PURGED_GROUPS = 2_000;

const EDITORIAL: ReadonlySet<string> = new Set(Object.values(EDITORIAL_COLUMNS).flat());
const PERSON_ROLES: ReadonlySet<string> = new Set(PERSON_ROLE_TABLES);

/** Returns the changes that a page may show. */
export function changesOfPages(changes: readonly RowChange[]): readonly RowChange[] {
  return changes.filter(({ table }) => !TABLES_WITHOUT_PAGES.includes(table));
}

/** Returns what the changes of one event reach. */
export function purgesOf(changes: readonly RowChange[]): Purges {
  const [hard, soft] = [new Set<string>(), new Set<string>()];
  const lookups = new Map<LookupTable, Set<string>>();
  let all: PurgeMode | null = null;
  for (const change of changes) {
    const isMove = mayMove(change);
    const mode = mayHide(change) ? 'hard' : 'soft';
    const groups = mode === 'hard' ? hard : soft;
    for (const group of groupsOf(change, isMove)) groups.add(group);
    all = harder(all, siteWideMode(change, mode));
    if (isMove) addLookups(change, lookups);
  }
  if (hard.size + soft.size > MAX_PURGED_GROUPS) all = harder(all, hard.size > 0 ? 'hard' : 'soft');
  return { all, hard, soft, lookups };
}

/** Returns the rows of both. */
export function joinLookups(one: Lookups, other: Lookups): Lookups {
  const joined = new Map<LookupTable, Set<string>>();
  for (const [table, keys] of [...one, ...other]) for (const key of keys) addKey(joined, table, key);
  return joined;
}

function addKey(lookups: Map<LookupTable, Set<string>>, table: LookupTable, key: string): void {
  const keys = lookups.get(table);
  if (keys === undefined) lookups.set(table, new Set([key]));
  else keys.add(key);
}

/** Whether the change may hide the row, or move it to where it is not expected. */
export function mayHide(change: RowChange): boolean {
  return change.op !== 'INSERT' && mayMove(change);
}

/** Whether the change may decide who sees the row, or where it stands in lists. */
function mayMove({ op, columns }: RowChange): boolean {
  return op !== 'UPDATE' || columns === undefined || columns.some((column) => !EDITORIAL.has(column));
}

function groupsOf({ table, key, refs = [], columns }: RowChange, isMove: boolean): readonly string[] {
  const own = [tableGroup(table), rowGroup(table, key), parentGroup(table, key), ...(isMove ? [orderGroup(table)] : [])];
  const others = refs.flatMap((ref) => {
    if (ref.table === FILE_TABLE && (isMove || columns?.includes(ref.column) === true)) return rowsOfFile(ref.key);
    const person = isMove && ref.table === PERSON_TABLE && PERSON_ROLES.has(table) ? [rowGroup(PERSON_TABLE, ref.key)] : [];
    return [parentGroup(ref.table, ref.key), parentsGroup(ref.table), ...person];
  });
  return [...own, ...others];
}

/** Returns the groups of one file, without the one that stands for all of them. */
export function rowsOfFile(id: string): readonly string[] {
  return fileGroups(id).filter((group) => group.includes(':'));
}

/** Returns how the change purges everything; null when it does not. */
function siteWideMode({ table, op, columns, refs }: RowChange, mode: PurgeMode): PurgeMode | null {
  // Triggers of another project may not tell what a row refers to; the lists that it stands in are then not known.
  if (refs === undefined) return mode;
  if (op !== 'UPDATE') return null;
  const changed = Object.entries(SITE_WIDE_COLUMNS[table] ?? {}).filter(([column]) => columns === undefined || columns.includes(column));
  return changed.reduce<PurgeMode | null>((found, [, own]) => harder(found, own), null);
}

function addLookups({ table, key, op, refs = [] }: RowChange, lookups: Map<LookupTable, Set<string>>): void {
  // Nothing refers to a row that was just inserted or deleted, but for rows that tell a change of their own.
  const lookedUp = op === 'UPDATE' ? LOOKED_UP_ON_UPDATE.find((each) => each === table) : undefined;
  if (lookedUp !== undefined) addKey(lookups, lookedUp, key);
  if (PERSON_ROLES.has(table)) for (const ref of refs) if (ref.table === PERSON_TABLE) addKey(lookups, PERSON_TABLE, ref.key);
}

function harder(one: PurgeMode | null, other: PurgeMode | null): PurgeMode | null {
  return other === 'hard' ? other : (one ?? other);
}
