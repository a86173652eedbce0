/**
 * Navigation within the document: loaded with the first sign that the visitor is about to do something. It loads pages, previews links and,
 * for the first page that is shown, brings the router.
 */
import type { PublicSettings } from '../../shared/builds/document-blocks.ts';
import type { PageStateFile } from '../../shared/builds/page-state-file.ts';
import { ROUTES } from '../../shared/routes/table.ts';
import type { LoadQueries } from '../apollo/queries.ts';
import type { Wait } from '../apollo/waiting.ts';
import { connectionFacts, currentHref, leave, whenIdle } from './browser.ts';
import type { Here } from './link-target.ts';
import { loadOnce } from './load-once.ts';
import { createNavigator, type Navigator, type ShowPage } from './navigator.ts';
import type { PageLoaders, RoutePage } from './page.ts';
import { loadPage, type PageLoaderOptions, previewPage } from './page-loader.ts';
import type { PageStates } from './page-states.ts';
import { createPageStore, type PageStore } from './page-store.ts';
import { createPayloadFetch, type PayloadFetch } from './payload-fetch.ts';
import { type HistoryPlace, openedPlace, type ShowPlace } from './place.ts';
import { createPreviewQueue, previewsAllowed } from './preview-queue.ts';
import { previewLinks } from './previews.ts';
import type { ReloadGuard } from './reload-guard.ts';
import { createSignal, type Signal } from './signal.ts';

export interface NavigationOptions {
  /** The document's own page. */
  readonly page: RoutePage;
  readonly settings: PublicSettings;
  readonly pages: PageLoaders;
  readonly pageStates: PageStates;
  readonly loadQueries: LoadQueries;
  readonly guard: ReloadGuard;
  readonly wait: Wait;
  readonly outdated: Signal<boolean>;
  readonly here: () => Here;
  readonly showPlace: ShowPlace;
  readonly loadRouter: () => Promise<typeof import('./router.tsx')>;
}

export interface Navigation extends Navigator {
  /**
   * Forgets all pages, previews and page states, and loads the page that is shown again: they were another person's. Never rejects; what
   * cannot be loaded here the browser loads.
   */
  restart(): Promise<void>;
}

/** Starts navigation and previews. Call once. */
export function startNavigation(options: NavigationOptions): Navigation {
  const { page, guard, outdated, here, pageStates } = options;
  const store = createPageStore({ ...loadersOf(options), now: Date.now });
  store.seed(page);
  const busy = createSignal(false);
  busy.subscribe(() => document.querySelector('main')?.setAttribute('aria-busy', String(busy.get())));
  const { router, showAgain } = createRouterLoader(store, options);
  const navigator = createNavigator({
    store,
    guard,
    busy,
    outdated,
    show: (href, to) =>
      void router().then(
        (show) => show(href, to),
        () => leave(href),
      ),
    leave,
  });
  // An entry that the visitor goes back to without the router is one of this page's own fragments.
  window.addEventListener('popstate', () => void router().catch(() => undefined), { once: true });
  const queue = createPreviewQueue((href) => store.preview(href));
  if (previewsAllowed(connectionFacts())) previewLinks({ document, here, queue, whenIdle });
  return {
    go: (href) => {
      // Beside the page; a failure shows when it is needed.
      router().catch(() => undefined);
      return navigator.go(href);
    },
    restart: () => {
      store.clear();
      queue.clear();
      pageStates.clear();
      return showAgain();
    },
  };
}

function loadersOf({
  settings,
  pages,
  pageStates,
  loadQueries,
  wait,
}: NavigationOptions): Pick<Parameters<typeof createPageStore>[0], 'load' | 'preview'> {
  const { build } = settings;
  const payloads = createPayloads(settings, wait);
  const loader: PageLoaderOptions = { routes: ROUTES, pages, loadQueries, build, payloads, pageStates, now: Date.now };
  return {
    load: (href, known) => loadPage(href, known, loader),
    preview: (href, known) => previewPage(href, known, loader),
  };
}

interface RouterLoader {
  /** Starts the router, once. */
  readonly router: () => Promise<ShowPage>;
  /** Loads the page where the visitor is and shows it in place of what is shown. */
  readonly showAgain: () => Promise<void>;
}

function createRouterLoader(store: PageStore, { loadRouter, showPlace }: NavigationOptions): RouterLoader {
  let latest: HistoryPlace | null = null;
  const arrive = async (place: HistoryPlace): Promise<void> => {
    latest = place;
    const read = store.read(place.href);
    const loaded = read instanceof Promise ? await read : read;
    if (latest !== place) return;
    if (loaded.kind === 'ready') showPlace(place, loaded.page);
    else if (loaded.kind === 'redirect') (await router())(loaded.to, { replace: true });
    else leave(place.href);
  };
  const router = loadOnce(async () => {
    const { startRouter } = await loadRouter();
    return startRouter({ onPlace: (place) => void arrive(place) });
  });
  return { router, showAgain: () => arrive(latest ?? openedPlace(window)).catch(() => leave(currentHref())) };
}

/** Fetches the current page state when the server no longer has the document's. React then renders again what differs. */
export async function currentPageState(
  href: string,
  { settings, pageStates, wait }: Pick<NavigationOptions, 'settings' | 'pageStates' | 'wait'>,
): Promise<PageStateFile | null> {
  const payload = await createPayloads(settings, wait).load(href);
  if (payload?.kind !== 'data') return null;
  const shared = await pageStates.load(payload.pageStateHref);
  return shared === null ? null : { estado: shared.estado, icones: { ...shared.icones, ...payload.icones } };
}

function createPayloads({ build }: PublicSettings, wait: Wait): PayloadFetch {
  return createPayloadFetch({ fetch: window.fetch.bind(window), build, wait, now: Date.now });
}
