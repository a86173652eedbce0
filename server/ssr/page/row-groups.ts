/** The cache groups that the rows of results stand for. */
import { MAX_GROUPS, parentGroup, rowGroup, tableGroup, tableGroupsOf } from '../../../shared/cache/groups.ts';
import { KEY_COLUMNS } from '../../../shared/content/content-rules.ts';

/**
 * Returns `named` and the group of every row in the results, those with a list below them as its parent. Where there are more groups than a
 * response may carry, tables replace the rows: a change then purges too much, but never too little.
 */
export function withRowGroups(named: Iterable<string>, results: readonly unknown[]): readonly string[] {
  const rows = new Map<string, RowOnPage>();
  const tables = new Set(named);
  for (const result of results) for (const [name, row] of rowsOf(result)) addRow(rows, name, row);
  const groups = [...rows.values()].map(({ table, key, lists }) => (lists ? parentGroup(table, key) : rowGroup(table, key)));
  if (tables.size + groups.length <= MAX_GROUPS) return [...tables, ...groups];
  for (const group of groups) for (const table of tableGroupsOf(group)) tables.add(table);
  return [...tables];
}

/** Returns the table of each field of a result, by its name; an alias gives a name that no table has. */
export function rootTables(result: object): readonly string[] {
  return Object.keys(result).map(rootTable);
}

/** Returns the groups of the tables in which a result found nothing, so that a row that comes is found. */
export function emptyGroups(result: object): readonly string[] {
  const empty = Object.entries(result).filter(([, value]) => value === null || (Array.isArray(value) && value.length === 0));
  return empty.map(([field]) => tableGroup(rootTable(field)));
}

function rootTable(field: string): string {
  return field.replace(/_(?:by_pk|aggregate)$/, '');
}

interface RowOnPage {
  readonly table: string;
  readonly key: string | number;
  readonly lists: boolean;
}

type Rows = ReadonlyMap<string, RowOnPage>;

/** A result that is kept in process is on many pages, and a new one is asked for its groups when it comes and when its page is sent. */
const ROWS_OF_RESULTS = new WeakMap<object, Rows>();

function rowsOf(result: unknown): Rows {
  const rows = new Map<string, RowOnPage>();
  if (typeof result !== 'object' || result === null) return rows;
  const known = ROWS_OF_RESULTS.get(result);
  if (known !== undefined) return known;
  collectRows(result, rows);
  ROWS_OF_RESULTS.set(result, rows);
  return rows;
}

/** A row that has a list in one place has it in all. */
function addRow(rows: Map<string, RowOnPage>, name: string, row: RowOnPage): void {
  rows.set(name, rows.get(name)?.lists === true ? { ...row, lists: true } : row);
}

function collectRows(value: unknown, rows: Map<string, RowOnPage>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collectRows(item, rows);
    return;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const row = rowOf(fields);
  if (row !== null) addRow(rows, rowGroup(row.table, row.key), row);
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
