/** The handler of pages with this site's settings. */
import type { PublicSettings } from '../shared/builds/document-blocks.ts';
import { QUERY_TEXTS } from '../shared/graphql/generated/all.ts';
import { ROUTES } from '../shared/routes/table.ts';
import { type Config, isHttps } from './config/config.ts';
import type { Content } from './content.ts';
import type { Logger } from './observability/log.ts';
import type { Rendering } from './rendering.ts';
import type { IconResolver } from './ssr/document/page-icons.ts';
import { createSsr, type Ssr, type SsrOptions } from './ssr/handler.ts';
import type { ResultCache } from './ssr/page/result-cache.ts';
import { tablesRead } from './ssr/response/tables-read.ts';

/** A page that waits longer than this for its content is sent without it. */
const PAGE_DEADLINE_MS = 8_000;

/** How often an open page asks whether there is a new version of the site. */
const BUILD_POLL_MS = 3_600_000;

export interface PagesOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly rendering: Rendering;
  readonly content: Content;
  readonly results: ResultCache | null;
  readonly resolveIcons: IconResolver;
  readonly temaHref: () => string | null;
  readonly sessionOf: SsrOptions['sessionOf'];
  readonly observe: SsrOptions['observe'];
}

/** Makes the handler of pages and the sender of error screens. */
export function createPages(options: PagesOptions): Ssr {
  const { config, log, rendering, content, results, resolveIcons, temaHref, sessionOf, observe } = options;
  const { backend, siteState, boundaries, redirects } = content;
  const { renderer, assets } = rendering;
  return createSsr({
    backend,
    texts: QUERY_TEXTS,
    results,
    routes: ROUTES,
    fixedParts: true,
    deadlineMs: PAGE_DEADLINE_MS,
    sessionOf,
    observe,
    redirect: redirects.find,
    boundary: (page) => boundaries.secondsUntilNext(tablesRead(page), Date.now()),
    log,
    renderer,
    assets,
    fonts: assets.fonts,
    state: () => siteState.current(),
    temaHref,
    settings: publicSettings(config, rendering),
    resolveIcons,
    https: isHttps(config),
    reports: config.cspReports,
    development: rendering.isDevelopment,
    // Our own application without an address of another.
    frameSources: config.adminAppUrl === null ? ["'self'"] : originsOf(config.adminAppUrl),
    tileSources: originsOf(config.mapTileUrl),
    translatorSources: translatorsOf(config.vlibrasUrl),
  });
}

function publicSettings(config: Config, { build, isDevelopment }: Rendering): PublicSettings {
  return {
    build: build.id,
    siteUrl: config.siteUrl,
    siteTitle: config.siteTitle,
    siteDescription: config.siteDescription,
    siteFavicon: config.siteFavicon,
    siteSocialImage: config.siteSocialImage,
    adminAppUrl: config.adminAppUrl,
    subscriptions: config.graphqlWsUrl !== null,
    hasMail: config.mail !== null,
    offlineCopies: config.offlineCopies && !isDevelopment,
    buildPollMs: BUILD_POLL_MS,
    mapTileUrl: config.mapTileUrl,
    mapTileAttribution: config.mapTileAttribution,
    vlibrasUrl: config.vlibrasUrl,
  };
}

/** The translator asks services at names below that of its own host. */
function translatorsOf(address: string | null): readonly string[] {
  return originsOf(address).flatMap((origin) => [origin, origin.replace('://', '://*.')]);
}

function originsOf(address: string | null): readonly string[] {
  return address === null ? [] : [new URL(address).origin];
}
