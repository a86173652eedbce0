/**
 * Answers for a matched page: starts its operations, lets its data decide the status, and sends it streamed or in one go (decisions 0004 and
 * 0005). Nothing is sent before the status is known; of a certain page it is known without a row.
 */
import type { Request, Response } from 'express';
import type { Exchange } from '../../shared/cache/exchange.ts';
import { payloadUrl } from '../../shared/routes/url.ts';
import type { PageSession } from '../../shared/session/page-session.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import { PUBLIC_CALLER } from '../backend/backend.ts';
import type { DocumentSourcesOptions } from './document/document-sources.ts';
import { type MatchedPage, type PageAddress, type PageOutcome, pageOutcome } from './page/page-outcome.ts';
import {
  type OperationExecutor,
  type PreloadOptions,
  pageCaller,
  type QueryTexts,
  type StartedOperations,
  startOperations,
} from './page/preload.ts';
import type { ResultCache } from './page/result-cache.ts';
import { type ErrorAnswerContext, type RedirectAnswer, sendErrorAnswer, sendRedirect } from './response/answers.ts';
import { pageGroups } from './response/cache-groups.ts';
import { type FindRedirect, sendConfiguredRedirect } from './response/configured-redirect.ts';
import { type FoundPage, type PageResponseContext, sendPayload, sendSettled, sendStreamed } from './response/page-response.ts';

/** Operations that end within this many milliseconds leave nothing to stream (decision 0004). */
const ONE_GO_MS = 5;

/** The same while other pages are being answered: to stream costs twice the processor time, and a first byte within 15 ms is soon enough. */
const ONE_GO_BESIDE_OTHERS_MS = 12;

/**
 * Milliseconds that a page waits for its operations where the cache holds a stale response: an error before the first byte makes the cache
 * serve that.
 */
const FALLBACK_PATIENCE_MS = 2_000;

export interface PageAnswerOptions extends Pick<DocumentSourcesOptions, 'state'> {
  readonly backend: OperationExecutor;
  readonly texts: QueryTexts;
  /** Results of operations, under the groups that purge pages; null where nothing purges it, as in development. */
  readonly results: ResultCache | null;
  /** Finds a redirect that the institution has set for an address without a page. */
  readonly redirect: FindRedirect;
  readonly timers?: Timers;
}

/** How many pages the process is answering, this one included. */
export interface UnderWay {
  pages: number;
}

/** One request for a page. */
export interface Work {
  readonly req: Request;
  readonly res: Response;
  readonly address: PageAddress;
  readonly exchange: Exchange | null;
  readonly session: PageSession | null;
  /** Status of the page if it is found. */
  readonly status: number;
}

/** What answers one request for a page. */
export interface PageAnswering {
  readonly options: PageAnswerOptions;
  readonly underWay: UnderWay;
  readonly context: PageResponseContext;
  readonly errors: ErrorAnswerContext;
  /** Ends the operations. */
  readonly signal: AbortSignal;
}

/** Sends a matched page, or the redirect or error that its data decides. */
export async function answerPage(
  work: Work,
  matched: Extract<MatchedPage, { kind: 'page' }>,
  { options, underWay, context, errors, signal }: PageAnswering,
): Promise<void> {
  const { req, res, address, session, status, exchange } = work;
  const { route, input } = matched;
  const renderer = await context.sources.renderer();
  const calls = renderer.routeCalls(route, input);
  const { backend, texts } = options;
  const operations = startOperations(calls, { backend, texts, caller: pageCaller(session), cache: cacheOf(work, route, options), signal });
  const hasFallback = exchange?.hasFallback === true;
  const oneGoMs = underWay.pages > 1 ? ONE_GO_BESIDE_OTHERS_MS : ONE_GO_MS;
  const timers = options.timers ?? SYSTEM_TIMERS;
  const grace = startGrace(timers, operations.allSettled, hasFallback ? FALLBACK_PATIENCE_MS : oneGoMs);
  await Promise.race([grace, operations.ended(0)]);
  const main = await mainOrPending(work, matched, operations, options.state());
  const frame = await context.sources.frame(renderer, route.layout, route.id);
  const outcome = main === PENDING ? IS_FOUND : pageOutcome(matched, address, frame.state, main);
  if (outcome.kind === 'error') {
    if (await sendConfiguredRedirect(work, options.redirect, route, errors)) return;
    const boundarySeconds = context.boundary({ route, operations });
    await sendErrorAnswer(req, res, outcome.error, route, { ...errors, main, boundarySeconds });
    return;
  }
  if (outcome.kind === 'redirect') {
    const boundarySeconds = context.boundary({ route, operations });
    const decision = { policy: route.cache, groups: pageGroups(route, { calls, results: [main] }), boundarySeconds };
    const elsewhere = { to: outcome.to, status: outcome.status, payloadOf: errors.payloadOf };
    sendRedirect(res, { ...(outcome.status === 308 ? movedTo(address, outcome.to) : elsewhere), cache: decision });
    return;
  }
  await (address.payload ? operations.allSettled : grace);
  if (hasFallback) refuseBroken(operations);
  const page: FoundPage = { ...matched, main: main === PENDING ? null : main, operations, frame, session, status };
  if (address.payload) await sendPayload(req, res, page, context);
  else if (operations.states.some(({ kind }) => kind === 'pending'))
    await sendStreamed(req, res, page, { ...context, signal, exchange, timers });
  else await sendSettled(req, res, page, { ...context, hasFallback });
}

/** What is kept in process is what the public may read, and comes from its requests alone. */
function cacheOf({ session }: Work, { cache, groups }: FoundPage['route'], { results }: PageAnswerOptions): PreloadOptions['cache'] {
  if (results === null || pageCaller(session) !== PUBLIC_CALLER || cache.kind === 'never') return undefined;
  return { results, groups };
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
export function movedTo(address: PageAddress, to: string): Omit<RedirectAnswer, 'cache'> {
  return { to: address.payload ? payloadUrl(to) : to, status: 308, payloadOf: null };
}

/** @throws the error of the first failed operation: the cache then serves its stale response (stale-if-error). */
function refuseBroken(operations: StartedOperations): void {
  const failed = operations.states.find(({ kind }) => kind === 'failed');
  if (failed?.kind === 'failed') throw failed.error;
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
