/** Sends the page of a known route: payload, settled document or stream. */
import { randomBytes } from 'node:crypto';
import { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { HeldResult, IconsByName, PreparedPage } from '../../../client/entry-server.tsx';
import { structuredDataBlock } from '../../../shared/builds/document-blocks.ts';
import type { Exchange, SettledResponse } from '../../../shared/cache/exchange.ts';
import { NEVER_POLICY } from '../../../shared/cache/policy.ts';
import { documentPolicyOf } from '../../../shared/routes/libras.ts';
import type { DocumentPolicy } from '../../../shared/routes/types.ts';
import { PREVIEW_RULES_PATH } from '../../../shared/routes/url.ts';
import { type PageSession, sessionBlock } from '../../../shared/session/page-session.ts';
import type { Timers } from '../../../shared/time/timers.ts';
import { applyCachePolicy, applyStreamedPolicy } from '../../http/cache-headers.ts';
import { entityTag, sendValidated } from '../../http/validators.ts';
import type { Observe } from '../../observability/observation.ts';
import { applyDocumentHeaders, type DocumentHeaderSettings } from '../document/document-headers.ts';
import type { DocumentFrame, DocumentSources } from '../document/document-sources.ts';
import { createPageIcons, type PageIcons } from '../document/page-icons.ts';
import type { DeveloperMessage } from '../errors/developer-message.ts';
import type { MatchedPage } from '../page/page-outcome.ts';
import { resultsOf, type StartedOperations } from '../page/preload.ts';
import { renderPage, type SettledHtml, settledBlocks, settleStreamed } from '../render/settled.ts';
import { renderStreamed } from '../render/streamed.ts';
import { pageGroups } from './cache-groups.ts';
import { dataPayload } from './payload.ts';

/** Returns the seconds until the next publication date that can change the page; undefined when none is known. */
export type PublicationBoundary = (page: Pick<FoundPage, 'route' | 'operations'>) => number | undefined;

export interface FoundPage extends Extract<MatchedPage, { kind: 'page' }> {
  /** Data of the main operation; null for a route without one, and where the shell of a certain page goes first. */
  readonly main: unknown;
  readonly operations: StartedOperations;
  readonly frame: DocumentFrame;
  /** With one the page is the visitor's own: it is never stored. */
  readonly session: PageSession | null;
  /** 200, or that of a form which goes back to the visitor. */
  readonly status: number;
}

export interface PageResponseContext {
  readonly sources: DocumentSources;
  readonly fixedParts: boolean;
  readonly headers: DocumentHeaderSettings;
  readonly developerMessage: DeveloperMessage;
  readonly boundary: PublicationBoundary;
  /** Called for every late operation that fails and every error that React reports; the page is sent, but not stored. */
  readonly onRenderError: (res: Response, error: unknown) => void;
  readonly observe: Observe;
}

/** Sends the page's data. All operations must have ended. */
export async function sendPayload(req: Request, res: Response, page: FoundPage, context: PageResponseContext): Promise<void> {
  const { sources } = context;
  const { operations } = page;
  operations.onFailure((_index, error) => context.onRenderError(res, error));
  const { pageStateHref, context: shared } = page.frame;
  const icons = createPageIcons(shared.icons, sources.resolveIcons);
  operations.onResult((index, result) => icons.adopt(index, result));
  const icones = Object.assign({}, ...icons.introduced([...operations.calls.keys()])) as IconsByName;
  const body = Buffer.from(dataPayload({ build: sources.settings.build, pageStateHref, icones, operations }));
  res.status(200);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Language', 'pt-BR');
  applyPagePolicy(res, page, context, hasFailure(page.operations));
  sendValidated(req, res, body, entityTag(body));
}

/** Sends the whole document at once. All operations must have ended. */
export async function sendSettled(
  req: Request,
  res: Response,
  page: FoundPage,
  context: PageResponseContext & { readonly hasFallback: boolean },
): Promise<void> {
  const { body, errors } = await context.observe({ kind: 'render', name: page.route.id, how: 'whole' }, async () => {
    const prepared = await preparePage(page, context);
    return renderPage(prepared.page, settledData(page, prepared, context));
  });
  page.operations.onFailure((_index, error) => context.onRenderError(res, error));
  for (const error of errors) if (!isOperationFailure(page.operations, error)) context.onRenderError(res, error);
  if (errors.length > 0 && context.hasFallback) throw errors[0];
  res.status(page.status);
  applyPagePolicy(res, page, context, errors.length > 0 || hasFailure(page.operations));
  const tag = applySettledHeaders(res, body, page, context);
  sendValidated(req, res, body, tag);
}

/** Streams the document; the cache in front gets the settled one afterwards through `exchange`. */
export async function sendStreamed(
  req: Request,
  res: Response,
  page: FoundPage,
  context: PageResponseContext & { readonly signal: AbortSignal; readonly exchange: Exchange | null; readonly timers: Timers },
): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const onShell = (): void => {
    res.status(page.status);
    applyDocumentHeaders(res, policyOf(page), context.headers, nonce);
    askRobots(res, page);
    offerPreviews(res, page);
    if (page.session === null) applyStreamedPolicy(res);
    else applyCachePolicy(res, NEVER_POLICY);
  };
  if (req.method === 'HEAD') {
    onShell();
    res.end();
    return;
  }
  const prepared = await preparePage(page, context);
  const { operations } = page;
  let clean = true;
  const onError = (error: unknown): void => {
    clean = false;
    if (!isOperationFailure(operations, error)) context.onRenderError(res, error);
  };
  operations.onFailure((_index, error) => context.onRenderError(res, error));
  const streamed = context.observe({ kind: 'render', name: page.route.id, how: 'streamed' }, () =>
    renderStreamed(res, {
      page: prepared.page,
      operations,
      icons: prepared.icons,
      nonce,
      boot: bootOf(page) + (page.route.main === null ? structuredDataOf(prepared, null) : ''),
      structuredData: (index, data) => (page.route.main !== null && index === 0 ? structuredDataOf(prepared, data) : ''),
      bootScript: page.frame.scripts,
      timers: context.timers,
      signal: context.signal,
      developerMessage: context.developerMessage,
      onError,
      onShell,
    }),
  );
  const settle = async (): Promise<SettledResponse | null> => {
    const wholeHtml = await streamed;
    const draw = (): Promise<SettledHtml> =>
      context.observe({ kind: 'render', name: page.route.id, how: 'settled' }, () =>
        settleStreamed(prepared.page, wholeHtml(), settledData(page, prepared, context)),
      );
    const whole = clean && res.writableEnded && operations.states.every(({ kind }) => kind === 'done');
    return whole && isStillFound(page) ? settledResponse(req, res, page, draw, context) : null;
  };
  // A failure of the stream also rejects `streamed`, which is awaited below.
  if (page.session === null) context.exchange?.settle(settle().catch(() => null));
  await streamed;
}

