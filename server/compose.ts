/**
 * Builds every part of the site from the configuration and hands each what it needs; no part finds its own dependencies. The only file
 * that knows the whole.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { FILE_TABLE } from '../shared/content/content-rules.ts';
import { QUERY_TEXTS } from '../shared/graphql/generated/all.ts';
import { ROUTES } from '../shared/routes/table.ts';
import { GRAPHQL_PATH } from '../shared/routes/url.ts';
import { verifiedToken } from './auth/token-of-request.ts';
import type { ContentBackend } from './backend/backend.ts';
import { observedBackend } from './backend/observed-backend.ts';
import { publishAssets } from './builds/publish-assets.ts';
import { type CacheInFront, cacheInFront } from './cache-in-front.ts';
import { caseFunctions } from './cases/case-functions.ts';
import { startSiteCaseWork, withNeededKeys } from './cases-of-site.ts';
import type { Config } from './config/config.ts';
import { type Content, openContent } from './content.ts';
import type { Origin } from './edge/index.ts';
import { emailSubscriptionFunctions } from './email-subscriptions/subscription-functions.ts';
import { createIdentify } from './graphql/caller.ts';
import { createGraphqlSocket } from './graphql/graphql-socket.ts';
import type { ProcessState } from './health/router.ts';
import { clientAddresses } from './http/client-address.ts';
import { createClientQuotas } from './http/client-quotas.ts';
import type { AnswerDirectly } from './http/connections/direct-answers.ts';
import { carryExchange } from './http/exchange.ts';
import { publicPaths } from './http/static.ts';
import { createImages, type Images } from './images/images.ts';
import type { Logger } from './observability/log.ts';
import type { QueueMetrics } from './observability/metrics/state-metrics.ts';
import type { Observe } from './observability/observation.ts';
import { type OperationsOptions, startOperations } from './operations/operations.ts';
import { createQueueCounts } from './operations/queue-metrics.ts';
import { createRouteNames } from './operations/route-names.ts';
import { namesDebugToken } from './operations/server-timing.ts';
import { openTelemetry, type Telemetry } from './operations/telemetry.ts';
import { withinWorkLimit } from './operations/work-limit.ts';
import { startAccountMail } from './password-links/account-mail.ts';
import { createSiteAccountMail } from './password-links-of-site.ts';
import { openRendering, type Rendering } from './rendering.ts';
import { createResultCaches, type ResultCaches } from './result-caches.ts';
import { graphqlOptions, type SiteAppOptions, siteApp, siteDatabase } from './routers.ts';
import { openSharedCache, type SharedCache } from './shared-cache.ts';
import type { DevelopmentModules } from './ssr/development.ts';

export interface ComposeOptions {
  readonly root: string;
  readonly config: Config;
  readonly log: Logger;
  readonly server: Server;
  /** In development: the modules of the sources, and a backend that outlives this composition. */
  readonly development?: { readonly modules: DevelopmentModules; readonly backend: ContentBackend };
  /** Aborts a start that is under way. */
  readonly signal: AbortSignal;
  readonly onProgress: (message: string, done: number, total: number) => void;
}

export interface Composition {
  readonly backendKind: string;
  readonly listener: (req: IncomingMessage, res: ServerResponse) => void;
  /** Answers before Node's parser; null where nothing is stored in front of the site. */
  readonly answerDirectly: AnswerDirectly | null;
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Renders the likeliest pages before a visitor asks for them. Never rejects; to be called when the listener answers. */
  warmUp(): Promise<void>;
  /** From now on readiness probes fail; everything else is still answered. */
  drain(): void;
  close(): Promise<void>;
}

/** Composes the site. Nothing stays open when it rejects. */
export async function compose(options: ComposeOptions): Promise<Composition> {
  const { development, root } = options;
  const rendering = await openRendering(root, development?.modules);
  let telemetry: Telemetry | undefined;
  let content: Content | undefined;
  try {
    telemetry = await openTelemetry({ ...options, build: rendering.build.id, listens: development === undefined });
    const { log, observation } = telemetry;
    content = await openContent({
      ...options,
      log,
      openedBackend: development?.backend,
      traceparent: observation.traceparent,
      observed: (backend) => observedBackend(backend, observation.observe, QUERY_TEXTS),
    });
    await leaveAssets(options, rendering, content);
    const config = await withNeededKeys(options.config, content.backend);
    const sharedCache = await openSharedCache(config, content.backend);
    return assemble({ ...options, log, config }, { rendering, content, sharedCache, telemetry });
  } catch (error) {
    await Promise.allSettled([content?.close(), telemetry?.close()]);
    throw error;
  }
}

/** Development has no hashed files. */
async function leaveAssets({ root, log }: ComposeOptions, { build, isDevelopment }: Rendering, { backend }: Content): Promise<void> {
  if (isDevelopment || backend.releases === undefined) return;
  const directories = ['dist/client/assets', 'dist/admin/assets'].map((directory) => path.join(root, directory));
  await publishAssets({ releases: backend.releases, build: build.id, directories, log });
}

interface SiteParts {
  readonly rendering: Rendering;
  readonly content: Content;
  readonly sharedCache: SharedCache | null;
  readonly telemetry: Telemetry;
}

