/**
 * `/_session/password-link`: who has no password asks for a link by e-mail, and sets one at the address of the link. Pages and forms, which need no
 * script. A site that sends no mail says so.
 */
import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { AppError } from '../../shared/errors/app-error.ts';
import { waitMessage } from '../../shared/session/attempts.ts';
import { EMAIL_ADDRESS, LONGEST_EMAIL, LONGEST_PASSWORD, PASSWORD_LENGTH, SHORTEST_PASSWORD } from '../../shared/session/credentials.ts';
import type { PasswordLinkScreen } from '../../shared/session/password-link-screen.ts';
import { NEW_PASSWORD_ADDRESS, PASSWORD_LINK_PATH, PASSWORD_LINK_SENT_PATH } from '../../shared/session/session-address.ts';
import type { SubmissionLimits } from '../cases/submission-limits.ts';
import { acceptOrReturnForm, type ShortFormOptions } from '../http/forms/short-form.ts';
import { withinQuota } from '../http/quota-handler.ts';
import { refuseMethod } from '../http/responses.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { linkPageHeaders } from '../http/security-headers.ts';
import type { PasswordLinks } from './password-links.ts';

type SendPage = (req: Request, res: Response, screen: PasswordLinkScreen, status: number) => Promise<void>;

export interface PasswordLinksRouterOptions extends ShortFormOptions {
  /** Null where the site sends no mail. */
  readonly links: PasswordLinks | null;
  /** How many links one client may ask for. */
  readonly limits: Pick<SubmissionLimits, 'count'>;
  readonly sendPage: SendPage;
}

const MAX_BODY_BYTES = 4_096;
const typed = z.string().max(1_000).default('');
const FIELDS = z.object({ email: typed.transform((text) => text.trim()), password: typed, again: typed });

export function createPasswordLinksRouter(options: PasswordLinksRouterOptions): Router {
  const { admit, links, sendPage, siteOrigin } = options;
  const router = Router({ caseSensitive: true, strict: true });
  router.use(
    PASSWORD_LINK_PATH,
    linkPageHeaders,
    withinQuota(admit),
    express.urlencoded({ extended: false, limit: MAX_BODY_BYTES, parameterLimit: 10 }),
    (req, _res, next) =>
      next(req.method === 'POST' && !isSameOrigin(req.headers, siteOrigin) ? new AppError('CROSS_SITE_REQUEST') : undefined),
  );
  if (links === null) {
    router
      .route(PASSWORD_LINK_PATH)
      .get((req, res) => sendPage(req, res, { kind: 'unavailable' }, 200))
      .all(refuseMethod());
    return router;
  }
  router
    .route(PASSWORD_LINK_PATH)
    .get((req, res) => sendPage(req, res, { kind: 'ask', email: '', problem: null }, 200))
    .post((req, res) => ask(req, res, links, options))
    .all(refuseMethod('GET, HEAD, POST'));
  router
    .route(PASSWORD_LINK_SENT_PATH)
    .get((req, res) => sendPage(req, res, { kind: 'sent' }, 200))
    .all(refuseMethod());
  router
    .route(`${PASSWORD_LINK_PATH}/:key`)
    .get(async (req, res) => {
      const owner = await links.find(keyOf(req));
      if (owner === null) return sendPage(req, res, { kind: 'expired' }, 410);
      return sendPage(req, res, { kind: 'set', action: req.path, email: owner.email, problem: null, faulty: 'password' }, 200);
    })
    .post((req, res) => set(req, res, links, options))
    .all(refuseMethod('GET, HEAD, POST'));
  return router;
}

const keyOf = (req: Request): string => String(req.params['key']);

async function ask(req: Request, res: Response, links: PasswordLinks, options: PasswordLinksRouterOptions): Promise<void> {
  const { email } = fieldsOf(req);
  const sendBack = (status: number, problem: string): Promise<void> => options.sendPage(req, res, { kind: 'ask', email, problem }, status);
  if (email === '') return sendBack(422, 'Digite seu e-mail.');
  if (email.length > LONGEST_EMAIL || !EMAIL_ADDRESS.test(email)) return sendBack(422, 'Confira o e-mail: falta alguma parte.');
  const accept = async (): Promise<void> => {
    const wait = await options.limits.count(options.clientOf(req), req.headers);
    if (wait > 0) {
      res.setHeader('Retry-After', wait);
      return sendBack(429, waitMessage(wait));
    }
    // Not waited for: how long it takes would tell whether there is an account.
    void links.ask(email);
    res.redirect(303, PASSWORD_LINK_SENT_PATH);
  };
  await acceptOrReturnForm(accept, sendBack, options.log);
}

async function set(req: Request, res: Response, links: PasswordLinks, options: PasswordLinksRouterOptions): Promise<void> {
  const { password, again } = fieldsOf(req);
  let email = '';
  const sendBack = (status: number, problem: string, faulty: 'password' | 'again' = 'password'): Promise<void> =>
    options.sendPage(req, res, { kind: 'set', action: req.path, email, problem, faulty }, status);
  const expired = (): Promise<void> => options.sendPage(req, res, { kind: 'expired' }, 410);
  const accept = async (): Promise<void> => {
    const owner = await links.find(keyOf(req));
    if (owner === null) return expired();
    email = owner.email;
    if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) return sendBack(422, PASSWORD_LENGTH);
    if (again !== password) return sendBack(422, 'As duas senhas são diferentes. Digite a mesma nos dois campos.', 'again');
    const result = await links.set(keyOf(req), password);
    if (result.kind === 'ok') return res.redirect(303, NEW_PASSWORD_ADDRESS);
    if (result.kind === 'refused') return expired();
    res.setHeader('Retry-After', result.retryAfterSeconds);
    await sendBackEmpty(503);
  };
  // What was typed is a password, which does not go back.
  const sendBackEmpty = (status: number): Promise<void> =>
    sendBack(status, 'A senha não foi guardada. Digite-a de novo em alguns minutos.');
  await acceptOrReturnForm(accept, sendBackEmpty, options.log);
}

function fieldsOf(req: Request): z.output<typeof FIELDS> {
  const typed = FIELDS.safeParse(req.body ?? {});
  if (!typed.success) throw new AppError('BAD_REQUEST');
  return typed.data;
}
