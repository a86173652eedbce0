/** The exact address of a file: in its own spelling, and without values that no row can have, as the page has it. */
import type { Response } from 'express';
import { CONTENT_POLICY } from '../../shared/cache/policy.ts';
import { exactStable } from '../../shared/routes/data-address.ts';
import type { FileMatch } from '../../shared/routes/data-routes.ts';
import { fileSearch, queryString } from '../../shared/routes/list-address.ts';
import { fillPath, possibleSearch } from '../../shared/routes/match.ts';
import { exportUrl } from '../../shared/routes/url.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { openToScripts } from '../http/open-to-scripts.ts';

/** Returns the exact address of the file; null where it was asked for at that. */
export function canonicalFileUrl({ route, input, isExact, format, page, stable, moved }: FileMatch, state: SiteState): string | null {
  const search = possibleSearch(route, input.search, state);
  const params = route.exactParams(input, state);
  const exactPage = fillPath(route.path, params);
  if (moved === null && exactPage === page && isExact && search === input.search) return null;
  // A category in another letter case is corrected by the same redirect. Who asks for a stable address keeps to it.
  const own = stable === null ? exactPage : exactStable(stable, params);
  return exportUrl(own, format) + queryString(fileSearch(route, search));
}

/** Sends to the exact address. A vocabulary may get the value later, so caches keep it as long as a page. */
export function redirectPermanently(res: Response, address: string): void {
  applyCachePolicy(res, CONTENT_POLICY, []);
  openToScripts(res);
  res.status(308).location(address);
  res.setHeader('Content-Length', 0);
  res.end();
}
