import { MAX_GROUPS, parentGroup, rowGroup, siteGroup, tableGroup, tableGroupsOf } from '../../../shared/cache/groups.ts';
import { KEY_COLUMNS } from '../../../shared/content/content-rules.ts';
import type { AnyRoute } from '../../../shared/routes/define.ts';

/**
 * Returns the cache groups of a page: the site's state, the tables that the route names and every row in its results, those with a list
 * below them as its parent. Where there are more groups than a response may carry, tables replace the rows: a change then purges too much,
 * but never too little.
 */
export function pageGroups(route: Pick<AnyRoute, 'id' | 'groups'>, results: readonly unknown[]): readonly string[] {
  const rows = new Map<string, RowOnPage>();
  const tables = new Set<string>([siteGroup(route.id), ...route.groups]);
  for (const result of results) collectRows(result, rows);
  const groups = [...rows.values()].map(({ table, key, lists }) => (lists ? parentGroup(table, key) : rowGroup(table, key)));
  if (tables.size + groups.length <= MAX_GROUPS) return [...tables, ...groups];
  for (const group of groups) for (const table of tableGroupsOf(group)) tables.add(table);
  return [...tables];
}

/**
 * Returns the cache groups of the answer that a row is not there: the tables in which the route looked for it, so that a new row, or one
 * that is published now, is found by the next visitor. `main` is the data of the main operation, null when it was not asked.
 */
export function missingGroups(route: Pick<AnyRoute, 'id' | 'groups'>, main: unknown): readonly string[] {
  const asked = typeof main === 'object' && main !== null ? Object.keys(main) : [];
  const tables = asked.map((field) => tableGroup(field.replace(/_(?:by_pk|aggregate)$/, '')));
  return [...new Set([siteGroup(route.id), ...route.groups, ...tables])].slice(0, MAX_GROUPS);
}

interface RowOnPage {
  readonly table: string;
  readonly key: string | number;
  readonly lists: boolean;
}

function collectRows(value: unknown, rows: Map<string, RowOnPage>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collectRows(item, rows);
    return;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const row = rowOf(fields);
  if (row !== null) {
    const name = rowGroup(row.table, row.key);
    rows.set(name, rows.get(name)?.lists === true ? { ...row, lists: true } : row);
  }
  // `for in` makes no array: a page has some hundred objects with a dozen fields each, and most fields hold no object.
  for (const name in fields) {
    const child = fields[name];
    if (typeof child === 'object') collectRows(child, rows);
  }
}

function rowOf(fields: Readonly<Record<string, unknown>>): RowOnPage | null {
  const table = fields['__typename'];
  if (typeof table !== 'string') return null;
  for (const column of KEY_COLUMNS) {
    const key = fields[column];
    if (typeof key === 'string' || typeof key === 'number') return { table, key, lists: hasList(fields) };
  }
  return null;
}

function hasList(fields: Readonly<Record<string, unknown>>): boolean {
  for (const name in fields) if (isList(fields[name])) return true;
  return false;
}

/** True for a list of rows, also an empty one. An empty array that is a value of the row counts as well, which only purges too much. */
function isList(value: unknown): boolean {
  if (!Array.isArray(value)) return isAggregate(value);
  const [first] = value as readonly unknown[];
  return first === undefined || (typeof first === 'object' && first !== null && '__typename' in first);
}

/** The count of the rows below a row changes with them. */
function isAggregate(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'aggregate' in value;
}
