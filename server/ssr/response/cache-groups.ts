import { MAX_GROUPS, siteGroup, tableGroup } from '../../../shared/cache/groups.ts';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import type { OperationCall } from '../../../shared/routes/types.ts';
import { rootTables, withRowGroups } from '../page/row-groups.ts';

type Grouped = Pick<AnyRoute, 'id' | 'groups'>;

/** The operations of a page and what they answered. */
export interface PageData {
  readonly calls: readonly OperationCall[];
  readonly results: readonly unknown[];
}

/** Returns the cache groups of a page: the site's state, what the route and its operations name, and every row in its results. */
export function pageGroups(route: Grouped, { calls, results }: PageData): readonly string[] {
  return withRowGroups([siteGroup(route.id), ...route.groups, ...calls.flatMap(({ groups = [] }) => groups)], results);
}

/**
 * Returns the cache groups of the answer that a row is not there: the tables in which the route looked for it, so that a new row, or one
 * that is published now, is found by the next visitor. `main` is the data of the main operation, null when it was not asked.
 */
export function missingGroups(route: Grouped, main: unknown): readonly string[] {
  const tables = typeof main === 'object' && main !== null ? rootTables(main) : [];
  return [...new Set([siteGroup(route.id), ...route.groups, ...tables.map(tableGroup)])].slice(0, MAX_GROUPS);
}
