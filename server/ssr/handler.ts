/**
 * Answers every address that is not a file or an interface: matches it, lets its data decide the status, and sends the page streamed or
 * in one go (decisions 0004 and 0005). Nothing is sent before the status is known; of a certain page it is known without a row.
 */
import type { Request, Response } from 'express';
import type { SiteRoute } from '../../client/entry-server.tsx';
import { pageStateHash } from '../../shared/builds/page-state-file.ts';
import type { Exchange } from '../../shared/cache/exchange.ts';
import { PAGE_STATES_GROUP } from '../../shared/cache/groups.ts';
import { IMMUTABLE_POLICY } from '../../shared/cache/policy.ts';
import type { CaseScreen } from '../../shared/cases/case-screen.ts';
import type { Channel } from '../../shared/cases/vocabulary.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { type CaseRouteId, RECEIPT_ROUTE, TRACKING_ROUTE } from '../../shared/routes/case-routes.ts';
import { routeOf } from '../../shared/routes/table.ts';
import { payloadUrl, routePath } from '../../shared/routes/url.ts';
import type { PageSession, SignInForm } from '../../shared/session/page-session.ts';
import { ACCOUNT_ADDRESS } from '../../shared/session/session-address.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../shared/site-state/site-state.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import { PUBLIC_CALLER } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { type SendErrorPage, sendError, toAppError } from '../http/error-handler.ts';
import { wantsPage } from '../http/error-page.ts';
import { exchangeOf } from '../http/exchange.ts';
import { originalQuery } from '../http/original-query.ts';
import { requestIdOf } from '../http/request-context.ts';
import { isRead, methodNotAllowed } from '../http/responses.ts';
import type { Logger } from '../observability/log.ts';
import type { DocumentHeaderSettings } from './document/document-headers.ts';
import { createDocumentSources, type DocumentSources, type DocumentSourcesOptions } from './document/document-sources.ts';
import { developerMessages } from './errors/developer-message.ts';
import { createErrorScreens } from './errors/error-screen.ts';
import { iconInstead, isFilePath, sendMissingFile } from './errors/missing-file.ts';
import type { FastPaths } from './fast/fast-paths.ts';
import { type Lifetime, startLifetime, VisitorGone } from './page/lifetime.ts';
import { type MatchedPage, matchPage, type PageAddress, type PageOutcome, pageOutcome, parseAddress } from './page/page-outcome.ts';
import { type OperationExecutor, pageCaller, type QueryTexts, type StartedOperations, startOperations } from './page/preload.ts';
import type { ResultCache } from './page/result-cache.ts';
import { createPreview, type PreviewPage } from './preview.ts';
import { type ErrorAnswerContext, MOVED, type RedirectAnswer, sendDataJson, sendErrorAnswer, sendRedirect } from './response/answers.ts';
import { pageGroups } from './response/cache-groups.ts';
import {
  type FoundPage,
  type PageResponseContext,
  type PublicationBoundary,
  sendPayload,
  sendSettled,
  sendStreamed,
} from './response/page-response.ts';
import { type FindRedirect, sendSetRedirect } from './response/set-redirect.ts';

/** Operations that end within this many milliseconds leave nothing to stream (decision 0004). */
const ONE_GO_MS = 5;

/**
 * Milliseconds that a page waits for its operations where the cache holds a stale response: an error before the first byte makes the cache
 * serve that.
 */
const FALLBACK_PATIENCE_MS = 2_000;

export interface SsrOptions extends DocumentSourcesOptions, DocumentHeaderSettings {
  readonly backend: OperationExecutor;
  readonly texts: QueryTexts;
  /** Results of operations, under the groups that purge pages; null where nothing purges it, as in development. */
  readonly results: ResultCache | null;
  readonly routes: readonly SiteRoute[];
  /** Milliseconds from the start of a request until its unfinished operations are aborted. */
  readonly deadlineMs: number;
  /** Finds a redirect that the institution has set for an address without a page. */
  readonly redirect: FindRedirect;
  readonly boundary?: PublicationBoundary;
  /** Returns the session of a request, null without one. Never rejects: a token that cannot be verified is no session. */
  readonly sessionOf: (req: Request) => Promise<PageSession | null>;
  /** The switch of all that only saves time. */
  readonly fast: FastPaths;
  readonly log: Logger;
  readonly timers?: Timers;
}

