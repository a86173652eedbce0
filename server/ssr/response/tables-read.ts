import { SCHEDULED_COLUMNS, SITE_STATE_TABLES } from '../../../shared/content/content-rules.ts';
import { resultsOf } from '../page/preload.ts';
import { missingGroups, pageGroups } from './cache-groups.ts';
import type { FoundPage } from './page-response.ts';

/** Tables of the site's state whose rows appear or end with the calendar; any page may show them. */
const SCHEDULED_STATE_TABLES = SITE_STATE_TABLES.filter((table) => SCHEDULED_COLUMNS.some((scheduled) => scheduled.table === table));

/** Returns the tables whose rows a page shows or would show, by its route, its results, the rows that were missing and the site's state. */
export function tablesRead({ route, operations }: Pick<FoundPage, 'route' | 'operations'>): ReadonlySet<string> {
  const results = resultsOf(operations);
  const groups = [...pageGroups(route, { calls: operations.calls, results }), ...results.flatMap((result) => missingGroups(route, result))];
  const tables = groups.map((group) => group.split(':', 1)[0] ?? group);
  return new Set([...tables, ...SCHEDULED_STATE_TABLES]);
}
