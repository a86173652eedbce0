/** Takes over the server's document: results into the page's operations, tree onto the document, then what leads to other pages. */
import './styles/global.css';
import { hydrateRoot } from 'react-dom/client';
import { SESSION_BLOCK_ID } from '../shared/builds/block-names.ts';
import type { BootBlock } from '../shared/builds/document-blocks.ts';
import { type PageStateFile, parsePageStateFile } from '../shared/builds/page-state-file.ts';
import type { IconBodies } from '../shared/builds/payload.ts';
import { NETWORK } from '../shared/errors/page-errors.ts';
import { documentPolicyOf } from '../shared/routes/libras.ts';
import { matchRoute } from '../shared/routes/match.ts';
import { ROUTES } from '../shared/routes/table.ts';
import { FOLLOWS_LINKS_ATTRIBUTE } from '../shared/routes/url.ts';
import type { PageSession } from '../shared/session/page-session.ts';
import { ACCOUNT_ADDRESS, administrationAddress } from '../shared/session/session-address.ts';
import { GraphqlCallError, tellDeveloper } from './apollo/call-error.ts';
import type { LoadQueries, QueryMaker } from './apollo/queries.ts';
import { createWaiting, type Waiting } from './apollo/waiting.ts';
import { BrowserApp } from './browser-app.tsx';
import { PAGES } from './pages/registry.ts';
import { afterMs, currentHref, keepScrollPositions, leave, sessionStore } from './routing/browser.ts';
import { adoptResults } from './routing/inline-results.ts';
import { interceptNavigation } from './routing/interception.ts';
import type { Here } from './routing/link-target.ts';
import { loadOnce } from './routing/load-once.ts';
import type { Navigation } from './routing/navigation.ts';
import type { PageLoaders, RoutePage } from './routing/page.ts';
import { pageParts, routePage } from './routing/page-parts.ts';
import { createPageStates, type PageStates } from './routing/page-states.ts';
import { openedPlace, type ShowPlace } from './routing/place.ts';
import { createScrollMemory } from './routing/scroll-memory.ts';
import { createSignal, type Signal } from './routing/signal.ts';
import { type BrowserSession, startBrowserSession } from './session/browser-session.ts';
import { watchBuild } from './version/build-watch.ts';
import { type ChunkLoads, watchChunkLoads } from './version/chunk-load-errors.ts';
import { createJsonFetch } from './version/json-fetch.ts';

export interface Start {
  readonly boot: BootBlock;
  /** The answer with the page state that the document was rendered with; null when it cannot be fetched. */
  readonly pageState: Promise<Response | null>;
  /** Resolves at the first sign that the visitor is about to follow a link. */
  readonly sign: Promise<void>;
}

/** What all parts of the start share. */
interface Runtime extends ChunkLoads {
  readonly boot: BootBlock;
  readonly sign: Promise<void>;
  readonly waiting: Waiting;
  readonly pageStates: PageStates;
  readonly loadQueries: LoadQueries;
  /** The signed-in user: first as the document says. */
  readonly session: Signal<PageSession | null>;
  readonly outdated: Signal<boolean>;
}

/** Hydrates the document. Call once. An address that has no page here stays as it is: it works without script. */
export async function start({ boot, sign, pageState: answer }: Start): Promise<void> {
  const loads = watchChunkLoads();
  const pageState = await readPageState(await answer);
  const first = pageState === null ? null : { href: boot.pageStateHref, file: pageState };
  const waiting = createWaiting(afterMs);
  const session = createSignal(readSession());
  /** How a change of the person restarts the application, once that is there. */
  let resolveRestart: (restart: () => Promise<void>) => void = () => undefined;
  const restarting = new Promise<() => Promise<void>>((resolve) => (resolveRestart = resolve));
  const browserSession = startBrowserSession({
    window,
    session,
    restart: async () => (await restarting)(),
    load: async () => (await loads.quietly(() => import('./session/follow-session.ts'))).followSession,
  });
  const queries = queriesLoader({ boot, ...loads }, waiting, browserSession);
  const runtime: Runtime = {
    ...loads,
    boot,
    sign,
    waiting,
    session,
    pageStates: createPageStates(window.fetch.bind(window), first),
    loadQueries: queries.load,
    outdated: createSignal(false),
  };
  const startingState = pageState ?? (await currentState(runtime));
  const page = startingState === null ? null : await firstPage(startingState, runtime);
  if (page === null) return;
  const navigation = startNavigation(page, hydrate(page, runtime), runtime);
  resolveRestart(() => {
    queries.restart();
    return navigation().then(
      (loaded) => loaded.restart(),
      () => leave(currentHref()),
    );
  });
}

/** Returns null when the server no longer has the page state, because the document is older than all page states that it stores. */
async function readPageState(answer: Response | null): Promise<PageStateFile | null> {
  try {
    return answer?.ok === true ? parsePageStateFile(await answer.json()) : null;
  } catch {
    // The start goes on without: the page's payload has the same, as it is now.
    return null;
  }
}

interface QueriesLoader {
  readonly load: LoadQueries;
  /** Closes the socket of Apollo's link and begins a new one, where Apollo was loaded. */
  readonly restart: () => void;
}