export interface Ssr {
  /** Handles one request. The exchange that it carries gives the cache in front the settled document of a stream. Never rejects. */
  readonly handler: (req: Request, res: Response) => Promise<void>;
  /** Sends the error screen for an error of another router. Never rejects. */
  readonly sendErrorPage: SendErrorPage;
  /** Sends the page of the sign-in with the form as the visitor left it, and what is wrong with it. Never rejects. */
  readonly sendSignIn: (req: Request, res: Response, form: SignInForm, status: number) => Promise<void>;
  /** Sends the page of the own account, with what is wrong with a form that was sent from it. Never rejects. */
  readonly sendAccount: (req: Request, res: Response, session: PageSession, status: number) => Promise<void>;
  /** Sends a page of one citizen's case: the form that goes back, the receipt, or the case. Never rejects. */
  readonly sendCasePage: (req: Request, res: Response, page: CasePage) => Promise<void>;
  readonly preview: PreviewPage;
}

export interface CasePage {
  /** The page of a channel, or one of a case. */
  readonly route: Channel | CaseRouteId;
  readonly screen: CaseScreen;
  readonly status: number;
}

const CASE_PAGES: Readonly<Record<CasePage['route'], SiteRoute>> = {
  contato: routeOf('faleConosco'),
  ouvidoria: routeOf('ouvidoria'),
  sic: routeOf('sic'),
  recibo: RECEIPT_ROUTE,
  acompanhamento: TRACKING_ROUTE,
};

interface Work {
  readonly req: Request;
  readonly res: Response;
  readonly address: PageAddress;
  readonly exchange: Exchange | null;
  readonly session: PageSession | null;
  /** Status of the page if it is found. */
  readonly status: number;
}

/** Makes the handler of all pages. */
export function createSsr(options: SsrOptions): Ssr {
  const sources = createDocumentSources(options);
  const screens = createErrorScreens(sources);
  const developerMessage = developerMessages(options.development);
  const errorContext = (res: Response, payloadOf: string | null): ErrorAnswerContext => ({
    screens,
    headers: options,
    developerMessage,
    payloadOf,
    onScreenFailure: (thrown) => options.log.error({ requestId: requestIdOf(res), err: thrown }, 'the error screen could not be rendered'),
  });
  const pageContext: PageResponseContext = {
    sources,
    fast: options.fast,
    headers: options,
    developerMessage,
    boundary: options.boundary ?? (() => undefined),
    onRenderError: (res, error) => logRenderError(options.log, res, error),
  };
  const sendErrorPage: SendErrorPage = (req, res, error) => {
    res.vary('Accept');
    return sendErrorAnswer(req, res, error, null, errorContext(res, null));
  };
  const sendPage = async (work: Work, known?: MatchedPage): Promise<void> => {
    const matched = known ?? matchPage(options.routes, work.address, options.state());
    const errors = errorContext(work.res, work.address.payload ? options.settings.build : null);
    try {
      await answer(work, matched, options, pageContext, errors);
    } catch (thrown) {
      await answerFailure(work, matched, thrown, options.log, errors);
    }
  };
  const handler: Ssr['handler'] = async (req, res) => {
    if (!isRead(req.method)) {
      sendError(req, res, methodNotAllowed(res), requestIdOf(res));
      return;
    }
    const address = parseAddress(req.originalUrl, originalQuery(req));
    const stateHash = pageStateHash(address.path);
    if (stateHash !== null) {
      await answerPageState(req, res, stateHash, sources);
      return;
    }
    await sendPage({ req, res, address, exchange: exchangeOf(req), session: await options.sessionOf(req), status: 200 });
  };
  const sendSignIn: Ssr['sendSignIn'] = (req, res, form, status) =>
    sendPage({ req, res, address: parseAddress(routePath('admin')), exchange: null, session: { kind: 'signingIn', form }, status });
  const sendAccount: Ssr['sendAccount'] = (req, res, session, status) =>
    sendPage({ req, res, address: parseAddress(ACCOUNT_ADDRESS), exchange: null, session, status });
  const sendCasePage: Ssr['sendCasePage'] = (req, res, { route, screen, status }) => {
    const found = CASE_PAGES[route];
    const address = parseAddress(found.path);
    const input = { path: found.path, params: {}, search: {} };
    const session: PageSession = { kind: 'case', screen };
    return sendPage({ req, res, address, exchange: null, session, status }, { kind: 'page', route: found, input });
  };
  const preview = createPreview({ context: pageContext, routes: options.routes, texts: options.texts, state: options.state });
  return { handler, sendErrorPage, sendSignIn, sendAccount, sendCasePage, preview };
}

