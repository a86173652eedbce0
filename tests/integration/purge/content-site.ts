/**
 * The project's own schema in memory, the real feed of changes and the real edge, before an origin that answers each route with the data
 * of its operations and the groups of a page. Whatever the pages would show is in the body.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { parteDoEstado } from '../../../client/estado/parte-do-estado.ts';
import type { ContentBackend, ExecuteOptions, GraphqlRequest } from '../../../server/backend/backend.ts';
import { openChangeFeed } from '../../../server/backend/embedded/changes/change-feed.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { openProject } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { createPublicationBoundaries, type PublicationBoundaries } from '../../../server/backend/publication-boundary.ts';
import { createSiteState, type SiteState } from '../../../server/backend/site-state.ts';
import { createEdge, type Edge } from '../../../server/edge/index.ts';
import { applyCachePolicy, type CacheHeaderOptions } from '../../../server/http/cache-headers.ts';
import { createSiteTarget } from '../../../server/http/site-target.ts';
import { SILENT_LOG } from '../../../server/observability/log.ts';
import { type ChangePurging, purgeOnChange } from '../../../server/purge/changes.ts';
import { missingGroups, pageGroups } from '../../../server/ssr/cache-groups.ts';
import { startOperations } from '../../../server/ssr/preload.ts';
import { tablesRead } from '../../../server/ssr/tables-read.ts';
import { fileGroups } from '../../../shared/cache/groups.ts';
import { FILE_POLICY, UNKNOWN_ID_POLICY } from '../../../shared/cache/policy.ts';
import { fileIdFromPath } from '../../../shared/files/file-url.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { listening } from '../../support/listening.ts';
import { emptyProject } from '../backend/demo/loaded-database.ts';

export interface Page {
  readonly body: string;
  readonly status: number;
  readonly hit: boolean;
  /** Seconds for which the edge goes on serving a HIT as fresh; null for anything else. */
  readonly ttl: number | null;
}

export interface ContentSite {
  readonly edge: Edge;
  readonly siteState: SiteState;
  readonly purging: ChangePurging;
  get(path: string): Promise<Page>;
  /** Runs SQL and resolves when its change event has been handled, what it made the backend answer included. */
  edit(sql: string): Promise<void>;
  /** The first column of every row of a query. */
  column(sql: string): Promise<readonly unknown[]>;
  /** What the origin would answer now, past the edge and without a trace in it. */
  fresh(path: string): Promise<string>;
  /** Resolves when the state of the site and the next moments of publication are those of what is committed now. */
  reloaded(): Promise<void>;
  /** What runs before each query of the backend is answered. */
  onExecute(hook: (request: GraphqlRequest, options: ExecuteOptions) => Promise<void>): void;
  /** What went wrong in the backend without the tests' doing. */
  readonly faults: readonly unknown[];
  /** Ends what the origin answers from now on, as an outage of the backend does. */
  breakDown(): void;
  close(): Promise<void>;
}

/** Ahead of the database's, so that what a test withdraws now has settled at once. */
const now = (): number => Date.now() + 5_000;

const ANSWER_LIMIT_MS = 60_000;

const PROJECT = new URL('../../../server/backend/project', import.meta.url).pathname;

