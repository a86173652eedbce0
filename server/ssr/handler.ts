/**
 * Answers every address that is not a file or an interface: matches it, sends the page, the redirect or the error, and the error screen of
 * what fails on the way.
 */
import type { Request, Response } from 'express';
import type { SiteRoute } from '../../client/entry-server.tsx';
import { pageStateHash } from '../../shared/builds/page-state-file.ts';
import { PAGE_STATES_GROUP } from '../../shared/cache/groups.ts';
import { IMMUTABLE_POLICY } from '../../shared/cache/policy.ts';
import { type CaseScreen, isReturned } from '../../shared/cases/case-screen.ts';
import type { Channel } from '../../shared/cases/vocabulary.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import {
  type CaseRouteId,
  DIGEST_ROUTE,
  EMAIL_SUBSCRIPTION_ROUTE,
  FEEDBACK_ROUTE,
  PASSWORD_LINK_ROUTE,
  RECEIPT_ROUTE,
  TRACKING_ROUTE,
} from '../../shared/routes/case-routes.ts';
import { routeOf } from '../../shared/routes/table.ts';
import { routePath } from '../../shared/routes/url.ts';
import type { PageSession, SignInForm } from '../../shared/session/page-session.ts';
import { ACCOUNT_ADDRESS } from '../../shared/session/session-address.ts';
import { SYSTEM_TIMERS } from '../../shared/time/timers.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { type SendErrorPage, sendError, toAppError } from '../http/error-handler.ts';
import { wantsPage } from '../http/error-page.ts';
import { exchangeOf } from '../http/exchange.ts';
import { originalQuery } from '../http/original-query.ts';
import { requestIdOf } from '../http/request-context.ts';
import { isRead, methodNotAllowed } from '../http/responses.ts';
import type { Logger } from '../observability/log.ts';
import type { Observe } from '../observability/observation.ts';
import { loggedPath } from '../observability/redaction.ts';
import { answerPage, movedTo, type PageAnswering, type PageAnswerOptions, type UnderWay, type Work } from './answer-page.ts';
import type { DocumentHeaderSettings } from './document/document-headers.ts';
import { createDocumentSources, type DocumentSources, type DocumentSourcesOptions } from './document/document-sources.ts';
import { developerMessages } from './errors/developer-message.ts';
import { createErrorScreens } from './errors/error-screen.ts';
import { iconInstead, isFilePath, sendMissingFile } from './errors/missing-file.ts';
import { type MatchedPage, matchPage, parseAddress } from './page/page-outcome.ts';
import { startRequestSignal, VisitorGone } from './page/request-signal.ts';
import { createPreview, type PreviewPage } from './preview.ts';
import { type ErrorAnswerContext, MOVED, sendDataJson, sendErrorAnswer, sendRedirect } from './response/answers.ts';
import { sendConfiguredRedirect } from './response/configured-redirect.ts';
import type { PageResponseContext, PublicationBoundary } from './response/page-response.ts';

