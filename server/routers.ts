/** The routers of the site, in the order in which they are asked; a page is what none of them has answered. */
import path from 'node:path';
import type { Express, RequestHandler, Router } from 'express';
import { siteGroup } from '../shared/cache/groups.ts';
import { FILE_TABLE } from '../shared/content/content-rules.ts';
import { QUERY_TEXTS } from '../shared/graphql/generated/all.ts';
import { ROUTES } from '../shared/routes/table.ts';
import { SYSTEM_TIMERS } from '../shared/time/timers.ts';
import { createAdminRouter } from './admin/router.ts';
import { createApp } from './app.ts';
import { createAuthRouters, pageSessions } from './auth/routers.ts';
import type { Identify } from './backend/auth/identity.ts';
import type { ContentBackend } from './backend/backend.ts';
import { createPartProbe } from './backend/embedded/health.ts';
import { createAssetsRouter } from './builds/assets-router.ts';
import { createCachedAssets } from './builds/cached-assets.ts';
import { createPreviewRulesRouter } from './builds/preview-rules.ts';
import { createBuildsRouter } from './builds/router.ts';
import { createWorkerRouter } from './builds/worker-router.ts';
import type { CacheInFront } from './cache-in-front.ts';
import { createSiteCases, createSiteReaders, digestChoice } from './cases-of-site.ts';
import { type Config, isHttps } from './config/config.ts';
import type { Content } from './content.ts';
import { createInspector } from './files/inspection/inspector.ts';
import { STALLED_MS } from './files/router.ts';
import { createFileRouters } from './files/routers.ts';
import { sendFile } from './files/send-file.ts';
import { createIdentify } from './graphql/caller.ts';
import { createGraphqlRouter, type GraphqlOptions } from './graphql/router.ts';
import { createDiskCheck } from './health/disk.ts';
import { createHealthRouter, type HealthOptions } from './health/router.ts';
import { createHooksRouter } from './hooks/router.ts';
import { clientAddresses } from './http/client-address.ts';
import type { ClientQuotas } from './http/client-quotas.ts';
import { errorHandler } from './http/error-handler.ts';
import type { AdmitRequest } from './http/quota-handler.ts';
import { type RequestObserver, requestContext } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createSpool } from './http/spool.ts';
import { createStaticRouter } from './http/static.ts';
import { installedCollections } from './icons/collections.ts';
import { createIconSource } from './icons/icon-source.ts';
import { createIconsRouter } from './icons/router.ts';
import type { Images } from './images/images.ts';
import type { Logger } from './observability/log.ts';
import type { Observe } from './observability/observation.ts';
import { createCspReportsRouter } from './operations/csp-reports.ts';
import type { Operations } from './operations/operations.ts';
import { createPages } from './pages.ts';
import { createSitePasswordLinks, type SitePasswordLinksOptions } from './password-links-of-site.ts';
import { createPreviewRouter } from './preview/router.ts';
import { createDailyDatabase, type DailyDatabase, GENERATION_LIMIT } from './publicacao/database/daily-database.ts';
import { createDatabaseRouter } from './publicacao/database/router.ts';
import { openDataTables, SHOWN_TABLES } from './publicacao/database/tables.ts';
import { writeDatabase } from './publicacao/database/writing.ts';
import { createOpenDataRouter } from './publicacao/open-data-router.ts';
import { createPackageRouter } from './publicacao/package-router.ts';
import { PAGE_FILES } from './publicacao/page-files.ts';
import { type Publisher, publisherOf } from './publicacao/publisher.ts';
import { createPublicationRouter } from './publicacao/router.ts';
import { createWellKnownFilesRouter } from './publicacao/well-known-files.ts';
import { mayHide } from './purge/change-purges.ts';
import type { Rendering } from './rendering.ts';
import type { ResultCaches } from './result-caches.ts';
import type { SharedCache } from './shared-cache.ts';
import type { Ssr } from './ssr/handler.ts';
import { createTema, type Tema } from './tema/tema.ts';

/** A hundred thousand documents take a minute. */
const DATABASE_TIME_MS = 600_000;

export interface SiteAppOptions {
  readonly root: string;
  readonly config: Config;
  readonly log: Logger;
  readonly rendering: Rendering;
  readonly content: Content;
  readonly cache: CacheInFront | null;
  readonly sharedCache: SharedCache | null;
  readonly images: Images;
  readonly database: DailyDatabase;
  readonly quotas: ClientQuotas;
  /** Null in development, where nothing is stored. */
  readonly caches: ResultCaches | null;
  readonly operations: Operations;
  readonly accountMail: SitePasswordLinksOptions['mail'];
  readonly observer: RequestObserver & { readonly observe: Observe };
  readonly health: Pick<HealthOptions, 'state' | 'log' | 'found'>;
}

