/**
 * `/_casos`: what citizens send and follow. Each POST comes from a page of ours. A form is answered with a page, so that it needs no script; the
 * script of the form gets the same answer as JSON.
 */
import type { IncomingMessage } from 'node:http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Admission, type Turn, UNLIMITED } from '../../shared/cache/admission.ts';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import {
  APPEAL_PATH,
  CASE_FILE_PATH,
  CASES_PATH,
  COMPLAINT_PATH,
  COMPLEMENT_PATH,
  EMAIL_PATH,
  PROBLEM_PATH,
  RATING_PATH,
  RECEIPT_PATH,
  SUBMISSION_PATHS,
  TRACKING_END_PATH,
  TRACKING_PATH,
  withProtocol,
} from '../../shared/cases/addresses.ts';
import type { CaseAction, CaseScreen, ReturnedForm } from '../../shared/cases/case-screen.ts';
import { CASE_MESSAGES } from '../../shared/cases/messages.ts';
import { CHANNELS, type Channel } from '../../shared/cases/vocabulary.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { CaseRouteId } from '../../shared/routes/case-routes.ts';
import { matchRoute } from '../../shared/routes/match.ts';
import { ROUTES } from '../../shared/routes/table.ts';
import { routePath } from '../../shared/routes/url.ts';
import { CASES_CALLER, type ContentBackend } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { wantsPage } from '../http/error-page.ts';
import type { FileBuffer } from '../http/forms/buffered-files.ts';
import { type ReceivedForm, receiveForm } from '../http/forms/received-form.ts';
import { returnForm, sendReturnedForm } from '../http/forms/returned-form.ts';
import { type AdmitRequest, withinQuota } from '../http/quota-handler.ts';
import { refuseMethod, sendJson } from '../http/responses.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { caseCookieOf, clearCaseCookie, OPEN_CASE_COOKIE, RECEIPT_COOKIE, setCaseCookie } from './case-cookies.ts';
import { sendCaseDownload } from './case-download.ts';
import { closeCase, isOfClosedCase, reopen } from './closed-case.ts';
import { createReceiptRouter, type ReceiptRouterOptions } from './receipt-router.ts';
import { type SubmissionOptions, submit } from './submission.ts';
import { bringsFiles, parseProtocol, pendingOf, track } from './tracking/tracking.ts';

export interface CasesRouterOptions extends SubmissionOptions, Pick<ReceiptRouterOptions, 'site'> {
  readonly backend: Pick<ContentBackend, 'file'>;
  /** What files of forms are held in while they are answered. */
  readonly received: FileBuffer;
  /** What the staff does, mounted behind the same rules. */
  readonly staff: Router;
  readonly siteOrigin: string;
  readonly clientOf: (req: IncomingMessage) => string | null;
  readonly admit: AdmitRequest;
  /** Lets a submission on when few enough are worked at. */
  readonly beginSubmission: () => Admission | Promise<Turn>;
  /** Whether cookies are sent over https only. */
  readonly secureCookies: boolean;
  /** Sends the page of a channel with a form that goes back, or a page of a case. */
  readonly sendPage: (
    req: Request,
    res: Response,
    page: { readonly route: Channel | CaseRouteId; readonly screen: CaseScreen; readonly status: number },
  ) => Promise<void>;
}