/** False where the site's state named a row that was gone when the main operation read it: the next request gets another answer. */
function isStillFound({ route, input, frame, operations }: FoundPage): boolean {
  if (route.main === null) return true;
  const [main] = resultsOf(operations);
  return route.outcome({ input, state: frame.state, main }).kind === 'found';
}

interface Prepared {
  readonly page: PreparedPage;
  readonly icons: PageIcons;
}

/** Prepares the page for its render. All operations that are to be shown whole must have ended. */
export async function preparePage(page: FoundPage, { sources, fixedParts }: PageResponseContext): Promise<Prepared> {
  const { route, input, main, operations, frame, session } = page;
  const renderer = await sources.renderer();
  const icons = createPageIcons(frame.context.icons, sources.resolveIcons);
  const prepared = await renderer.preparePage({
    ...frame.context,
    icons: icons.all,
    route,
    input,
    main,
    result: (index) => heldResult(operations, index),
    session,
    fixedParts,
  });
  operations.onResult((index, result) => icons.adopt(index, result));
  return { page: prepared, icons };
}

function heldResult(operations: StartedOperations, index: number): HeldResult {
  const state = operations.state(index);
  switch (state.kind) {
    case 'done':
      return { kind: 'done', data: state.result.data };
    case 'failed':
      return state;
    case 'pending':
      return { kind: 'pending', ended: operations.ended(index) };
  }
}

