/**
 * Cache group names (RFC 9875): what a stored answer depends on. A table's group stands for "any row of it", a row's group for one row,
 * `site` for the state that every page shows.
 */
export const SITE_GROUP = 'site';

/** RFC 9875 asks receivers for 32 members at least; past this many rows a response falls back to the groups of their tables. */
export const MAX_GROUPS = 128;

/** Returns the group of a table. */
export function tableGroup(table: string): string {
  return table;
}

/** Returns the group of one row; `key` is the primary key, its columns joined by `:`. */
export function rowGroup(table: string, key: string | number): string {
  return `${table}:${key}`;
}

/** Returns the groups of a stored file, by its row in `arquivo` and by the file itself: whatever shows its bytes depends on both. */
export function fileGroups(id: string): readonly string[] {
  return [rowGroup('arquivo', id), rowGroup('files', id)];
}
