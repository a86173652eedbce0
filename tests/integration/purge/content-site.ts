/**
 * The project's own schema in memory, the real feed of changes and the real edge, before an origin that answers each route with the data
 * of its operations and the groups of a page. Whatever the pages would show is in the body.
 */
import { setTimeout } from 'node:timers/promises';
import { pageStateOf } from '../../../client/site-state/page-state.ts';
import type { ContentBackend, ExecuteOptions, GraphqlRequest } from '../../../server/backend/backend.ts';
import { openChangeFeed } from '../../../server/backend/embedded/changes/change-feed.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { createPublicationBoundaries } from '../../../server/backend/publication/boundaries.ts';
import { maskedBackend } from '../../../server/backend/sanitize/masked-backend.ts';
import { createSiteStateHolder, type SiteStateHolder } from '../../../server/backend/site-state.ts';
import { createEdge, type Edge, type Purge } from '../../../server/edge/index.ts';
import { createSiteTarget } from '../../../server/http/site-target.ts';
import { createGroupedCache } from '../../../server/memory/grouped-cache.ts';
import { type ChangePurging, purgeOnChange } from '../../../server/purge/purge-on-change.ts';
import type { OperationResult } from '../../../server/ssr/page/operation-result.ts';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { listening } from '../../support/listening.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { emptyProject } from '../project/loaded-database.ts';
import { answer, now, type Origin } from './content-origin.ts';
import { keepRows } from './kept-rows.ts';

export interface Page {
  readonly body: string;
  readonly status: number;
  readonly hit: boolean;
  /** Seconds for which the edge goes on serving a HIT as fresh; null for anything else. */
  readonly ttl: number | null;
}

export interface ContentSite {
  readonly edge: Edge;
  readonly siteState: SiteStateHolder;
  readonly purging: ChangePurging;
  get(path: string): Promise<Page>;
  /** Runs SQL and resolves when its change event has been handled, what it made the backend answer included. @throws when none comes. */
  edit(sql: string): Promise<void>;
  /** Brings back the rows that the site was started with and ends hooks and outages; nothing that was stored before is served after. */
  restart(): Promise<void>;
  /** The first column of every row of a query. */
  column(sql: string): Promise<readonly unknown[]>;
  /** What the origin would answer now, past the edge and without a trace in it. */
  fresh(path: string): Promise<string>;
  /** Resolves when the state of the site and the next moments of publication are those of what is committed now. */
  reloaded(): Promise<void>;
  /** Resolves when the edge has revalidated what purges have left to it. */
  refreshed(): Promise<void>;
  /** What runs before each query of the backend is answered. */
  onExecute(hook: (request: GraphqlRequest, options: ExecuteOptions) => Promise<void>): void;
  /** @throws AggregateError of what went wrong in the backend without the tests' doing, since the last call. */
  throwFaults(): void;
  /** Ends what the origin answers until the restart, as an outage of the backend does. */
  breakDown(): void;
  close(): Promise<void>;
}

/** Starts a site on a database with the rows of `content`. */
export async function startContentSite(content: string): Promise<ContentSite> {
  const project = await emptyProject();
  const { database } = project;
  await database.script(content);
  const faults: unknown[] = [];
  const note = (fault: unknown): void => void faults.push(fault);
  const engine = await createGraphqlEngine({ database, metadata: await projectMetadata(), onFault: note });
  const kept = await keepRows(database);
  const feed = await openChangeFeed(database, { onBadPayload: note, onListenerError: note });
  let hook: (request: GraphqlRequest, options: ExecuteOptions) => Promise<void> = async () => undefined;
  const backend: ContentBackend = maskedBackend({
    kind: 'embedded',
    isDemonstration: () => false,
    allowList: undefined,
    auth: NO_AUTH,
    async execute(request, options) {
      const answer = await engine.execute(request, options);
      await hook(request, options);
      return answer;
    },
    subscribe: async function* () {},
    rereadSubscriptions: () => undefined,
    file: async () => null,
    onChange: (listener) => feed.subscribe(listener),
    health: async () => [],
    close: async () => undefined,
  });
  const boundaries = await createPublicationBoundaries({ backend, log: SILENT_LOG, now });
  const siteState = await createSiteStateHolder({
    backend,
    log: SILENT_LOG,
    after: () => boundaries.settled(),
    timers: { after: () => () => undefined },
  });
  const boundary = (tables: ReadonlySet<string>): number | undefined => boundaries.secondsUntilNext(tables, now());
  const results = createGroupedCache<OperationResult>({ maxBytes: 8_000_000, freshForMs: 300_000, boundary });
  const origin: Origin = { backend, siteState, boundaries, results };
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
  const purge = (what: Purge): void => {
    results.purge(what.kind === 'groups' ? what.groups : 'all');
    edge.purge(what);
  };
  const purging = purgeOnChange({ backend, siteState, edge: { purge }, routes: ROUTES, pageStateOf, log: SILENT_LOG });
  const reloaded: ContentSite['reloaded'] = async () => void (await Promise.all([siteState.refresh(), boundaries.refresh()]));
  const front = await listening(edge.listener);
  const behind = await listening((req, res) => void answer(req, res, { ...origin, results: null }));
  const purgeByCall = (what: Purge): void => {
    results.purge('all');
    edge.purge(what);
  };
  return {
    edge: { ...edge, purge: purgeByCall },
    siteState,
    purging,
    throwFaults() {
      const found = faults.splice(0);
      if (found.length > 0) throw new AggregateError(found, `${found.length} faults of the backend`);
    },
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
      let told = false;
      const stop = backend.onChange(() => {
        told = true;
      });
      await database
        .script(sql)
        .then(() => allTold(database))
        .finally(stop);
      if (!told) throw new Error(`no row that the feed tells of was changed by: ${sql}`);
      await purging.settled();
    },
    async restart() {
      broken = false;
      hook = async () => undefined;
      await kept.putBack();
      await reloaded();
      purge({ kind: 'all', mode: 'hard' });
    },
    reloaded,
    refreshed: async () => {
      const isDone = (): boolean => edge.stats().refreshesWaiting + edge.stats().refreshesRunning === 0;
      // Not at every turn: each look counts what is stored, while the refreshes need the processor.
      while (!isDone()) await setTimeout(2);
    },
    onExecute(next) {
      hook = next;
    },
    breakDown() {
      broken = true;
    },
    async close() {
      edge.close();
      purging.close();
      boundaries.close();
      siteState.close();
      await Promise.all([front.close(), behind.close()]);
      await feed.close();
      await project.close();
    },
  };
}

/** Resolves when the change events of everything that is committed now have been delivered. */
async function allTold(database: Database): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await database.listen('tudo_avisado', () => resolve(), resolve);
  // A database delivers notifications in order, and the feed emits those of one turn of the event loop before this one.
  await database.query(`select pg_notify('tudo_avisado', '')`);
  await promise;
  await new Promise<void>((next) => void setImmediate(next));
  await stop();
}