/** What several of the routers need. */
interface SiteApp extends SiteAppOptions {
  readonly identify: Identify;
  /** The quota of sign-in, GraphQL and what costs as much. */
  readonly admit: AdmitRequest;
  readonly collections: ReturnType<typeof installedCollections>;
  readonly tema: Tema;
  readonly pages: Ssr;
}

/** Makes the Express app of the site. */
export function siteApp(options: SiteAppOptions): Express {
  const { config, log, content, caches } = options;
  const tema = createTema({ siteState: () => content.siteState.current() });
  const collections = installedCollections();
  const icons = createIconSource(collections);
  const pages = createPages({
    ...options,
    results: caches?.results ?? null,
    resolveIcons: (names) => icons.iconsFor(names),
    temaHref: tema.href,
    sessionOf: pageSessions({ auth: content.backend.auth, digest: digestChoice(config, content), log }),
    observe: options.observer.observe,
  });
  const { identify, admit } = graphqlOptions(options);
  const site: SiteApp = { ...options, identify, admit, collections, tema, pages };
  return createApp({
    trustProxy: config.trustProxy,
    context: requestContext(log, options.observer),
    security: securityHeaders({ https: isHttps(config) }),
    errors: errorHandler(log, pages.sendErrorPage),
    uncompressed: uncompressedRouters(site),
    compressed: [...siteRouters(site), ...interfaceRouters(site)],
    pages: pages.handler,
  });
}

/** What GraphQL over HTTP and over WebSockets have in common. */
export function graphqlOptions({
  config,
  log,
  content: { backend },
  quotas,
}: Pick<SiteAppOptions, 'config' | 'log' | 'content' | 'quotas'>): GraphqlOptions & { readonly backend: ContentBackend } {
  return {
    backend,
    allowedOperations: Object.values(QUERY_TEXTS),
    identify: createIdentify({ adminSecrets: config.graphqlAdminSecrets, verifier: backend.auth.verifier, siteOrigin: config.siteUrl }),
    admit: (req) => quotas.admit('graphql', req, null),
    log,
  };
}

function uncompressedRouters(site: SiteApp): readonly RequestHandler[] {
  const { config, log, rendering, cache, sharedCache, images, identify, operations, health } = site;
  const { backend, boundaries } = site.content;
  return [
    operations.timing(identify, config.debugToken),
    ...rendering.middleware,
    ...(cache === null ? [] : [cache.router]),
    ...hooks(backend, config.webhookSecrets, log),
    createHealthRouter({
      checks: [
        { name: 'backend', run: (timeoutMs) => backend.health(timeoutMs) },
        ...(config.databaseUrl === null && config.hosted === null ? [] : [createDiskCheck(config.dataDirectory, createPartProbe)]),
        ...(sharedCache === null
          ? []
          : [{ name: 'cache', run: (timeoutMs: number) => sharedCache.health(timeoutMs, () => cache?.edge.stats().isSharing === true) }]),
      ],
      standsIn: () => cache?.standsIn() === true,
      ...health,
      build: rendering.build.id,
    }),
    createBuildsRouter({ build: rendering.build, routes: ROUTES }),
    createPreviewRulesRouter(ROUTES),
    createWorkerRouter({ root: site.root, build: rendering.build.id, isOn: config.offlineCopies && !rendering.isDevelopment }),
    // Ranges and strong validators do not survive compression on the way.
    ...createFileRouters({
      backend,
      identify,
      siteUrl: config.siteUrl,
      dataDirectory: config.dataDirectory,
      version: rendering.build.id,
      boundary: () => boundaries.secondsUntilNext([FILE_TABLE], Date.now()),
      inspector: createInspector(),
      log,
    }),
    createDatabaseRouter(site.database, (req, res, file) =>
      sendFile(req, res, file, { stalledMs: STALLED_MS, boundarySeconds: undefined, isPrivate: false }),
    ),
    images.router,
  ];
}

