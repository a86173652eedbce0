/** The exact address of the file of a list: without values that no row can have, as the page has it. */
import type { Response } from 'express';
import { CONTENT_POLICY } from '../../shared/cache/policy.ts';
import type { pageOfExport } from '../../shared/routes/data-address.ts';
import { fileSearch, queryString } from '../../shared/routes/list-address.ts';
import { possibleSearch, type RouteMatch } from '../../shared/routes/match.ts';
import { exportUrl } from '../../shared/routes/url.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';

/** Returns the address of the file without impossible values; null where it has none. */
export function canonicalFileUrl(
  requested: NonNullable<ReturnType<typeof pageOfExport>>,
  match: Extract<RouteMatch, { kind: 'route' }>,
  state: SiteState,
): string | null {
  const search = possibleSearch(match.route, match.input.search, state);
  if (match.isExact && search === match.input.search) return null;
  return exportUrl(requested.path + queryString(fileSearch(match.route, search)), requested.format);
}

/** Sends to the exact address. A vocabulary may get the value later, so caches keep it as long as a page. */
export function redirectToCanonicalFile(res: Response, address: string): void {
  applyCachePolicy(res, CONTENT_POLICY, []);
  res.status(308).location(address);
  res.setHeader('Content-Length', 0);
  res.end();
}
