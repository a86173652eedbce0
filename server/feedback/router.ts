/**
 * `/_avaliacao`: whether a page was useful. A form of any page posts here, without cookie or script; the database counts by address and keeps nothing
 * of the sender, whose second click on the same answer is not counted. Only a page that exists is counted, so the number of rows is that of the pages.
 */
import { createHash } from 'node:crypto';
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import type { CaseScreen } from '../../shared/cases/case-screen.ts';
import { waitMessage } from '../../shared/cases/messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { FEEDBACK_PATH, FEEDBACK_THANKS_PATH, isJudged } from '../../shared/readers/feedback.ts';
import { type Feedback, readFeedback } from '../../shared/readers/read-feedback.ts';
import { routePath } from '../../shared/routes/url.ts';
import { CASES_CALLER, type ContentBackend } from '../backend/backend.ts';
import type { SubmissionLimits } from '../cases/submission-limits.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { returnForm } from '../http/forms/returned-form.ts';
import { acceptOrReturnForm, leadToForm, type ShortFormOptions } from '../http/forms/short-form.ts';
import { withinQuota } from '../http/quota-handler.ts';
import { refuseMethod } from '../http/responses.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { ExistingPage } from './existing-page.ts';
import { RecentAnswers } from './recent-answers.ts';

export interface FeedbackRouterOptions extends ShortFormOptions {
  readonly backend: Pick<ContentBackend, 'execute'>;
  /** The page of a path, where there is one. */
  readonly pageOf: (path: string) => Promise<ExistingPage | null>;
  readonly limits: Pick<SubmissionLimits, 'count'>;
  readonly sendPage: (
    req: Request,
    res: Response,
    page: { readonly route: 'avaliacao'; readonly screen: CaseScreen; readonly status: number },
  ) => Promise<void>;
}

/** A comment that is far too long comes back in its form too, as a field of the forms of cases does (server/http/forms/received-form.ts). */
const MAX_BODY_BYTES = 131_072;

const FORM_FIELDS = z.object({
  endereco: z
    .string()
    .max(200)
    .regex(/^\/(?![/\\])/),
  util: z.string().max(3).optional(),
  comentario: z.string().optional(),
});

const COUNT = `mutation AvaliarPagina($endereco: String!, $util: Boolean, $texto: String) {
  avaliar_pagina(args: { endereco: $endereco, util: $util, texto: $texto }) { quantidade }
}`;

export function createFeedbackRouter(options: FeedbackRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const recent = new RecentAnswers();
  router.use(FEEDBACK_PATH, (_req, res, next) => {
    applyCachePolicy(res, NEVER_POLICY);
    res.setHeader('X-Robots-Tag', 'noindex');
    next();
  });
  router.use(FEEDBACK_PATH, withinQuota(options.admit, returnForm(options.siteOrigin, options.clientOf)));
  router
    .route(FEEDBACK_PATH)
    .get(leadToForm(FEEDBACK_PATH, options.siteOrigin, routePath('inicio')))
    .post(express.urlencoded({ extended: false, limit: MAX_BODY_BYTES, parameterLimit: 10 }), (req, res) =>
      take(req, res, { ...options, recent }),
    )
    .all(refuseMethod('GET, HEAD, POST'));
  router
    .route(`${FEEDBACK_THANKS_PATH}/*pagina`)
    .get((req, res) => thank(req, res, options))
    .all(refuseMethod());
  return router;
}

async function take(req: Request, res: Response, options: FeedbackRouterOptions & { readonly recent: RecentAnswers }): Promise<void> {
  if (!isSameOrigin(req.headers, options.siteOrigin)) throw new AppError('CROSS_SITE_REQUEST');
  const typed = FORM_FIELDS.safeParse(req.body ?? {});
  if (!typed.success) throw new AppError('BAD_REQUEST');
  const { endereco, util = '', comentario = '' } = typed.data;
  const sendBack = (status: number, problem: string): Promise<void> => {
    const screen: CaseScreen = { kind: 'feedback', page: endereco, problem, isFaulty: status === 422, typed: { util, comentario } };
    return options.sendPage(req, res, { route: 'avaliacao', screen, status });
  };
  const count = async (): Promise<void> => {
    const page = await options.pageOf(endereco);
    if (page === null || !isJudged(page.routeId)) throw new AppError('RESOURCE_NOT_FOUND');
    const reading = readFeedback(typed.data);
    if (reading.kind === 'faulty') return sendBack(422, reading.problem);
    const client = options.clientOf(req);
    const counted = async (): Promise<number> => {
      const wait = await options.limits.count(client, req.headers);
      if (wait === 0) await write(endereco, reading.feedback, options.backend);
      return wait;
    };
    const wait = await (client === null ? counted() : options.recent.once(answerOf(client, req, typed.data), counted));
    if (wait > 0) {
      res.setHeader('Retry-After', wait);
      return sendBack(429, waitMessage(wait));
    }
    res.redirect(303, FEEDBACK_THANKS_PATH + endereco);
  };
  await acceptOrReturnForm(count, sendBack, options.log);
}

/** Names an answer and the browser that it came from. A digest: neither is kept as it is. */
function answerOf(client: string, { headers }: Request, form: z.infer<typeof FORM_FIELDS>): string {
  const { endereco, util, comentario } = form;
  const named = JSON.stringify([client, headers['user-agent'], headers['accept-language'], endereco, util, comentario]);
  return createHash('sha256').update(named).digest('base64url');
}

async function write(endereco: string, { useful, comment }: Feedback, backend: FeedbackRouterOptions['backend']): Promise<void> {
  const answer = await backend.execute({ query: COUNT, variables: { endereco, util: useful, texto: comment } }, { caller: CASES_CALLER });
  // The text of a refusal may repeat the comment.
  if (answer.kind === 'errors') throw new AppError('BACKEND_UNAVAILABLE', { detail: answer.errors[0]?.extensions.code ?? '' });
}

async function thank(req: Request, res: Response, options: FeedbackRouterOptions): Promise<void> {
  const path = req.path.slice(FEEDBACK_THANKS_PATH.length);
  if ((await options.pageOf(path)) === null) throw new AppError('RESOURCE_NOT_FOUND');
  const screen: CaseScreen = { kind: 'feedback', page: path, problem: null, isFaulty: false, typed: {} };
  await options.sendPage(req, res, { route: 'avaliacao', screen, status: 200 });
}