export function createCasesRouter(options: CasesRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(CASES_PATH, (_req, res, next) => {
    applyCachePolicy(res, NEVER_POLICY);
    res.setHeader('X-Robots-Tag', 'noindex');
    next();
  });
  router.use(CASES_PATH, withinQuota(options.admit, returnForm(options.siteOrigin, options.clientOf)));
  router.use(options.staff);
  for (const channel of CHANNELS) {
    router
      .route(SUBMISSION_PATHS[channel])
      .get(seeOther(routePath(channel === 'contato' ? 'faleConosco' : channel)))
      .post(reading(options, (form, req, res) => answerSubmission(channel, form, req, res, options)))
      .all(refuseMethod('GET, HEAD, POST'));
  }
  router
    .route(`${PROBLEM_PATH}/*pagina`)
    .get((req, res) => showProblemForm(req, res, options))
    .all(refuseMethod());
  router.use(createReceiptRouter(options));
  router
    .route(TRACKING_PATH)
    .get((req, res) => showCase(req, res, options))
    .post(reading(options, (form, req, res) => answerTracking(null, form, req, res, options)))
    .all(refuseMethod('GET, HEAD, POST'));
  router
    .route(TRACKING_END_PATH)
    .get((req, res) => showClosing(req, res, options))
    .post(async (req, res) => {
      if (!isSameOrigin(req.headers, options.siteOrigin)) throw new AppError('CROSS_SITE_REQUEST');
      await closeCase(req, res, options);
      res.redirect(303, TRACKING_END_PATH);
    })
    .all(refuseMethod('GET, HEAD, POST'));
  for (const [path, action] of ACTIONS) {
    router
      .route(path)
      .get((req, res) => leadToCase(req, res, options))
      .post(reading(options, (form, req, res) => answerTracking(action, form, req, res, options)))
      .all(refuseMethod('GET, HEAD, POST'));
  }
  router
    .route(CASE_FILE_PATH)
    .get((req, res) => leadToCase(req, res, options))
    .post(reading(options, (form, req, res) => sendCaseFile(form, req, res, options)))
    .all(refuseMethod('GET, HEAD, POST'));
  return router;
}

/** Redirects a repeated request for the address of an answered form to the page that has the form (RFC 9110 section 15.4.4). */
function seeOther(path: string): RequestHandler {
  return (_req, res) => res.redirect(303, path);
}

/** The form is filled with the address, so that who answers knows which page it was. @throws AppError RESOURCE_NOT_FOUND where no route has it */
async function showProblemForm(req: Request, res: Response, options: CasesRouterOptions): Promise<void> {
  const path = req.path.slice(PROBLEM_PATH.length);
  if (matchRoute(ROUTES, path, new URLSearchParams()).kind !== 'route') throw new AppError('RESOURCE_NOT_FOUND');
  const typed = { texto: `Página: ${options.siteOrigin}${path}\n\nO problema: ` };
  const screen: CaseScreen = { kind: 'form', channel: 'contato', typed, errors: [], notice: null, lostFiles: false };
  await options.sendPage(req, res, { route: 'contato', screen, status: 200 });
}

const ACTIONS: readonly (readonly [string, CaseAction])[] = [
  [COMPLEMENT_PATH, 'complement'],
  [APPEAL_PATH, 'appeal'],
  [COMPLAINT_PATH, 'complaint'],
  [RATING_PATH, 'rating'],
  [EMAIL_PATH, 'email'],
];

async function sealing({ keys, now, secureCookies }: CasesRouterOptions): Promise<Parameters<typeof setCaseCookie>[3]> {
  return { keys: await keys(), now: now(), secure: secureCookies };
}

/** `Retry-After` where too many forms wait: about the time that those take. */
const BUSY_SECONDS = 5;

type FormHandler = (form: ReceivedForm, req: Request, res: Response) => Promise<void>;

/** Reads the form, and removes its files when it has been answered. */
function reading({ received }: CasesRouterOptions, handle: FormHandler): RequestHandler {
  return async (req, res) => {
    const form = await receiveForm(req, received);
    try {
      await handle(form, req, res);
    } finally {
      await form.discard();
    }
  };
}