/** What documents load, and the documents of the administration. */
function siteRouters(site: SiteApp): readonly Router[] {
  const { root, config, log, rendering, content, identify, admit, collections, tema, pages } = site;
  const { backend } = content;
  return [
    createStaticRouter({
      clientDirectory: path.join(root, 'dist/client'),
      adminDirectory: path.join(root, 'dist/admin'),
      publicDirectory: path.join(root, 'public'),
    }),
    ...otherAssets(backend, rendering.build.id, log),
    createIconsRouter({ collections }),
    tema.router,
    createPreviewRouter({
      dryRun: backend.dryRun,
      identify,
      admit,
      preview: pages.preview,
    }),
    createAdminRouter({
      files: rendering.adminFiles,
      temaHref: tema.href,
      demonstration: () => backend.isDemonstration(),
      timeZone: () => content.siteState.current().fusoHorario,
      hasMail: config.mail !== null,
      https: isHttps(config),
      reports: config.cspReports,
      development: rendering.isDevelopment,
    }),
  ];
}

/** What programs and forms ask: sign-in, GraphQL, data of pages, cases. */
function interfaceRouters(site: SiteApp): readonly Router[] {
  const { config, log, rendering, content, quotas, identify, admit, operations, pages } = site;
  const passwordLinks = createSitePasswordLinks({ config, log, content, mail: site.accountMail, pages, admit });
  return [
    operations.router(identify, admit),
    ...cspReports(site),
    passwordLinks.router,
    ...createAuthRouters({
      ...passwordLinks.signIn,
      identify,
      siteOrigin: config.siteUrl,
      clientOf: clientAddresses(config.trustProxy),
      admit,
      // Browsers take such cookies over plain http from this machine only.
      secureCookies: !rendering.isDevelopment,
      sendSignIn: pages.sendSignIn,
      sendAccount: pages.sendAccount,
      digest: digestChoice(config, content),
      version: rendering.build.id,
      log,
    }),
    createGraphqlRouter(graphqlOptions(site)),
    ...publicationRouters(site),
    createSiteCases({ config, log, content, pages, quotas, identify }),
    ...createSiteReaders({ config, content, pages, quotas, log }),
  ];
}

/** Makes the router of the reports of browsers, where they are wanted. */
function cspReports({ config, log, admit }: SiteApp): readonly Router[] {
  return config.cspReports ? [createCspReportsRouter({ routes: ROUTES, siteUrl: config.siteUrl, admit, log, now: Date.now })] : [];
}

/** Data of pages as files, and what programs read of the site. */
function publicationRouters({ config, content: { backend, boundaries, siteState } }: SiteApp): readonly Router[] {
  const publisher = publisherNow(config, siteState);
  const data = { backend, texts: QUERY_TEXTS, publisher, state: () => siteState.current() };
  const boundary = (tables: Iterable<string>): number | undefined => boundaries.secondsUntilNext(tables, Date.now());
  return [
    createOpenDataRouter(publisher, [siteGroup('inicio')]),
    createWellKnownFilesRouter({ ...data, now: Date.now }),
    createPackageRouter({ ...data, routes: ROUTES, clientOf: clientAddresses(config.trustProxy) }),
    createPublicationRouter({ ...data, routes: ROUTES, files: PAGE_FILES, boundary }),
  ];
}

/** The open data as one file. */
export function siteDatabase({
  config,
  log,
  content: { backend, siteState },
}: Pick<SiteAppOptions, 'config' | 'log' | 'content'>): DailyDatabase {
  const publisher = publisherNow(config, siteState);
  const tables = openDataTables({ backend, texts: QUERY_TEXTS, publisher, state: () => siteState.current() });
  return createDailyDatabase({
    backend,
    mayHide: (change) => SHOWN_TABLES.includes(change.table) && mayHide(change),
    generationLimiter: backend.rateLimiter?.([GENERATION_LIMIT]) ?? null,
    spool: createSpool(path.join(path.resolve(config.dataDirectory), 'dados-do-dia')),
    write: (file, signal) =>
      writeDatabase({ path: file, tables, publisher: publisher(), now: Date.now(), timeMs: DATABASE_TIME_MS, signal }),
    now: Date.now,
    timers: SYSTEM_TIMERS,
    log,
  });
}

function publisherNow({ siteUrl, siteTitle }: Config, siteState: Content['siteState']): () => Publisher {
  return () => publisherOf(siteUrl, siteState.current(), siteTitle);
}

/** Makes the router of the events of a hosted backend, where one and the secret that they carry are configured. */
function hooks({ checkChanges }: ContentBackend, secrets: readonly string[], log: Logger): readonly Router[] {
  return checkChanges === undefined || secrets.length === 0 ? [] : [createHooksRouter({ checkChanges, secrets, log })];
}

/** Makes the router of the files of other builds, where the backend keeps them. */
function otherAssets({ releases }: ContentBackend, build: string, log: Logger): readonly Router[] {
  if (releases === undefined) return [];
  const assets = createCachedAssets({ releases, build, log });
  void assets.preload();
  return [createAssetsRouter(assets)];
}
