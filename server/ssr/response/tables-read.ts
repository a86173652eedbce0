import { missingGroups, pageGroups } from './cache-groups.ts';
import type { FoundPage } from './page-response.ts';

/** Tables behind the parts of the site's state that change with the calendar; any page may show them. */
const STATE_TABLES = ['documento', 'membro_orgao', 'pagina'] as const;

/** Returns the tables whose rows a page shows or would show, by its route, its results, what it asked for in vain and the state around it. */
export function tablesRead({ route, operations }: Pick<FoundPage, 'route' | 'operations'>): ReadonlySet<string> {
  const results = operations.calls.map((_call, index) => {
    const state = operations.state(index);
    return state.kind === 'done' ? state.result.data : null;
  });
  const groups = [...pageGroups(route, results), ...results.flatMap((result) => missingGroups(route, result))];
  const tables = groups.map((group) => group.split(':', 1)[0] ?? group);
  return new Set([...tables, ...STATE_TABLES]);
}
