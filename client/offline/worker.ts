/**
 * The service worker: what a visitor has read stays readable without network. It keeps pages that are the same for every visitor, never forms, nothing of a
 * person, and nothing that the server calls private; with network the answer is always the server's. A build of its own, one file, in which the server
 * writes the id of the running build, so that each build brings a new worker (decision 0091).
 */
import {
  CacheFirst,
  disableNavigationPreload,
  ExpirationPlugin,
  NetworkFirst,
  NetworkOnly,
  type RuntimeCaching,
  Serwist,
  type SerwistPlugin,
  StaleWhileRevalidate,
} from 'serwist';
import { BUILD_PLACE, OFFLINE_STYLE, PAGES_CACHE } from '../../shared/builds/offline.ts';
import { isKeptPage, isOtherPage, isPublicAnswer, shownCopy } from './copies.ts';
import { offlinePage, type SavedPage } from './offline-page.ts';

const DAY_SECONDS = 24 * 60 * 60;

const keepPublicAnswers: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => (isPublicAnswer(response) ? response : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse === undefined ? null : shownCopy(cachedResponse, clockOfDevice()),
};

const pages = new NetworkFirst({
  cacheName: PAGES_CACHE,
  plugins: [keepPublicAnswers, new ExpirationPlugin({ maxEntries: 40, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true })],
});

const caching: RuntimeCaching[] = [
  { matcher: ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isKeptPage(url.pathname), handler: pages },
  // Without network a page that is not kept says so.
  {
    matcher: ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isOtherPage(url.pathname),
    handler: new NetworkOnly(),
  },
  {
    matcher: ({ url, sameOrigin }) => sameOrigin && /^\/(?:assets|_tema)\//.test(url.pathname),
    handler: new CacheFirst({ cacheName: 'partes', plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeFrom: 'last-used' })] }),
  },
  {
    matcher: ({ url, sameOrigin }) => sameOrigin && /^\/(?:preferencias\.js|logo\.svg|favicon\.svg)$/.test(url.pathname),
    handler: new StaleWhileRevalidate({ cacheName: 'partes-fixas' }),
  },
];

const serwist = new Serwist({
  precacheEntries: [{ url: OFFLINE_STYLE, revision: BUILD_PLACE }],
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: caching,
});

serwist.setCatchHandler(async ({ request }) => {
  if (request.mode !== 'navigate') return Response.error();
  return new Response(offlinePage(await savedPages(), clockOfDevice()), { status: 503, headers: OFFLINE_HEADERS });
});

const OFFLINE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'",
};

serwist.addEventListeners();
// Where a preloaded page does not arrive, Firefox shows its own page of an error, whatever the worker answers. Earlier workers have switched it on.
disableNavigationPreload();

/** Without network nothing says which zone the institution has. */
function clockOfDevice(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The pages that are kept, the newest first. */
async function savedPages(): Promise<readonly SavedPage[]> {
  const cache = await caches.open(PAGES_CACHE);
  const saved = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request);
      const [, title = ''] = /<title>([^<]*)<\/title>/.exec((await response?.text()) ?? '') ?? [];
      return {
        href: new URL(request.url).pathname + new URL(request.url).search,
        title,
        at: Date.parse(response?.headers.get('date') ?? ''),
      };
    }),
  );
  return saved.filter(({ title, at }) => title !== '' && !Number.isNaN(at)).sort((a, b) => b.at - a.at);
}
