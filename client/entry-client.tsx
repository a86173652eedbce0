/** Takes over the server's document: results into the cache, tree onto the document, then routing, previews and the look for new builds. */
import type { ApolloClient } from '@apollo/client';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { BootBlock } from '../shared/builds/document-blocks.ts';
import type { PageStateFile } from '../shared/builds/page-state-file.ts';
import type { IconBodies } from '../shared/builds/payload.ts';
import { matchRoute } from '../shared/routes/match.ts';
import { ROUTES } from '../shared/routes/table.ts';
import { createBrowserLink, createPageClient } from './apollo/browser-client.ts';
import { tellDeveloper } from './apollo/call-error.ts';
import { createWaiting } from './apollo/waiting.ts';
import { BrowserApp } from './browser-app.tsx';
import { PAGES } from './pages/registry.ts';
import { afterMs, connectionFacts, currentHref, keepScrollPositions, leave, sessionStore, whenIdle } from './routing/browser.ts';
import type { ChunkGuard } from './routing/chunk-guard.ts';
import { adoptResults } from './routing/inline-results.ts';
import { interceptNavigation, previewLinks } from './routing/interception.ts';
import type { Here } from './routing/link-target.ts';
import { createNavigator, type ShowPage } from './routing/navigator.ts';
import type { PageLoaders, RoutePage } from './routing/page.ts';
import { loadPage, type PageLoaderOptions, type PageParts, previewPage, routePage, writeResult } from './routing/page-loader.ts';
import { createPageStates, type PageStates } from './routing/page-states.ts';
import { createPageStore, type PageStore } from './routing/page-store.ts';
import { createPayloadFetch, type PayloadFetch } from './routing/payload-fetch.ts';
import { createPreviewQueue, previewsAllowed } from './routing/preview-queue.ts';
import { createScrollMemory } from './routing/scroll-memory.ts';
import { createSignal, type Signal } from './routing/signal.ts';
import { watchBuild } from './version/build-watch.ts';
import { createJsonFetch } from './version/json-fetch.ts';

export interface Start {
  readonly boot: BootBlock;
  /** The page state that the document was rendered with; null when the server no longer has it. */
  readonly pageState: PageStateFile | null;
  readonly guard: ChunkGuard;
  /** Runs a load whose failure has an answer of its own, so that it does not reload the page that is shown. */
  readonly quietly: <Value>(load: () => Promise<Value>) => Promise<Value>;
}

/** Hydrates the document. Call once. An address that has no page here stays as it is: it works without script. */
export async function start({ boot, pageState, guard, quietly }: Start): Promise<void> {
  const { settings } = boot;
  const { wait, isWaiting } = createWaiting(afterMs);
  const payloads = createPayloadFetch({ fetch: window.fetch.bind(window), build: settings.build, wait, now: Date.now });
  const link = createBrowserLink({
    fetch: window.fetch.bind(window),
    origin: window.location.origin,
    subscriptions: settings.subscriptions,
    wait,
  });
  const createClient = (): ApolloClient => createPageClient(link);
  const first = pageState === null ? null : { href: boot.pageStateHref, file: pageState };
  const pageStates = createPageStates(window.fetch.bind(window), first);
  const startingState = pageState ?? (await currentPageState(payloads, pageStates));
  const page = startingState === null ? null : await firstPage(startingState, createClient());
  if (page === null) return;
  const pages: PageLoaders = Object.fromEntries(
    Object.entries(PAGES).map(([id, load]) => [id, () => quietly<Awaited<ReturnType<PageLoaders[string]>>>(load)]),
  );
  const { build, timeZone } = settings;
  const loader: PageLoaderOptions = { routes: ROUTES, pages, createClient, build, timeZone, payloads, pageStates };
  const store = createPageStore({
    load: (href, known) => loadPage(href, known, loader),
    preview: (href, known) => previewPage(href, known, loader),
    now: Date.now,
  });
  store.seed(page);
  const outdated = createSignal(false);
  const show = hydrate({ boot, store, outdated, isWaiting });
  startRouting({
    store,
    guard,
    outdated,
    show,
    here: () => ({ href: window.location.href, documentPolicy: page.route.documentPolicy, routes: ROUTES }),
  });
  watchBuild({
    build: settings.build,
    pollMs: settings.buildPollMs,
    href: currentHref,
    fetchJson: createJsonFetch(window.fetch.bind(window)),
    after: afterMs,
    now: Date.now,
    onOutdated: () => outdated.set(true),
  });
}

/** The page of the document as the server drew it; its results go into the cache as they arrive. */
async function firstPage({ estado, icones }: PageStateFile, client: ApolloClient): Promise<RoutePage | null> {
  const { pathname, search } = window.location;
  const match = matchRoute(ROUTES, pathname, new URLSearchParams(search));
  const route = match.kind === 'route' ? ROUTES.find((candidate) => candidate === match.route) : undefined;
  if (match.kind !== 'route' || route === undefined) return null;
  const parts: PageParts = { href: currentHref(), route, input: match.input, module: await PAGES[route.id](), client };
  let main: unknown = null;
  const failed = new Set<number>();
  const icons: Record<string, IconBodies[string]> = { ...icones };
  adoptResults(document, {
    onResult: (index, data) => {
      if (index === 0 && route.main !== null) main = data;
      writeResult(parts, index, data);
    },
    onFailure: (index, message) => {
      failed.add(index);
      if (message !== null) tellDeveloper(message);
    },
    onIcons: (bodies) => Object.assign(icons, bodies),
  });
  return routePage(parts, main, estado, icons, failed);
}

/** Fetches the current page state when the server no longer has the document's. React then renders again what differs. */
async function currentPageState({ load }: PayloadFetch, pageStates: PageStates): Promise<PageStateFile | null> {
  const payload = await load(currentHref());
  if (payload?.kind !== 'data') return null;
  const shared = await pageStates.load(payload.pageStateHref);
  return shared === null ? null : { estado: shared.estado, icones: { ...shared.icones, ...payload.icones } };
}

interface Hydration {
  readonly boot: BootBlock;
  readonly store: PageStore;
  readonly outdated: Signal<boolean>;
  readonly isWaiting: Signal<boolean>;
}

/** Puts the tree onto the document and returns the router's way of showing a page. */
function hydrate({ boot, store, outdated, isWaiting }: Hydration): ShowPage {
  const scroll = createScrollMemory(sessionStore);
  keepScrollPositions(scroll);
  let router: ShowPage | null = null;
  hydrateRoot(
    document,
    <BrowserRouter>
      <BrowserApp
        boot={boot}
        store={store}
        scroll={scroll}
        announcement={createSignal('')}
        outdated={outdated}
        isWaiting={isWaiting}
        onRouter={(show) => {
          router = show;
        }}
        leave={leave}
      />
    </BrowserRouter>,
  );
  return (href, options) => (router === null ? leave(href) : router(href, options));
}

interface Routing {
  readonly store: PageStore;
  readonly guard: ChunkGuard;
  readonly outdated: Signal<boolean>;
  readonly show: ShowPage;
  readonly here: () => Here;
}

function startRouting({ store, guard, outdated, show, here }: Routing): void {
  const busy = createSignal(false);
  busy.subscribe(() => document.querySelector('main')?.setAttribute('aria-busy', String(busy.get())));
  const navigator = createNavigator({ store, guard, busy, outdated, show, leave });
  interceptNavigation({ document, here, navigator });
  if (previewsAllowed(connectionFacts())) {
    previewLinks({ document, here, queue: createPreviewQueue((href) => store.preview(href)), whenIdle });
  }
}