async function answer(
  work: Work,
  matched: MatchedPage,
  options: SsrOptions,
  context: PageResponseContext,
  errors: ErrorAnswerContext,
): Promise<void> {
  const { req, res } = work;
  switch (matched.kind) {
    case 'moved':
      sendRedirect(req, res, { ...movedTo(work.address, matched.to), cache: MOVED });
      return;
    case 'missing':
      if (await sendSetRedirect(work, options.redirect, matched.route, errors)) return;
      if (matched.route === null && answerFile(work, options)) return;
      await sendErrorAnswer(req, res, matched.error, matched.route, errors);
      return;
    case 'page': {
      const lifetime = startLifetime(res, options.deadlineMs, options.timers ?? SYSTEM_TIMERS);
      try {
        await answerPage(work, matched, options, context, errors, lifetime);
      } finally {
        lifetime.end();
      }
    }
  }
}

/** Answers with a page state. An unknown hash gets a 404 that no cache stores, because another replica may know it. */
async function answerPageState(req: Request, res: Response, hash: string, sources: DocumentSources): Promise<void> {
  const json = await sources.pageStateJson(hash);
  if (json === null) {
    sendError(req, res, new AppError('RESOURCE_NOT_FOUND'), requestIdOf(res));
    return;
  }
  applyCachePolicy(res, IMMUTABLE_POLICY, [PAGE_STATES_GROUP]);
  sendDataJson(req, res, json);
}

/** Answers for an address that no route knows and that is named like a file; false when it is not, or when a person opens it. */
function answerFile({ req, res, address }: Work, { state: estado, settings }: SsrOptions): boolean {
  if (address.payload || !isFilePath(address.path)) return false;
  const icon = iconInstead(address.path, estado(), settings.siteFavicon);
  if (icon !== null) {
    sendRedirect(req, res, { to: icon, status: 308, cache: MOVED, payloadOf: null });
    return true;
  }
  res.vary('Accept');
  if (wantsPage(req.headers.accept)) return false;
  sendMissingFile(req, res, address.path);
  return true;
}