/** Starts a site on a database with the rows of `content`. */
export async function startContentSite(content: string): Promise<ContentSite> {
  const project = await emptyProject();
  const { database } = project;
  await database.script(content);
  const parts = await openProject(PROJECT);
  const metadata = await readMetadata(parts.metadata);
  const faults: unknown[] = [];
  const note = (fault: unknown): void => void faults.push(fault);
  const engine = await createGraphqlEngine({ database, metadata, onFault: note });
  const feed = await openChangeFeed(database, { onBadPayload: note, onListenerError: note });
  let hook: (request: GraphqlRequest, options: ExecuteOptions) => Promise<void> = async () => undefined;
  const backend: ContentBackend = {
    kind: 'embedded',
    demonstration: false,
    async execute(request, options) {
      const answer = await engine.execute(request, options);
      await hook(request, options);
      return answer;
    },
    file: async () => null,
    onChange: (listener) => feed.subscribe(listener),
    health: async () => [],
    close: async () => undefined,
  };
  const siteState = await createSiteState({ backend, log: SILENT_LOG, schedule: () => () => undefined });
  const boundaries = await createPublicationBoundaries({ backend, timeZone: 'America/Sao_Paulo', log: SILENT_LOG, now });
  const origin: Origin = { backend, siteState, boundaries };
  let broken = false;
  const edge = createEdge({
    targetOf: createSiteTarget({ routes: ROUTES, imageTarget: createImageTarget({ avif: true }) }),
    origin: async (req, res) => {
      if (broken) {
        res.statusCode = 503;
        res.end();
        return;
      }
      await answer(req, res, origin);
    },
  });
  const purging = purgeOnChange({ backend, siteState, edge, routes: ROUTES, partOf: parteDoEstado, log: SILENT_LOG });
  const front = await listening(edge.listener);
  const behind = await listening((req, res) => void answer(req, res, origin));
  return {
    edge,
    siteState,
    purging,
    faults,
    async get(path) {
      const response = await fetch(front.origin + path, { redirect: 'manual' });
      const cacheStatus = response.headers.get('cache-status') ?? '';
      const hit = /;\s*hit/.test(cacheStatus);
      const ttl = hit ? Number(/ttl=(-?\d+)/.exec(cacheStatus)?.[1]) : null;
      return { body: await response.text(), status: response.status, hit, ttl };
    },
    column: async (sql) => (await database.query(sql)).rows.map((row) => Object.values(row)[0]),
    fresh: async (path) => (await fetch(behind.origin + path, { redirect: 'manual' })).text(),
    async edit(sql) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = backend.onChange(() => resolve());
      await database.script(sql);
      await promise;
      stop();
      await purging.settled();
    },
    reloaded: async () => void (await Promise.all([siteState.refresh(), boundaries.refresh()])),
    onExecute(next) {
      hook = next;
    },
    breakDown() {
      broken = true;
    },
    async close() {
      purging.close();
      boundaries.close();
      siteState.close();
      await Promise.all([front.close(), behind.close()]);
      await feed.close();
      await project.close();
    },
  };
}

interface Origin {
  readonly backend: ContentBackend;
  readonly siteState: SiteState;
  readonly boundaries: PublicationBoundaries;
}

async function answer(req: IncomingMessage, res: ServerResponse, { backend, siteState, boundaries }: Origin): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://site.test');
  const file = fileIdFromPath(url.pathname);
  if (file !== null) {
    applyCachePolicy(res, FILE_POLICY, fileGroups(file), until(boundaries.secondsUntilNext(['arquivo'], now())));
    Readable.from([`file ${file}`]).pipe(res);
    return;
  }
  const match = matchRoute(ROUTES, url.pathname, url.searchParams);
  if (match.kind !== 'route') throw new Error(`${url.pathname} is no page`);
  const { input } = match;
  const route = ROUTES.find((each) => each === match.route);
  if (route === undefined) throw new Error(`${match.route.id} is in no table`);
  // Before the operations, as early as a page may read it.
  const estado = parteDoEstado(siteState.current(), route.layout, route.id);
  const calls = [...(route.main === null ? [] : [route.main(input)]), ...route.late(input)];
  const operations = startOperations(calls, { backend, texts: QUERY_TEXTS, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  const results = await Promise.all(calls.map(async (_call, index) => (await operations.result(index)).data));
  const main = route.main === null ? null : results[0];
  const outcome = route.outcome({ input, state: siteState.current(), main: main ?? null });
  res.statusCode = outcome.kind === 'found' ? 200 : 404;
  const moment = until(boundaries.secondsUntilNext(tablesRead({ route, operations }), now()));
  if (outcome.kind === 'found') applyCachePolicy(res, route.cache, pageGroups(route, results), moment);
  else applyCachePolicy(res, UNKNOWN_ID_POLICY, missingGroups(route, main), moment);
  res.end(JSON.stringify({ outcome: outcome.kind, results, estado }));
}

function until(boundarySeconds: number | undefined): CacheHeaderOptions {
  return boundarySeconds === undefined ? {} : { boundarySeconds };
}
