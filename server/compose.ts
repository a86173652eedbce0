/**
 * Builds every part of the site from the configuration and hands each what it needs; no part finds its own dependencies. The only file
 * that knows the whole.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'express';
import type { Renderer } from '../client/entry-server.tsx';
import type { PublicSettings } from '../shared/builds/document-blocks.ts';
import type { Exchange } from '../shared/cache/exchange.ts';
import { FILE_TABLE } from '../shared/content/content-rules.ts';
import { QUERY_TEXTS } from '../shared/graphql/generated/all.ts';
import { GRAPHQL_PATH } from '../shared/graphql/path.ts';
import { ROUTES } from '../shared/routes/table.ts';
import type { SiteState } from '../shared/site-state/site-state.ts';
import { createApp } from './app.ts';
import type { ContentBackend } from './backend/backend.ts';
import { createEmbeddedBackend } from './backend/embedded/backend.ts';
import { warnOfMissingImageSizes } from './backend/missing-image-sizes.ts';
import { withNhostStorage } from './backend/nhost/files-backend.ts';
import { createNhostStorage } from './backend/nhost/storage.ts';
import { createPublicationBoundaries, type PublicationBoundaries } from './backend/publication/boundaries.ts';
import { sanitizedBackend } from './backend/sanitize/sanitized-backend.ts';
import { createSiteStateHolder, type SiteStateHolder } from './backend/site-state.ts';
import { type BuildRecord, readBuildRecord } from './builds/record.ts';
import { createBuildsRouter } from './builds/router.ts';
import { cacheInFront } from './cache-in-front.ts';
import type { Config } from './config.ts';
import type { Origin } from './edge/index.ts';
import { createFilesRouter } from './files/router.ts';
import { createGraphqlRouter } from './graphql/router.ts';
import { createSubscriptionRelay } from './graphql/subscription-relay.ts';
import { createHealthRouter, type ProcessState } from './health/router.ts';
import { errorHandler } from './http/error-handler.ts';
import { requestContext } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createStaticRouter } from './http/static.ts';
import { installedCollections } from './icons/collections.ts';
import { createIconSource } from './icons/icon-source.ts';
import { createIconsRouter } from './icons/router.ts';
import { createImages } from './images/images.ts';
import type { Logger } from './observability/log.ts';
import type { PageStateOf } from './purge/state-purges.ts';
import { createDevelopment } from './ssr/development.ts';
import { type Assets, type Manifest, manifestAssets } from './ssr/document/assets.ts';
import { FAST } from './ssr/fast/fast-paths.ts';
import { createSsrHandler } from './ssr/handler.ts';
import { tablesRead } from './ssr/response/tables-read.ts';
import { createTema } from './tema/tema.ts';

export interface ComposeOptions {
  readonly root: string;
  readonly mode: 'production' | 'development';
  readonly config: Config;
  readonly log: Logger;
  /** For development's hot reload socket. */
  readonly server: Server;
  /** Aborts a start that is under way. */
  readonly signal: AbortSignal;
  readonly onProgress: (message: string, done: number, total: number) => void;
}

export interface Composition {
  readonly backendKind: string;
  readonly listener: (req: IncomingMessage, res: ServerResponse) => void;
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Renders the likeliest pages before a visitor asks for them. Never rejects; to be called when the listener answers. */
  warmUp(): Promise<void>;
  /** From now on readiness probes fail; everything else is still answered. */
  drain(): void;
  close(): Promise<void>;
}

/** A page that waits longer than this for its content is sent without it. */
const PAGE_DEADLINE_MS = 8_000;

/** How often an open page asks whether there is a new version of the site. */
const BUILD_POLL_MS = 3_600_000;

/** What turns routes into documents: the bundle of the build, or Vite's own modules in development. */
interface Rendering {
  readonly build: BuildRecord;
  readonly renderer: () => Renderer | Promise<Renderer>;
  readonly assets: Assets;
  /** What of the state each page carries; null in development, where nothing is stored. */
  readonly pageStateOf: PageStateOf | null;
  /** Serves development's modules; none in production. */
  readonly middleware: readonly RequestHandler[];
  readonly close: () => Promise<void>;
}

/** Composes the site. Nothing stays open when it rejects. */
export async function compose(options: ComposeOptions): Promise<Composition> {
  const { log } = options;
  const rendering = options.mode === 'production' ? await builtRendering(options.root) : await developmentRendering(options);
  const backend = sanitizedBackend(warnOfMissingImageSizes(await openBackend(options), log));
  let siteState: SiteStateHolder | undefined;
  try {
    const state = await createSiteStateHolder({ backend, log });
    siteState = state;
    const onPassed = (): void => state.refreshInBackground();
    const boundaries = await createPublicationBoundaries({ backend, timeZone: options.config.timeZone, log, onPassed });
    return assemble(options, rendering, backend, state, boundaries);
  } catch (error) {
    siteState?.close();
    await Promise.allSettled([backend.close(), rendering.close()]);
    throw error;
  }
}

async function openBackend({ config, log, signal, onProgress }: ComposeOptions): Promise<ContentBackend> {
  const own = await createEmbeddedBackend({
    dataDirectory: path.resolve(config.dataDirectory),
    databaseUrl: config.databaseUrl ?? undefined,
    projectDirectory: config.projectDirectory ?? undefined,
    demonstration: config.demonstration,
    log,
    onProgress,
    signal,
  });
  return config.storageUrl === null ? own : withNhostStorage(own, createNhostStorage({ url: config.storageUrl }));
}

