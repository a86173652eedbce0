/** An origin that answers each route with the data of its operations, the state that it carries and the groups of a page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pageStateOf } from '../../../client/site-state/page-state.ts';
import type { ContentBackend } from '../../../server/backend/backend.ts';
import type { PublicationBoundaries } from '../../../server/backend/publication/boundaries.ts';
import type { SiteStateHolder } from '../../../server/backend/site-state.ts';
import { applyCachePolicy } from '../../../server/http/cache-headers.ts';
import { startOperations } from '../../../server/ssr/page/preload.ts';
import type { ResultCache } from '../../../server/ssr/page/result-cache.ts';
import { missingGroups, pageGroups } from '../../../server/ssr/response/cache-groups.ts';
import { tablesRead } from '../../../server/ssr/response/tables-read.ts';
import { fileGroups } from '../../../shared/cache/groups.ts';
import { FILE_POLICY, UNKNOWN_ID_POLICY } from '../../../shared/cache/policy.ts';
import { fileIdFromPath } from '../../../shared/files/file-url.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';

/** Ahead of the database's, so that what a test withdraws now has settled at once. */
export const now = (): number => Date.now() + 5_000;

const ANSWER_LIMIT_MS = 60_000;

export interface Origin {
  readonly backend: ContentBackend;
  readonly siteState: SiteStateHolder;
  readonly boundaries: PublicationBoundaries;
  /** Null for what reads the database each time. */
  readonly results: ResultCache | null;
}

/** Answers a page or a file of the site. */
export async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { backend, siteState, boundaries, results: kept }: Origin,
): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://site.test');
  const file = fileIdFromPath(url.pathname);
  if (file !== null) {
    applyCachePolicy(res, FILE_POLICY, fileGroups(file), boundaries.secondsUntilNext(['arquivo'], now()));
    Readable.from([`file ${file}`]).pipe(res);
    return;
  }
  const match = matchRoute(ROUTES, url.pathname, url.searchParams);
  if (match.kind !== 'route') throw new Error(`${url.pathname} is no page`);
  const { input } = match;
  const route = ROUTES.find((each) => each === match.route);
  if (route === undefined) throw new Error(`${match.route.id} is in no table`);
  // Before the operations, as early as a page may read it.
  const estado = pageStateOf(siteState.current(), route.layout, route.id);
  const calls = [...(route.main === null ? [] : [route.main(input)]), ...route.late(input)];
  const cache = kept === null || route.cache.kind === 'never' ? undefined : { results: kept, groups: route.groups };
  const operations = startOperations(calls, { backend, texts: QUERY_TEXTS, cache, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  const results = await Promise.all(calls.map(async (_call, index) => (await operations.result(index)).data));
  const main = route.main === null ? null : results[0];
  const outcome = route.outcome({ input, state: siteState.current(), main: main ?? null });
  res.statusCode = outcome.kind === 'found' ? 200 : 404;
  const moment = boundaries.secondsUntilNext(tablesRead({ route, operations }), now());
  if (outcome.kind === 'found') applyCachePolicy(res, route.cache, pageGroups(route, { calls, results }), moment);
  else applyCachePolicy(res, UNKNOWN_ID_POLICY, missingGroups(route, main), moment);
  res.end(JSON.stringify({ outcome: outcome.kind, results, estado }));
}
