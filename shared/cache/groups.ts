/**
 * Cache group names (RFC 9875): what a stored answer depends on. The part of a name before the first `:` is a table or a word of ours, so
 * an answer with too many rows can fall back to the groups of their tables. They are written by the page (`server/ssr`), the file and the
 * picture, and purged by `server/purge`, which holds the rules from a change to groups.
 */
import { FILE_TABLE } from '../content/content-rules.ts';

/** What depends on the site's state in a way that no single page does: spellings set right, icons, answers past the bound. */
export const SITE_GROUP = 'site';

/** Every page state (`/_estado/{hash}.json`), the past ones included. Purged only when a person or a contact is withdrawn. */
export const PAGE_STATES_GROUP = 'page-states';

/** Every file and every picture made of one. Purged only where it is not known which files a change has hidden. */
export const FILES_GROUP = 'files';

/** RFC 9875 asks receivers for 32 members at least; past this many rows a response falls back to the groups of their tables. */
export const MAX_GROUPS = 128;

/** Returns the group of what shows the site's state as the route `routeId` does. */
export function siteGroup(routeId: string): string {
  return `${SITE_GROUP}:${routeId}`;
}

/** Returns the group of what any change of any row of a table may alter: lists that are searched or sorted by its texts. */
export function tableGroup(table: string): string {
  return table;
}

/** Returns the group of lists that change when a row of a table comes, goes or moves, and not with the text of rows they do not show. */
export function orderGroup(table: string): string {
  return `${table}:*`;
}

/** Returns the group of one row; `key` is the primary key, its columns joined by `:`. */
export function rowGroup(table: string, key: string | number): string {
  return `${table}:${key}`;
}

/** Returns the group of what shows a row together with a list of rows that refer to it. It takes the place of `rowGroup` there. */
export function parentGroup(table: string, key: string | number): string {
  return `${table}:${key}${BELOW}`;
}

/** Returns the group that stands for `parentGroup` of every row of a table. */
export function parentsGroup(table: string): string {
  return `${table}${BELOW}`;
}

const BELOW = '+';

/** Returns the groups that take the place of a row's where a response has too many of them: more is purged then, never less. */
export function tableGroupsOf(group: string): readonly string[] {
  const table = tableGroup(group.split(':', 1)[0] ?? group);
  return group.endsWith(BELOW) ? [table, parentsGroup(table)] : [table];
}

/** Returns the groups of a stored file, by its row in `arquivo` and by the file itself: whatever shows its bytes depends on both. */
export function fileGroups(id: string): readonly string[] {
  return [rowGroup(FILE_TABLE, id), rowGroup(FILES_GROUP, id), FILES_GROUP];
}

/** Returns the id of the file that a group is of, as `fileGroups` names it after the word of ours; null for every other group. */
export function fileOfGroup(group: string): string | null {
  const prefix = rowGroup(FILES_GROUP, '');
  return group.startsWith(prefix) ? group.slice(prefix.length) : null;
}
