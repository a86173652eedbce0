/** Loads one page in the browser: its module and its payload in parallel, the results into the cache. */
import type { PagePayload, PageState } from '../../shared/builds/payload.ts';
import { refusedParameterMessage } from '../../shared/errors/codes.ts';
import { withdrawnMessage } from '../../shared/errors/withdrawn.ts';
import { listOfPage } from '../../shared/routes/list-of-page.ts';
import { matchRoute, type RouteMatch } from '../../shared/routes/match.ts';
import { publicMessage, tellDeveloper } from '../apollo/call-error.ts';
import type { LoadQueries } from '../apollo/queries.ts';
import { completeState } from '../site-state/page-state.ts';
import type { ErrorPage, Page, PageLoaders, SiteRoute } from './page.ts';
import { type PageParts, pageParts, routePage } from './page-parts.ts';
import type { PageStates } from './page-states.ts';
import type { PayloadFetch } from './payload-fetch.ts';

export type LoadedPage =
  | { readonly kind: 'ready'; readonly page: Page }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Only the server can answer: no page here, another build, or a part that did not load. */
  | { readonly kind: 'reload'; readonly reason: 'unknown' | 'build' | 'chunk' };

export interface PageLoaderOptions {
  readonly routes: readonly SiteRoute[];
  readonly pages: PageLoaders;
  readonly loadQueries: LoadQueries;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly build: string;
  /** Returns the payload of a page, or null when it fails to load; a page that is to be shown then requests its operations one by one. */
  readonly payloads: PayloadFetch;
  readonly pageStates: PageStates;
}

/**
 * Loads the page of `href` (path and query). `known` is the site state so far, for a page whose payload is missing: then the page asks
 * for its operations itself. Never rejects.
 */
export async function loadPage(href: string, known: PageState, options: PageLoaderOptions): Promise<LoadedPage> {
  const begun = await beginPage(href, known, options, options.payloads.load);
  return begun.kind === 'withoutPayload' ? fromOperations(begun.parts, known) : begun;
}

/** Loads a page ahead of a click; null when its payload fails to load, because a preview costs at most one request. Never rejects. */
export async function previewPage(href: string, known: PageState, options: PageLoaderOptions): Promise<LoadedPage | null> {
  const begun = await beginPage(href, known, options, options.payloads.preview);
  return begun.kind === 'withoutPayload' ? null : begun;
}

type BegunPage = LoadedPage | { readonly kind: 'withoutPayload'; readonly parts: PageParts };

async function beginPage(
  href: string,
  known: PageState,
  options: PageLoaderOptions,
  fetchPayload: PayloadFetch['load'],
): Promise<BegunPage> {
  const match = matchHref(href, options.routes);
  if (match.kind === 'moved') return { kind: 'redirect', to: match.path };
  if (match.kind !== 'route') return { kind: 'reload', reason: 'unknown' };
  const route = options.routes.find((candidate) => candidate === match.route);
  const load = route === undefined ? undefined : options.pages[route.id];
  if (route === undefined || load === undefined) return { kind: 'reload', reason: 'unknown' };
  const [module, payload] = await Promise.all([load().catch(() => null), fetchPayload(href)]);
  if (module === null) return { kind: 'reload', reason: 'chunk' };
  const parts = pageParts(href, { route, input: match.input }, module, options);
  return payload === null ? { kind: 'withoutPayload', parts } : fromPayload(parts, payload, known, options);
}

function matchHref(href: string, routes: readonly SiteRoute[]): RouteMatch {
  const mark = href.indexOf('?');
  const path = mark === -1 ? href : href.slice(0, mark);
  return matchRoute(routes, path, new URLSearchParams(mark === -1 ? '' : href.slice(mark)));
}

async function fromPayload(parts: PageParts, payload: PagePayload, known: PageState, options: PageLoaderOptions): Promise<LoadedPage> {
  if (payload.build !== options.build) return { kind: 'reload', reason: 'build' };
  switch (payload.kind) {
    case 'redirect':
      return { kind: 'redirect', to: payload.to };
    case 'error':
      if (payload.detail !== undefined) tellDeveloper(payload.detail);
      return failed(parts, known, {
        status: payload.status,
        message: payload.message,
        requestId: payload.pedido,
      });
    case 'data': {
      const shared = await options.pageStates.load(payload.pageStateHref);
      if (shared === null) return { kind: 'reload', reason: 'unknown' };
      for (const [index, data] of payload.results.entries()) parts.operations.adopt(index, data);
      const main = parts.route.main === null ? null : (payload.results[0] ?? null);
      return { kind: 'ready', page: routePage(parts, main, shared.estado, { ...shared.icones, ...payload.icones }) };
    }
  }
}

/** Loads a page without its payload: the main operation decides the outcome, the late ones load in their places. */
async function fromOperations(parts: PageParts, known: PageState): Promise<LoadedPage> {
  const { route, input } = parts;
  try {
    const main = await askMain(parts);
    const state = completeState(known);
    const outcome = route.outcome({ input, state, main });
    switch (outcome.kind) {
      case 'found':
        return { kind: 'ready', page: routePage(parts, main, known, {}) };
      case 'redirect':
        return { kind: 'redirect', to: outcome.to };
      case 'notFound':
        return failed(parts, known, { status: 404, message: refusedParameterMessage(parts.href), requestId: null });
      case 'gone':
        return failed(parts, known, { status: 410, message: withdrawnMessage(outcome.withdrawal, state.fusoHorario), requestId: null });
    }
  } catch (error) {
    return failed(parts, known, { status: 500, message: publicMessage(error), requestId: null });
  }
}

async function askMain({ route, operations }: PageParts): Promise<unknown> {
  if (route.main === null) return null;
  const pending = operations.result(0);
  if (pending.kind === 'pending') await pending.ended;
  const result = operations.result(0);
  if (result.kind === 'failed') throw result.error;
  return result.kind === 'done' ? result.data : null;
}

function failed(parts: PageParts, known: PageState, error: Pick<ErrorPage, 'status' | 'message' | 'requestId'>): LoadedPage {
  const page: ErrorPage = {
    kind: 'error',
    href: parts.href,
    ...error,
    list: error.status === 410 ? listOfPage(parts.href) : null,
    layout: parts.route.layout,
    state: completeState(known),
    icons: {},
  };
  return { kind: 'ready', page };
}