async function answerPage(
  work: Work,
  matched: Extract<MatchedPage, { kind: 'page' }>,
  options: SsrOptions,
  context: PageResponseContext,
  errors: ErrorAnswerContext,
  { signal }: Lifetime,
): Promise<void> {
  const { req, res, address } = work;
  const { route, input } = matched;
  const renderer = await context.sources.renderer();
  const calls = renderer.routeCalls(route, input);
  const caller = pageCaller(work.session);
  // What is kept is what the public may read, and comes from its requests alone.
  const keeps = caller === PUBLIC_CALLER && route.cache.kind !== 'never';
  const cache = options.results === null || !keeps ? undefined : { results: options.results, groups: route.groups };
  const operations = startOperations(calls, { backend: options.backend, texts: options.texts, caller, cache, signal });
  const hasFallback = work.exchange?.hasFallback === true;
  const patience = hasFallback ? FALLBACK_PATIENCE_MS : ONE_GO_MS;
  const grace = startGrace(options.timers ?? SYSTEM_TIMERS, operations.allSettled, patience);
  await Promise.race([grace, operations.ended(0)]);
  const main = await mainOrPending(work, matched, operations, options.state());
  // Routes get the same part of the state that their page is rendered with, so head and breadcrumb agree on server and browser.
  const frame = await context.sources.frame(renderer, route.layout, route.id);
  const state = { ...EMPTY_SITE_STATE, ...frame.context.state };
  const outcome = main === PENDING ? IS_FOUND : pageOutcome(matched, address, state, main, options.settings.timeZone);
  if (outcome.kind === 'error') {
    if (await sendSetRedirect(work, options.redirect, route, errors)) return;
    const boundarySeconds = context.boundary({ route, operations });
    await sendErrorAnswer(req, res, outcome.error, route, { ...errors, main, boundarySeconds });
    return;
  }
  if (outcome.kind === 'redirect') {
    const boundarySeconds = context.boundary({ route, operations });
    const decision = { policy: route.cache, groups: pageGroups(route, { calls, results: [main] }), boundarySeconds };
    const elsewhere = { to: outcome.to, status: outcome.status, payloadOf: errors.payloadOf };
    sendRedirect(req, res, { ...(outcome.status === 308 ? movedTo(address, outcome.to) : elsewhere), cache: decision });
    return;
  }
  const { session, status } = work;
  const page: FoundPage = { ...matched, main: main === PENDING ? null : main, operations, frame, session, status };
  if (address.payload) {
    await operations.allSettled;
    if (hasFallback) refuseBroken(operations);
    await sendPayload(req, res, page, context);
    return;
  }
  await grace;
  if (hasFallback) refuseBroken(operations);
  const pending = calls.some((_call, index) => operations.state(index).kind === 'pending');
  if (pending) await sendStreamed(req, res, page, { ...context, signal, exchange: work.exchange });
  else await sendSettled(req, res, page, { ...context, hasFallback });
}

const PENDING = Symbol('the main operation has not ended');

const IS_FOUND: PageOutcome = { kind: 'found' };

/**
 * Returns the data of the main operation, null for a route without one. Waits for it unless the page is certain; a payload holds all data.
 * @throws the error of the operation, when it has failed before anything was sent.
 */
async function mainOrPending(
  { address }: Work,
  { route, input }: Extract<MatchedPage, { kind: 'page' }>,
  operations: StartedOperations,
  state: SiteState,
): Promise<unknown> {
  if (route.main === null) return null;
  const mayGoFirst = !address.payload && operations.state(0).kind === 'pending' && route.isCertain(input, state);
  return mayGoFirst ? PENDING : (await operations.result(0)).data;
}

/** Returns a redirect to the exact address of the same page; a payload redirects to the payload of that address, which `fetch` follows. */
function movedTo(address: PageAddress, to: string): Omit<RedirectAnswer, 'cache'> {
  return { to: address.payload ? payloadUrl(to) : to, status: 308, payloadOf: null };
}

/** @throws the error of the first failed operation: the cache then serves its stale response (stale-if-error). */
function refuseBroken(operations: StartedOperations): void {
  for (const index of operations.calls.keys()) {
    const state = operations.state(index);
    if (state.kind === 'failed') throw state.error;
  }
}

/**
 * Resolves when all operations have ended, or after `patienceMs`. A process that was busy with other pages runs its timers before it reads
 * what has arrived meanwhile, so that is read first: otherwise it would stream, which costs twice as much, when it has least time.
 */
function startGrace(timers: Timers, allSettled: Promise<void>, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(patienceMs, () => setImmediate(resolve));
    void allSettled.then(() => {
      cancel();
      resolve();
    });
  });
}

async function answerFailure(work: Work, matched: MatchedPage, thrown: unknown, log: Logger, errors: ErrorAnswerContext): Promise<void> {
  const { req, res, address } = work;
  if (thrown instanceof VisitorGone || res.destroyed) return;
  const error = toAppError(thrown);
  log.error({ requestId: requestIdOf(res), path: address.path, code: error.code, err: thrown }, 'page failed');
  if (res.headersSent) {
    // Part of the body has been sent: only a closed connection can tell the client that it is incomplete.
    res.destroy();
    return;
  }
  await sendErrorAnswer(req, res, error, matched.kind === 'page' ? matched.route : null, errors);
}

function logRenderError(log: Logger, res: Response, error: unknown): void {
  if (error instanceof VisitorGone || res.destroyed) return;
  log.error({ requestId: requestIdOf(res), err: error }, 'part of a page failed');
}
