/** Sends redirects and errors, as documents or as payloads. */
import type { Request, Response } from 'express';
import { SITE_GROUP } from '../../../shared/cache/groups.ts';
import { type CachePolicy, NEVER_POLICY, UNKNOWN_ID_POLICY } from '../../../shared/cache/policy.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import { listOfPage } from '../../../shared/routes/list-of-page.ts';
import { applyCachePolicy } from '../../http/cache-headers.ts';
import { beginError, sendError } from '../../http/error-handler.ts';
import { ORIGINAL_QUERY } from '../../http/original-query.ts';
import { requestIdOf } from '../../http/request-context.ts';
import { sendJson } from '../../http/responses.ts';
import { applyDocumentHeaders, type DocumentHeaderSettings } from '../document/document-headers.ts';
import { consoleScript, type DeveloperMessage } from '../errors/developer-message.ts';
import type { ErrorScreens } from '../errors/error-screen.ts';
import { parseAddress } from '../page/page-outcome.ts';
import { missingGroups } from './cache-groups.ts';
import { errorPayload, redirectPayload } from './payload.ts';

export interface CacheDecision {
  readonly policy: CachePolicy;
  readonly groups: readonly string[];
  /** Seconds until a publication date may change the answer; undefined when no date is known. */
  readonly boundarySeconds?: number | undefined;
}

/** A redirect depends on the route table and the site's state. It is stored for a minute, which is enough against a client that loops. */
export const MOVED: CacheDecision = { policy: UNKNOWN_ID_POLICY, groups: [SITE_GROUP] };

/** Sends a JSON body with texts for visitors, which are in Portuguese. */
export function sendDataJson(res: Response, body: string | Buffer): void {
  res.setHeader('Content-Language', 'pt-BR');
  sendJson(res, body);
}

export interface RedirectAnswer {
  readonly to: string;
  readonly status: number;
  readonly cache: CacheDecision;
  /** Build id, when a payload is to carry the redirect as data. */
  readonly payloadOf: string | null;
}

/** Sends a redirect; as data with status 200 where `fetch` would otherwise follow it to a document. */
export function sendRedirect(res: Response, answer: RedirectAnswer): void {
  const { policy, groups, boundarySeconds } = answer.cache;
  applyCachePolicy(res, policy, groups, boundarySeconds);
  if (answer.payloadOf !== null) {
    res.status(200);
    sendDataJson(res, redirectPayload(answer.payloadOf, answer.to, answer.status));
    return;
  }
  res.status(answer.status);
  res.location(answer.to);
  res.setHeader('Content-Language', 'pt-BR');
  res.setHeader('Content-Length', 0);
  res.end();
}

export interface ErrorAnswerContext {
  readonly screens: ErrorScreens;
  readonly headers: DocumentHeaderSettings;
  readonly developerMessage: DeveloperMessage;
  /** Build id, when the answer is a payload. */
  readonly payloadOf: string | null;
  /** Data of the main operation, or null where the route has none; left out where the answer was decided without it. */
  readonly main?: unknown;
  /** Seconds until a publication date may bring or move the row; undefined when no date is known. */
  readonly boundarySeconds?: number | undefined;
  /** Called when the error screen itself fails. */
  readonly onScreenFailure: (thrown: unknown) => void;
}

/** Sends an error of the catalogue. `route` is the one that was asked, or null when there is none. */
export async function sendErrorAnswer(
  req: Request,
  res: Response,
  error: AppError,
  route: AnyRoute | null,
  context: ErrorAnswerContext,
): Promise<void> {
  // Only the absence of a row is stored, because it takes a query to find out. Unknown paths and invalid parameters cost no query and
  // their number is unlimited; other errors are temporary.
  const shared = route !== null && context.main !== undefined && (error.status === 404 || error.status === 410);
  const requestId = error.status === 404 || error.status === 410 ? null : requestIdOf(res);
  const forDeveloper = error.status >= 500 ? context.developerMessage(error) : null;
  beginError(res, error);
  // The message of a missing row repeats the address with its query.
  if (shared && error.status === 404) res.vary(ORIGINAL_QUERY);
  const groups = shared ? missingGroups(route, context.main ?? null) : [];
  applyCachePolicy(res, shared ? UNKNOWN_ID_POLICY : NEVER_POLICY, groups, context.boundarySeconds);
  res.status(error.status);
  if (context.payloadOf !== null) {
    sendDataJson(res, errorPayload(context.payloadOf, error, requestId, forDeveloper));
    return;
  }
  const screen = await errorDocument(error, { route, requestId, path: parseAddress(req.originalUrl).path }, context);
  if (screen === null) {
    sendError(req, res, new AppError('INTERNAL'), requestIdOf(res));
    return;
  }
  applyDocumentHeaders(res, route?.documentPolicy ?? 'site', context.headers);
  const body = forDeveloper === null ? screen : Buffer.concat([screen, Buffer.from(consoleScript(forDeveloper))]);
  res.setHeader('Content-Length', body.byteLength);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Returns the error screen; null when it cannot be rendered either. */
async function errorDocument(
  error: AppError,
  { route, requestId, path }: { readonly route: AnyRoute | null; readonly requestId: string | null; readonly path: string },
  context: ErrorAnswerContext,
): Promise<Buffer | null> {
  try {
    const layout = route === null ? 'default' : route.layout;
    const list = error.status === 410 ? listOfPage(path) : null;
    return await context.screens.document({ layout, status: error.status, message: error.publicMessage, requestId, list });
  } catch (thrown) {
    context.onScreenFailure(thrown);
    return null;
  }
}