async function answerSubmission(
  channel: Channel,
  form: ReceivedForm,
  req: Request,
  res: Response,
  options: CasesRouterOptions,
): Promise<void> {
  const isOwnPage = isSameOrigin(req.headers, options.siteOrigin);
  // A form of another site is not worked at.
  const turn = isOwnPage ? await options.beginSubmission() : UNLIMITED;
  if (turn.kind !== 'admitted') return refuseForNow(form, req, res);
  const from = { address: options.clientOf(req), headers: req.headers, isOwnPage };
  const outcome = await submit(channel, form, from, options).finally(turn.release);
  if (outcome.kind === 'registered') {
    setCaseCookie(res, RECEIPT_COOKIE, outcome.receipt, await sealing(options));
    if (wantsPage(req.headers.accept)) res.redirect(303, RECEIPT_PATH);
    else sendJson(res.status(201), JSON.stringify({ destino: RECEIPT_PATH }));
    return;
  }
  const { status, form: returned, retryAfterSeconds } = outcome;
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', retryAfterSeconds);
  if (wantsPage(req.headers.accept)) await options.sendPage(req, res, { route: channel, screen: returned, status });
  else sendFaults(res, status, returned);
}

/** RFC 9110 §15.6.4: nothing of the submission has been begun. */
function refuseForNow(form: ReceivedForm, req: Request, res: Response): void {
  const notice = CASE_MESSAGES.muitosEnvios;
  res.status(503);
  res.setHeader('Retry-After', BUSY_SECONDS);
  if (wantsPage(req.headers.accept)) sendReturnedForm(req, res, form, notice);
  else sendFaults(res, 503, { errors: [], notice });
}

/** Answers the script of a form, whose page has what was typed. */
function sendFaults(res: Response, status: number, { errors, notice }: Pick<ReturnedForm, 'errors' | 'notice'>): void {
  sendJson(res.status(status), JSON.stringify({ errors, notice }));
}

async function answerTracking(
  action: CaseAction | null,
  form: ReceivedForm,
  req: Request,
  res: Response,
  options: CasesRouterOptions,
): Promise<void> {
  if (!isSameOrigin(req.headers, options.siteOrigin)) return refuseForeign(action, form, req, res, options);
  if (action !== null && (await isOfClosedCase(req, form, options))) return askForCode(form, req, res, options);
  // As for a submission: looking at files takes memory.
  const turn = bringsFiles(action, form) ? await options.beginSubmission() : UNLIMITED;
  if (turn.kind !== 'admitted') return refuseForNow(form, req, res);
  const from = { address: options.clientOf(req), headers: req.headers };
  const { status, screen, retryAfterSeconds } = await track(form, from, action, options).finally(turn.release);
  if (screen.kind === 'tracked') {
    const { codigo, done } = screen;
    // A page with a form that was not taken shows the case as well, and is closed as others are.
    setCaseCookie(res, OPEN_CASE_COOKIE, { protocolo: screen.case.protocolo, codigo, done }, await sealing(options));
    await reopen(req, res, options);
  }
  if (status === 200 && screen.kind === 'tracked') {
    const { protocolo } = screen.case;
    const destino = withProtocol(TRACKING_PATH, protocolo);
    if (wantsPage(req.headers.accept)) res.redirect(303, destino);
    else sendJson(res, JSON.stringify({ destino }));
    return;
  }
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', retryAfterSeconds);
  if (wantsPage(req.headers.accept)) await options.sendPage(req, res, { route: 'acompanhamento', screen, status });
  else if (screen.kind === 'trackingForm') sendFaults(res, status, screen.form);
  // Without a wrong field the case is not as its page says, and the page that the form then gets shows how it is.
  else sendFaults(res, screen.errors.length === 0 ? 409 : status, screen);
}

/** Asks for the code of a case that was closed. What was typed for an act is not shown: who loads the page may be somebody else. */
async function askForCode({ typed }: ReceivedForm, req: Request, res: Response, options: CasesRouterOptions): Promise<void> {
  const form = { protocolo: typed['protocolo'] ?? '', codigo: '', errors: [], notice: CASE_MESSAGES.consultaEncerrada, pending: null };
  if (!wantsPage(req.headers.accept)) return sendFaults(res, 403, form);
  await options.sendPage(req, res, { route: 'acompanhamento', screen: { kind: 'trackingForm', form }, status: 403 });
}