export interface SsrOptions extends PageAnswerOptions, DocumentSourcesOptions, DocumentHeaderSettings {
  readonly routes: readonly SiteRoute[];
  /** Milliseconds from the start of a request until its unfinished operations are aborted. */
  readonly deadlineMs: number;
  readonly boundary: PublicationBoundary;
  /** Returns the session of a request, null without one. Never rejects: a token that cannot be verified is no session. */
  readonly sessionOf: (req: Request) => Promise<PageSession | null>;
  /** Writes the parts that pages have in common from memory (decision 0027). Off in benchmarks and tests alone. */
  readonly fixedParts: boolean;
  readonly log: Logger;
  /** Counts and times renders. */
  readonly observe: Observe;
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
  avaliacao: FEEDBACK_ROUTE,
  novidades: EMAIL_SUBSCRIPTION_ROUTE,
  senha: PASSWORD_LINK_ROUTE,
  resumo: DIGEST_ROUTE,
};

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
    fixedParts: options.fixedParts,
    headers: options,
    developerMessage,
    boundary: options.boundary,
    observe: options.observe,
    onRenderError: (res, error) => logRenderError(options.log, res, error),
  };
  const sendErrorPage: SendErrorPage = (req, res, error) => {
    res.vary('Accept');
    return sendErrorAnswer(req, res, error, null, errorContext(res, null));
  };
  const underWay: UnderWay = { pages: 0 };
  const sendPage = async (work: Work, known?: MatchedPage): Promise<void> => {
    const matched = known ?? matchPage(options.routes, work.address, options.state());
    const errors = errorContext(work.res, work.address.payload ? options.settings.build : null);
    try {
      await answer(work, matched, { options, underWay, context: pageContext, errors });
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
    const session: PageSession = { kind: 'case', screen, isReturned: isReturned(screen) };
    return sendPage({ req, res, address, exchange: null, session, status }, { kind: 'page', route: found, input });
  };
  const preview = createPreview({ context: pageContext, routes: options.routes, texts: options.texts, state: options.state });
  return { handler, sendErrorPage, sendSignIn, sendAccount, sendCasePage, preview };
}

interface Answering extends Omit<PageAnswering, 'signal'> {
  readonly options: SsrOptions;
}

async function answer(work: Work, matched: MatchedPage, answering: Answering): Promise<void> {
  const { req, res } = work;
  const { options, underWay, errors } = answering;
  switch (matched.kind) {
    case 'moved':
      sendRedirect(res, { ...movedTo(work.address, matched.to), cache: MOVED });
      return;
    case 'missing':
      if (await sendConfiguredRedirect(work, options.redirect, matched.route, errors)) return;
      if (matched.route === null && answerFile(work, options)) return;
      await sendErrorAnswer(req, res, matched.error, matched.route, errors);
      return;
    case 'page': {
      const requestSignal = startRequestSignal(res, options.deadlineMs, options.timers ?? SYSTEM_TIMERS);
      underWay.pages += 1;
      try {
        await answerPage(work, matched, { ...answering, signal: requestSignal.signal });
      } finally {
        underWay.pages -= 1;
        requestSignal.end();
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
  sendDataJson(res, json);
}

/** Answers for an address that no route knows and that is named like a file; false when it is not, or when a person opens it. */
function answerFile({ req, res, address }: Work, { state: estado, settings }: SsrOptions): boolean {
  if (address.payload || !isFilePath(address.path)) return false;
  const icon = iconInstead(address.path, estado(), settings.siteFavicon);
  if (icon !== null) {
    sendRedirect(res, { to: icon, status: 308, cache: MOVED, payloadOf: null });
    return true;
  }
  res.vary('Accept');
  if (wantsPage(req.headers.accept)) return false;
  sendMissingFile(req, res, address.path);
  return true;
}

async function answerFailure(work: Work, matched: MatchedPage, thrown: unknown, log: Logger, errors: ErrorAnswerContext): Promise<void> {
  const { req, res, address } = work;
  if (thrown instanceof VisitorGone || res.destroyed) return;
  const error = toAppError(thrown);
  log.error({ requestId: requestIdOf(res), path: loggedPath(address.path), code: error.code, err: thrown }, 'page failed');
  if (res.headersSent) {
    // Part of the body has been sent: only a closed connection can tell the client that it is incomplete.
    res.destroy();
    return;
  }
  await sendErrorAnswer(req, res, error, matched.kind === 'page' ? matched.route : null, errors);
}

function logRenderError(log: Logger, res: Response, error: unknown): void {
  // An operation that was cut because the answer has ended says so as its cause.
  const reason = error instanceof AppError ? error.cause : error;
  if (reason instanceof VisitorGone || res.destroyed) return;
  log.error({ requestId: requestIdOf(res), err: error }, 'part of a page failed');
}