/** Apollo is loaded with the first operation that a page asks for itself. */
function queriesLoader(
  { boot, quietly }: Pick<Runtime, 'boot' | 'quietly'>,
  { wait }: Waiting,
  { renew, isSignedIn }: BrowserSession,
): QueriesLoader {
  let maker: QueryMaker | null = null;
  const load = loadOnce(async () => {
    const { createQueryMaker } = await quietly(() => import('./apollo/page-queries.ts'));
    const { subscriptions } = boot.settings;
    const { origin } = window.location;
    maker = createQueryMaker({ fetch: window.fetch.bind(window), origin, subscriptions, wait, renew, isSignedIn });
    return maker;
  });
  return {
    load: async (known, ageMs) => {
      try {
        return (await load()).make(known, ageMs);
      } catch (cause) {
        throw new GraphqlCallError(NETWORK.message, null, { cause });
      }
    },
    restart: () => maker?.restart(),
  };
}

async function currentState({ boot: { settings }, pageStates, waiting: { wait } }: Runtime): Promise<PageStateFile | null> {
  const { currentPageState } = await import('./routing/navigation.ts');
  return currentPageState(currentHref(), { settings, pageStates, wait });
}

/** The page of the document as the server drew it; its results are adopted as they arrive. */
async function firstPage({ estado, icones }: PageStateFile, { loadQueries }: Runtime): Promise<RoutePage | null> {
  const { pathname, search } = window.location;
  const match = matchRoute(ROUTES, pathname, new URLSearchParams(search));
  const route = match.kind === 'route' ? ROUTES.find((candidate) => candidate === match.route) : undefined;
  if (match.kind !== 'route' || route === undefined) return null;
  const parts = pageParts(currentHref(), { route, input: match.input }, await PAGES[route.id](), { loadQueries, now: Date.now });
  let main: unknown = null;
  const failed = new Set<number>();
  const icons: Record<string, IconBodies[string]> = { ...icones };
  adoptResults(document, {
    onResult: (index, data) => {
      if (index === 0 && route.main !== null) main = data;
      parts.operations.adopt(index, data);
    },
    onFailure: (index, message) => {
      failed.add(index);
      if (message !== null) tellDeveloper(message);
    },
    onIcons: (bodies) => Object.assign(icons, bodies),
  });
  return routePage(parts, main, estado, icons, failed);
}

/** Puts the tree onto the document; returns the function that shows another page, once the tree is there. */
function hydrate(page: RoutePage, { boot, session, outdated, waiting: { isWaiting } }: Runtime): Promise<ShowPlace> {
  const scroll = createScrollMemory(sessionStore);
  keepScrollPositions(scroll);
  return new Promise((resolve) => {
    hydrateRoot(
      document,
      <BrowserApp
        boot={boot}
        session={session}
        first={{ place: openedPlace(window), page }}
        scroll={scroll}
        announcement={createSignal('')}
        outdated={outdated}
        isWaiting={isWaiting}
        onReady={resolve}
      />,
    );
  });
}

/** The server draws a page with a session only for the visitor whose session it is. */
function readSession(): PageSession | null {
  const text = document.getElementById(SESSION_BLOCK_ID)?.textContent ?? null;
  // Our own server wrote it, for this build.
  const session = text === null ? null : (JSON.parse(text) as PageSession);
  // A form that came back has the address that it was posted to, which is none of a page.
  if (session?.kind === 'signingIn') window.history.replaceState(null, '', administrationAddress(session.form.record));
  if (session?.kind === 'signedIn' && session.refusedPassword !== undefined) window.history.replaceState(null, '', ACCOUNT_ADDRESS);
  return session;
}

/** Takes links over at once; the rest of navigation is loaded with the first sign that it may be used, or with the first click. */
function startNavigation(page: RoutePage, hydrated: Promise<ShowPlace>, runtime: Runtime): () => Promise<Navigation> {
  const { boot, sign, quietly, outdated, waiting } = runtime;
  const { settings } = boot;
  const documentPolicy = documentPolicyOf(page.route, page.input);
  const here = (): Here => ({ href: window.location.href, documentPolicy, routes: ROUTES });
  const pages: PageLoaders = Object.fromEntries(
    Object.entries(PAGES).map(([id, load]) => [id, () => quietly<Awaited<ReturnType<PageLoaders[string]>>>(load)]),
  );
  const watch = (): unknown =>
    watchBuild({
      build: settings.build,
      pollMs: settings.buildPollMs,
      href: currentHref,
      fetchJson: createJsonFetch(window.fetch.bind(window)),
      after: afterMs,
      now: Date.now,
      onOutdated: () => outdated.set(true),
    });
  void hydrated.then(watch);
  const navigation = loadOnce(async () => {
    const [{ startNavigation: begin }, showPlace] = await Promise.all([quietly(() => import('./routing/navigation.ts')), hydrated]);
    const loadRouter = (): Promise<typeof import('./routing/router.tsx')> => quietly(() => import('./routing/router.tsx'));
    return begin({ ...runtime, page, settings, pages, wait: waiting.wait, here, showPlace, loadRouter });
  });
  const go = async (href: string): Promise<void> => {
    const navigator = await navigation().catch(() => null);
    if (navigator === null) leave(href);
    else await navigator.go(href);
  };
  interceptNavigation({ document, here, navigator: { go } });
  document.documentElement.setAttribute(FOLLOWS_LINKS_ATTRIBUTE, '');
  // A click tries again, or leaves the navigation to the browser.
  void sign.then(() => navigation().catch(() => undefined));
  return navigation;
}