function assemble(options: ComposeOptions, parts: SiteParts): Composition {
  const { config, log } = options;
  const { rendering, content, sharedCache, telemetry } = parts;
  // In development nothing purges: every change of a module shows at once, and so does every change of a row.
  const caches = rendering.pageStateOf === null ? null : createResultCaches(content.boundaries);
  const images = siteImages(options, content, { caches, observe: telemetry.observation.observe });
  const origin: Origin = (req, res, exchange) => {
    carryExchange(req, exchange);
    app(req, res);
  };
  const ownQuotas = createClientQuotas({
    trustProxy: config.trustProxy,
    shared: sharedCache === null ? null : { store: sharedCache.medium.client, secret: sharedCache.secret },
  });
  const quotas = withinWorkLimit(ownQuotas, { loop: telemetry.loop });
  const cache = siteCache(options, parts, { origin, images, quotas, caches });
  let processState: ProcessState = 'ready';
  const operations = startOperations({
    telemetry,
    shared: sharedCache === null ? null : { store: sharedCache.medium, secret: sharedCache.secret },
    sources: stateSources(options, parts, { cache, images, isReady: () => processState === 'ready' }),
  });
  const database = siteDatabase({ ...options, content });
  const accountMail = createSiteAccountMail({ config, log, content });
  const app = siteApp({
    ...options,
    ...parts,
    database,
    cache,
    images,
    quotas,
    caches,
    operations,
    accountMail,
    observer: { ...telemetry.observation, routeOf: createRouteNames(ROUTES) },
    health: { state: () => processState, log, found: operations.found },
  });
  const works = [startSiteCaseWork({ config, log, content }), ...(accountMail === null ? [] : [startAccountMail(accountMail, log)])];
  const endWork = async (): Promise<void> => void (await Promise.all(works.map((work) => work.close())));
  const socket = createGraphqlSocket({
    ...graphqlOptions({ ...options, content, quotas }),
    upstreamUrl: config.graphqlWsUrl,
    siteOrigin: config.siteUrl,
    clientOf: clientAddresses(config.trustProxy),
  });
  return {
    backendKind: content.backend.kind,
    listener: cache?.edge.listener ?? app,
    answerDirectly: cache?.edge.storedAnswer ?? null,
    upgrade: (req, connection, head) => {
      // In development the hot reload socket of Vite listens on the same port.
      if (rendering.isDevelopment && req.url?.startsWith(GRAPHQL_PATH) !== true) return;
      socket.handleUpgrade(req, connection, head);
    },
    warmUp: async () => cache?.warmUp(),
    drain: () => {
      processState = 'draining';
      void endWork();
      // They would keep the server open for as long as their clients like; clients connect again, to another replica.
      socket.close();
      cache?.stopWarmUp();
    },
    close: async () => {
      socket.close();
      cache?.close();
      operations.close();
      sharedCache?.close();
      await endWork();
      await Promise.all([images.close(), database.close()]);
      await Promise.allSettled([content.close(), telemetry.close()]);
    },
  };
}

/** What the parts know by themselves, for metrics and figures. */
function stateSources(
  { config, log, server }: ComposeOptions,
  { rendering, content: { backend }, sharedCache }: SiteParts,
  { cache, images, isReady }: { readonly cache: CacheInFront | null; readonly images: Images; readonly isReady: () => boolean },
): OperationsOptions['sources'] {
  const [ofCases, ofFollowers] = [caseFunctions(backend), emailSubscriptionFunctions(backend)];
  const count = async (): Promise<QueueMetrics> => ({ cases: await ofCases.countMessages(), followers: await ofFollowers.countMessages() });
  const queue = createQueueCounts({ count, log });
  return {
    build: rendering.build.id,
    backend: backend.kind,
    edge: () => (cache === null ? null : { ...cache.edge.stats() }),
    isSharing: () => (sharedCache === null ? null : cache?.edge.stats().isSharing === true),
    decoders: () => images.processes,
    queue: () => (config.mail === null ? Promise.resolve(null) : queue()),
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0))),
    isReady,
  };
}

function siteImages(
  { config, log, root }: ComposeOptions,
  content: Content,
  { caches, observe }: { readonly caches: ResultCaches | null; readonly observe: Observe },
): Images {
  const { backend } = content;
  return createImages({
    backend,
    identify: createIdentify({ adminSecrets: [], verifier: backend.auth.verifier, siteOrigin: config.siteUrl }),
    files: caches?.files,
    publicDirectory: path.join(root, 'public'),
    log,
    observe,
    avif: config.imageAvif,
    hosts: config.imageHosts,
    nat64: config.imageNat64,
    boundary: () => content.boundaries.secondsUntilNext([FILE_TABLE], Date.now()),
    disk: { directory: path.resolve(config.dataDirectory, 'derivatives'), bytes: config.imageDiskMb * 1024 * 1024 },
  });
}

/** Makes the edge of the site; none in development, where every change of a module must show at once. */
function siteCache(
  { config, log, server, root }: ComposeOptions,
  { rendering: { pageStateOf, build }, content: { backend, siteState }, sharedCache }: SiteParts,
  { origin, images, quotas, caches }: Pick<SiteAppOptions, 'images' | 'quotas' | 'caches'> & { readonly origin: Origin },
): CacheInFront | null {
  if (pageStateOf === null) return null;
  const onHidden: Images['hide'] = (groups) => images.hide(groups);
  const onPurged = (groups: readonly string[] | 'all'): void => caches?.purge(groups);
  const isSignedIn = async (headers: IncomingHttpHeaders): Promise<boolean> =>
    namesDebugToken(headers, config.debugToken) || (await verifiedToken(headers, backend.auth.verifier)) !== null;
  const own = { build: build.id, publicPaths: publicPaths(path.join(root, 'public')), pageStateOf, onPurged, onHidden, sharedCache };
  return cacheInFront({ config, log, server, origin, quotas, isSignedIn, backend, siteState, ...own });
}