/** Returns the end of a settled document: the blocks, then the scripts that read them. */
function settledData(page: FoundPage, prepared: Prepared, { developerMessage }: PageResponseContext): string {
  const { route, operations, frame } = page;
  const main = route.main === null ? null : resultsOf(operations)[0];
  return bootOf(page) + settledBlocks(operations, prepared.icons, developerMessage) + structuredDataOf(prepared, main) + frame.scripts;
}

/** Last in the body: programs look for it in the whole document, and the answers to frequent questions are as long as their page. */
function structuredDataOf({ page }: Prepared, main: unknown): string {
  const text = page.structuredData(main);
  return text === null ? '' : structuredDataBlock(text);
}

/** The page of a citizen's case has no application: a browser that hydrated it would need what was typed in a block of its own. */
function bootOf({ frame, session }: FoundPage): string {
  if (session?.kind === 'case') return '';
  return frame.boot + sessionBlock(session);
}

/** Makes the document that may be stored, as a response of its own. */
async function settledResponse(
  req: Request,
  res: Response,
  page: FoundPage,
  settle: () => Promise<SettledHtml>,
  context: PageResponseContext,
): Promise<SettledResponse | null> {
  const { body, errors } = await settle();
  if (errors.length > 0) return null;
  const draft = new ServerResponse(req);
  for (const [name, value] of Object.entries(res.getHeaders())) if (value !== undefined) draft.setHeader(name, value);
  for (const name of ['Transfer-Encoding', 'Connection', 'Keep-Alive', 'Date', 'X-Request-Id', 'Content-Encoding'])
    draft.removeHeader(name);
  applyPagePolicy(draft, page, context, false);
  draft.setHeader('ETag', applySettledHeaders(draft, body, page, context));
  draft.setHeader('Content-Length', body.byteLength);
  const headers = Object.entries(draft.getHeaders()).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)] as const);
  return { status: 200, headers: Object.fromEntries(headers), body };
}

/** A program of another site never runs where a user has signed in, or beside what a citizen has sent. */
function policyOf({ route, input, session }: FoundPage): DocumentPolicy {
  return session === null ? documentPolicyOf(route, input) : route.documentPolicy;
}

function applySettledHeaders(res: ServerResponse, body: Buffer, page: FoundPage, context: PageResponseContext): string {
  applyDocumentHeaders(res, policyOf(page), context.headers);
  askRobots(res, page);
  offerPreviews(res, page);
  // A 304 updates the stored fields, so documents of different content policies must not share a validator.
  return entityTag(body, String(res.getHeader('Content-Security-Policy') ?? ''));
}

/** Programs that read fields alone are asked to leave a page out of their lists as its `meta` asks the others. */
function askRobots(res: ServerResponse, { route, input, main, frame }: FoundPage): void {
  const { indexable } = route.head({ input, state: frame.state, main });
  if (indexable === false) res.setHeader('X-Robots-Tag', 'noindex');
}

/** Pages of a signed-in user are drawn for each request: their links are loaded when they are followed. */
function offerPreviews(res: ServerResponse, { route, session }: FoundPage): void {
  if (session === null && route.documentPolicy !== 'quadro') res.setHeader('Speculation-Rules', `"${PREVIEW_RULES_PATH}"`);
}

function applyPagePolicy(res: ServerResponse, page: FoundPage, context: PageResponseContext, broken: boolean): void {
  if (broken || page.session !== null) {
    applyCachePolicy(res, NEVER_POLICY);
    return;
  }
  const groups = pageGroups(page.route, { calls: page.operations.calls, results: resultsOf(page.operations) });
  applyCachePolicy(res, page.route.cache, groups, context.boundary(page));
}

/** True for the failure of an operation, which React passes on and which was reported when the operation ended. */
function isOperationFailure(operations: StartedOperations, error: unknown): boolean {
  return operations.states.some((state) => state.kind === 'failed' && state.error === error);
}

function hasFailure(operations: StartedOperations): boolean {
  return operations.states.some(({ kind }) => kind === 'failed');
}