function assemble(
  options: ComposeOptions,
  rendering: Rendering,
  backend: ContentBackend,
  siteState: SiteStateHolder,
  boundaries: PublicationBoundaries,
): Composition {
  const { config, log, root } = options;
  const currentSiteState = (): SiteState => siteState.current();
  const publicDirectory = path.join(root, 'public');
  const https = config.siteUrl.startsWith('https:');
  const tema = createTema({ siteState: currentSiteState });
  const collections = installedCollections();
  const icons = createIconSource(collections);
  const settings = publicSettings(config, rendering.build);
  let processState: ProcessState = 'ready';
  const relay = createSubscriptionRelay({ upstreamUrl: config.graphqlWsUrl, siteOrigin: config.siteUrl, log });
  const pages = createSsrHandler({
    backend,
    texts: QUERY_TEXTS,
    routes: ROUTES,
    fast: FAST,
    deadlineMs: PAGE_DEADLINE_MS,
    boundary: (page) => boundaries.secondsUntilNext(tablesRead(page), Date.now()),
    log,
    renderer: rendering.renderer,
    assets: rendering.assets,
    fonts: rendering.assets.fonts,
    state: currentSiteState,
    temaHref: tema.href,
    settings,
    resolveIcons: (names) => icons.iconsFor(names),
    https,
    development: options.mode === 'development',
    frameSources: originsOf(config.adminAppUrl),
    tileSources: originsOf(config.mapTileUrl),
  });
  const nextFileMoment = (): number | undefined => boundaries.secondsUntilNext([FILE_TABLE], Date.now());
  const images = createImages({
    backend,
    publicDirectory,
    log,
    avif: config.imageAvif,
    hosts: config.imageHosts,
    nat64: config.imageNat64,
    boundary: nextFileMoment,
    disk: { directory: path.resolve(config.dataDirectory, 'derivatives'), bytes: config.imageDiskMb * 1024 * 1024 },
  });
  // Express hands its routers the request that it was given, so what the edge knows of it finds its way to the pages.
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  const { pageStateOf, build } = rendering;
  const origin: Origin = (req, res, exchange) => {
    exchanges.set(req, exchange);
    app(req, res);
  };
  // In development every change of a module must show at once.
  const cache =
    pageStateOf === null
      ? null
      : cacheInFront({
          config,
          log,
          server: options.server,
          origin,
          backend,
          siteState,
          build: build.id,
          pageStateOf,
          onHidden: (groups) => images.hide(groups),
        });
  const app = createApp({
    trustProxy: config.trustProxy,
    context: requestContext(log),
    security: securityHeaders({ https }),
    errors: errorHandler(log),
    plain: [
      ...rendering.middleware,
      ...(cache === null ? [] : [cache.router]),
      createHealthRouter({ backend, state: () => processState, build: rendering.build.id }),
      createBuildsRouter({ build: rendering.build, routes: ROUTES }),
      // Ranges and strong validators do not survive compression on the way.
      createFilesRouter({ backend, boundary: nextFileMoment }),
      images.router,
    ],
    doors: [
      createStaticRouter({ clientDirectory: path.join(root, 'dist/client'), publicDirectory }),
      createIconsRouter({ collections }),
      tema.router,
      createGraphqlRouter({ backend, knownQueries: Object.values(QUERY_TEXTS), adminSecret: config.graphqlAdminSecret, log }),
    ],
    pages: (req, res) => pages(req, res, exchanges.get(req)),
  });
  return {
    backendKind: backend.kind,
    listener: cache?.edge.listener ?? app,
    upgrade: (req, socket, head) => {
      // In development the hot reload socket of Vite listens on the same port.
      if (options.mode === 'development' && req.url?.startsWith(GRAPHQL_PATH) !== true) return;
      relay.handleUpgrade(req, socket, head);
    },
    warmUp: async () => {
      await cache?.warmUp();
    },
    drain: () => {
      processState = 'draining';
      cache?.stopWarmUp();
    },
    close: async () => {
      relay.close();
      cache?.close();
      await images.close();
      boundaries.close();
      siteState.close();
      await Promise.allSettled([backend.close(), rendering.close()]);
    },
  };
}

function publicSettings(config: Config, build: BuildRecord): PublicSettings {
  return {
    build: build.id,
    siteUrl: config.siteUrl,
    siteTitle: config.siteTitle,
    siteDescription: config.siteDescription,
    siteFavicon: config.siteFavicon,
    siteSocialImage: config.siteSocialImage,
    timeZone: config.timeZone,
    adminAppUrl: config.adminAppUrl,
    subscriptions: config.graphqlWsUrl !== null,
    buildPollMs: BUILD_POLL_MS,
    mapTileUrl: config.mapTileUrl,
    mapTileAttribution: config.mapTileAttribution,
  };
}

function originsOf(address: string | null): readonly string[] {
  return address === null ? [] : [new URL(address).origin];
}

/** Loads what `npm run build` made. */
async function builtRendering(root: string): Promise<Rendering> {
  const build = await readBuildRecord(root);
  const manifest = JSON.parse(await readFile(path.join(root, 'dist/client/.vite/manifest.json'), 'utf8')) as Manifest;
  const bundle = (await import(pathToFileURL(path.join(root, 'dist/server/entry-server.js')).href)) as {
    createSiteRenderer(): Renderer;
  };
  const renderer = bundle.createSiteRenderer();
  return {
    build,
    renderer: () => renderer,
    assets: manifestAssets(manifest),
    pageStateOf: (estado, layout, routeId) => renderer.pageStateOf(estado, layout, routeId),
    middleware: [],
    close: async () => {},
  };
}

async function developmentRendering({ root, server }: ComposeOptions): Promise<Rendering> {
  const development = await createDevelopment({ root, server });
  const { middleware, renderer, assets } = development;
  const now = Date.now();
  return {
    build: { id: `dev-${now}`, timestamp: now },
    renderer,
    assets,
    pageStateOf: null,
    middleware: [middleware],
    close: () => development.close(),
  };
}
