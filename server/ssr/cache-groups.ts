import { MAX_GROUPS, rowGroup, SITE_GROUP, tableGroup } from '../../shared/cache/groups.ts';

/** Columns that identify a row in results, in the order of preference. */
const KEY_COLUMNS = ['id', 'slug', 'codigo'] as const;

/**
 * Returns the cache groups of a page: the site's state, the tables that the route names and every row in its results. Past the bound of
 * a response the rows give way to their tables, so a change can only purge too much, never too little.
 */
export function pageGroups(routeGroups: readonly string[], results: readonly unknown[]): readonly string[] {
  const rows = new Set<string>();
  const tables = new Set<string>([SITE_GROUP, ...routeGroups]);
  for (const result of results) collectRows(result, rows);
  if (tables.size + rows.size <= MAX_GROUPS) return [...tables, ...rows];
  for (const row of rows) tables.add(tableGroup(row.slice(0, row.indexOf(':'))));
  return [...tables];
}

function collectRows(value: unknown, rows: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collectRows(item, rows);
    return;
  }
  const group = groupOf(value as Record<string, unknown>);
  if (group !== null) rows.add(group);
  for (const child of Object.values(value)) collectRows(child, rows);
}

function groupOf(row: Readonly<Record<string, unknown>>): string | null {
  const table = row['__typename'];
  if (typeof table !== 'string') return null;
  for (const column of KEY_COLUMNS) {
    const key = row[column];
    if (typeof key === 'string' || typeof key === 'number') return rowGroup(table, key);
  }
  return null;
}
