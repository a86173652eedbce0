/**
 * `/_novidades`: subscriptions by e-mail. The form of a list posts here; a link in an e-mail confirms or ends, by a page with one button, because
 * programs that check mail open links. The button that ends needs no page of ours before it: mail programs press it themselves (RFC 8058).
 */
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { CaseScreen, EmailSubscriptionScreen } from '../../shared/cases/case-screen.ts';
import { waitMessage } from '../../shared/cases/messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import {
  SUBSCRIBE_ASKED_PATH,
  SUBSCRIBE_CONFIRM_PATH,
  SUBSCRIBE_PATH,
  topicInWords,
  UNSUBSCRIBE_PATH,
} from '../../shared/readers/email-subscription.ts';
import { readSubscriptionRequest } from '../../shared/readers/subscription-request.ts';
import { routePath } from '../../shared/routes/url.ts';
import type { CaseKeys } from '../cases/case-keys.ts';
import type { SubmissionLimits } from '../cases/submission-limits.ts';
import { returnForm } from '../http/forms/returned-form.ts';
import { acceptOrReturnForm, leadToForm, type ShortFormOptions } from '../http/forms/short-form.ts';
import { withinQuota } from '../http/quota-handler.ts';
import { refuseMethod } from '../http/responses.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { linkPageHeaders } from '../http/security-headers.ts';
import type { EmailSubscriptionFunctions, Followed } from './subscription-functions.ts';
import { subscriptionOf } from './tokens.ts';

export interface EmailSubscriptionsRouterOptions extends ShortFormOptions {
  readonly functions: Pick<EmailSubscriptionFunctions, 'ask' | 'find' | 'confirm' | 'leave'>;
  readonly keys: () => Promise<CaseKeys>;
  readonly limits: Pick<SubmissionLimits, 'count'>;
  readonly sendPage: (
    req: Request,
    res: Response,
    page: { readonly route: 'novidades'; readonly screen: CaseScreen; readonly status: number },
  ) => Promise<void>;
}

const MAX_BODY_BYTES = 4_096;
const FORM_FIELDS = z.object({ email: z.string().default(''), assunto: z.string().default(''), valor: z.string().default('') });

export function createEmailSubscriptionsRouter(options: EmailSubscriptionsRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const show = (req: Request, res: Response, screen: EmailSubscriptionScreen, status = 200): Promise<void> =>
    options.sendPage(req, res, { route: 'novidades', screen: { kind: 'emailSubscription', screen }, status });
  router.use(
    SUBSCRIBE_PATH,
    linkPageHeaders,
    withinQuota(options.admit, returnForm(options.siteOrigin, options.clientOf)),
    express.urlencoded({ extended: false, limit: MAX_BODY_BYTES, parameterLimit: 10 }),
  );
  router
    .route(SUBSCRIBE_PATH)
    .get(leadToForm(SUBSCRIBE_PATH, options.siteOrigin, routePath('noticias')))
    .post((req, res) => ask(req, res, options, show))
    .all(refuseMethod('GET, HEAD, POST'));
  router
    .route(SUBSCRIBE_ASKED_PATH)
    .get((req, res) => show(req, res, { kind: 'asked' }))
    .all(refuseMethod());
  router
    .route(`${SUBSCRIBE_CONFIRM_PATH}/:token`)
    .get(async (req, res) => {
      const followed = await options.functions.find(await idOf(req, 'confirmar', options));
      if (followed === null) return show(req, res, { kind: 'expired' }, 410);
      const what = inWords(followed);
      return show(req, res, followed.confirmada ? { kind: 'confirmed', what } : { kind: 'confirm', action: req.path, what });
    })
    .post(async (req, res) => {
      if (!isSameOrigin(req.headers, options.siteOrigin)) throw new AppError('CROSS_SITE_REQUEST');
      const id = await idOf(req, 'confirmar', options);
      const followed = await options.functions.find(id);
      const isThere = followed !== null && (await options.functions.confirm(id));
      return isThere ? show(req, res, { kind: 'confirmed', what: inWords(followed) }) : show(req, res, { kind: 'expired' }, 410);
    })
    .all(refuseMethod('GET, HEAD, POST'));
  router
    .route(`${UNSUBSCRIBE_PATH}/:token`)
    .get(async (req, res) => {
      const followed = await options.functions.find(await idOf(req, 'sair', options));
      if (followed === null) return show(req, res, { kind: 'left' });
      return show(req, res, { kind: 'leave', action: req.path, what: inWords(followed) });
    })
    .post(async (req, res) => {
      // Any client with the token may end the subscription: the token is for that. A second request changes nothing.
      await options.functions.leave(await idOf(req, 'sair', options));
      return show(req, res, { kind: 'left' });
    })
    .all(refuseMethod('GET, HEAD, POST'));
  return router;
}

function inWords({ tipo, valor, rotulo }: Followed): string {
  return topicInWords({ kind: tipo, value: valor }, rotulo);
}

/** @throws AppError RESOURCE_NOT_FOUND for a token that the site has not made */
async function idOf(req: Request, step: 'confirmar' | 'sair', { keys }: EmailSubscriptionsRouterOptions): Promise<number> {
  const id = subscriptionOf(await keys(), String(req.params['token']), step);
  if (id === null) throw new AppError('RESOURCE_NOT_FOUND');
  return id;
}

async function ask(
  req: Request,
  res: Response,
  options: EmailSubscriptionsRouterOptions,
  show: (req: Request, res: Response, screen: EmailSubscriptionScreen, status?: number) => Promise<void>,
): Promise<void> {
  if (!isSameOrigin(req.headers, options.siteOrigin)) throw new AppError('CROSS_SITE_REQUEST');
  const typed = FORM_FIELDS.safeParse(req.body ?? {});
  if (!typed.success) throw new AppError('BAD_REQUEST');
  const reading = readSubscriptionRequest(typed.data);
  if (reading.kind === 'unknown') throw new AppError('BAD_REQUEST');
  const { email } = typed.data;
  if (reading.kind === 'faulty') return show(req, res, { kind: 'form', topic: reading.topic, email, problem: reading.problem }, 422);
  const { request } = reading;
  const sendBack = (status: number, problem: string): Promise<void> =>
    show(req, res, { kind: 'form', topic: request.topic, email, problem }, status);
  const follow = async (): Promise<void> => {
    const wait = await options.limits.count(options.clientOf(req), req.headers);
    if (wait > 0) {
      res.setHeader('Retry-After', wait);
      return sendBack(429, waitMessage(wait));
    }
    if (!(await options.functions.ask(request))) throw new AppError('BAD_REQUEST');
    res.redirect(303, SUBSCRIBE_ASKED_PATH);
  };
  await acceptOrReturnForm(follow, sendBack, options.log);
}
