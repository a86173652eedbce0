/** The doors of sign-in on a real socket, over the embedded sign-in. */
import express from 'express';
import { type AuthRoutersOptions, createAuthRouters, pageSessions } from '../../../server/auth/routers.ts';
import type { AuthBackend } from '../../../server/backend/auth/auth-backend.ts';
import { createIdentify } from '../../../server/graphql/caller.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import type { AdmitRequest } from '../../../server/http/quota-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

export const SITE = 'https://www.instituto.example';
const VERSION = '1.2.3';

export interface AuthSiteOptions {
  readonly secureCookies?: boolean;
  readonly log?: Logger;
  readonly admit?: AdmitRequest;
  readonly invite?: AuthRoutersOptions['invite'];
  readonly digest?: AuthRoutersOptions['digest'];
}

/** Serves `auth` as the site does. The page of the sign-in is its form as JSON, that of the account its session, the pages `/pagina` and `/admin` the session that they would be drawn with. */
export function authSite(
  auth: AuthBackend,
  { secureCookies = true, log = SILENT_LOG, admit = () => UNLIMITED, invite = null, digest = null }: AuthSiteOptions = {},
): Promise<Listening> {
  const app = express();
  app.use(requestContext(SILENT_LOG));
  app.use(
    ...createAuthRouters({
      auth,
      identify: createIdentify({ adminSecrets: [], verifier: auth.verifier, siteOrigin: SITE }),
      siteOrigin: SITE,
      clientOf: (req) => (typeof req.headers['x-de'] === 'string' ? req.headers['x-de'] : null),
      admit,
      secureCookies,
      sendSignIn: async (_req, res, form, status) => {
        res.status(status).type('html').send(JSON.stringify(form));
      },
      sendAccount: async (_req, res, session, status) => {
        res.status(status).type('html').send(JSON.stringify(session));
      },
      invite,
      digest,
      version: VERSION,
      log,
    }),
  );
  const sessionOf = pageSessions({ auth, digest, log });
  app.get(['/pagina', '/admin'], async (req, res) => {
    res.json(await sessionOf(req));
  });
  app.use(errorHandler(SILENT_LOG));
  return listening(app);
}

export const JSON_TYPE = { 'content-type': 'application/json' };
export const OWN_PAGE = { origin: SITE, 'sec-fetch-site': 'same-origin' };

/** Posts JSON as a page of the site does, unless the headers say otherwise. */
export function post(site: Listening, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${site.origin}${path}`, {
    method: 'POST',
    body: text,
    redirect: 'manual',
    headers: { ...JSON_TYPE, ...OWN_PAGE, ...headers },
  });
}

/** Posts a form as a page of the site does. */
export function submit(
  site: Listening,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${site.origin}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { ...OWN_PAGE, ...headers },
  });
}