/** Shows the case of the address where this browser has opened it, for some minutes more, and asks for its code otherwise. */
async function showCase(req: Request, res: Response, options: CasesRouterOptions): Promise<void> {
  const asked = req.query['protocolo'];
  const protocolo = (typeof asked === 'string' ? parseProtocol(asked) : null) ?? '';
  const open = await caseCookieOf(req.headers, OPEN_CASE_COOKIE, options);
  if (open?.protocolo !== protocolo) {
    // Who comes from a page of cases had the case open or has just opened it; others follow a link of an e-mail.
    const isLed = protocolo !== '' && URL.parse(req.headers.referer ?? '')?.pathname.startsWith(`${CASES_PATH}/`) === true;
    const form = { protocolo, codigo: '', errors: [], notice: isLed ? CASE_MESSAGES.consultaTerminada : null, pending: null };
    return options.sendPage(req, res, { route: 'acompanhamento', screen: { kind: 'trackingForm', form }, status: isLed ? 403 : 200 });
  }
  const { done, ...typed } = open;
  const from = { address: options.clientOf(req), headers: req.headers };
  const { status, screen } = await track({ typed, files: [], fault: null, diskError: null }, from, null, options);
  // A HEAD shows the citizen nothing: what was done is still to be said by the page.
  if (status === 200 && req.method === 'GET') setCaseCookie(res, OPEN_CASE_COOKIE, { ...open, done: null }, await sealing(options));
  // A case that is erased, or has another code: asking for it again would count as guessing.
  if (status === 404) clearCaseCookie(res, OPEN_CASE_COOKIE, options.secureCookies);
  await options.sendPage(req, res, { route: 'acompanhamento', screen: screen.kind === 'tracked' ? { ...screen, done } : screen, status });
}

/** Redirects a repeated request for the address of an answered form to the case that is open (RFC 9110 section 15.4.4). */
async function leadToCase(req: Request, res: Response, options: CasesRouterOptions): Promise<void> {
  const open = await caseCookieOf(req.headers, OPEN_CASE_COOKIE, options);
  res.redirect(303, open === null ? TRACKING_PATH : withProtocol(TRACKING_PATH, open.protocolo));
}

async function showClosing(req: Request, res: Response, options: CasesRouterOptions): Promise<void> {
  if ((await caseCookieOf(req.headers, OPEN_CASE_COOKIE, options)) !== null) return leadToCase(req, res, options);
  await options.sendPage(req, res, { route: 'acompanhamento', screen: { kind: 'trackingClosed' }, status: 200 });
}

/** The code goes back to no page that another site asked for. */
async function refuseForeign(
  action: CaseAction | null,
  received: ReceivedForm,
  req: Request,
  res: Response,
  options: CasesRouterOptions,
): Promise<void> {
  const pending = pendingOf(action, received);
  const form = { protocolo: received.typed['protocolo'] ?? '', codigo: '', errors: [], notice: CASE_MESSAGES.deOutroSite, pending };
  await options.sendPage(req, res, { route: 'acompanhamento', screen: { kind: 'trackingForm', form }, status: 403 });
}

async function sendCaseFile(form: ReceivedForm, req: Request, res: Response, options: CasesRouterOptions): Promise<void> {
  if (!isSameOrigin(req.headers, options.siteOrigin)) return refuseForeign(null, form, req, res, options);
  if (await isOfClosedCase(req, form, options)) return askForCode(form, req, res, options);
  const { status, screen, found } = await track(form, { address: options.clientOf(req), headers: req.headers }, null, options);
  const wanted = found?.anexos.find(({ arquivo_id }) => arquivo_id === form.typed['arquivo']);
  const file = wanted === undefined ? null : await options.backend.file(wanted.arquivo_id, CASES_CALLER, { kind: 'whole' });
  if (file === null) return options.sendPage(req, res, { route: 'acompanhamento', screen, status: found === null ? status : 404 });
  await sendCaseDownload(res, file);
}
