/**
 * `POST /admin/app/previa`: the site's own page with a row that is not saved. The mutation that would save it runs as the caller inside a
 * transaction that is undone, and the public operations of the page run after it in the same transaction: permissions, views and joins are the
 * real ones. The answer is a document for a frame without scripts; nothing of it is stored anywhere.
 */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { NEW_KEY, PREVIEW_PATH } from '../../shared/routes/url.ts';
import { EDITING_ROLES } from '../../shared/session/page-session.ts';
import type { Identify } from '../backend/auth/identity.ts';
import type { Caller, ContentBackend, GraphqlAnswer, GraphqlErrorEntry, GraphqlRequest } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { type AdmitRequest, withinQuota } from '../http/quota-handler.ts';
import { refuseMethod, sendJson } from '../http/responses.ts';

/** The largest row: a text of 500,000 characters, each of up to six bytes in JSON. */
const MAX_BODY_BYTES = 3_200_000;

/** Milliseconds in which the operations of a page must end; the transaction is undone then. */
const DEADLINE_MS = 5_000;

/** What the public would find at an address. */
export type PreviewedPage = { readonly kind: 'page'; render(): Promise<Buffer> } | { readonly kind: 'absent'; readonly message: string };

export interface PreviewRouterOptions {
  readonly dryRun: ContentBackend['dryRun'];
  readonly identify: Identify;
  readonly admit: AdmitRequest;
  readonly preview: (path: string, executor: Pick<ContentBackend, 'execute'>, signal: AbortSignal) => Promise<PreviewedPage>;
}

const BODY = z.strictObject({
  /** Path of the page; `NEW_KEY` in it stands for the key of the row that the mutation inserts. */
  caminho: z
    .string()
    .max(2_000)
    .regex(/^\/(?!\/)[^?#\\]*$/),
  /** Null: the page as it is. */
  mutacao: z.strictObject({ query: z.string(), variables: z.record(z.string(), z.unknown()) }).nullable(),
  /** Column of the key. */
  chave: z.string().max(63),
});

type PreviewRequest = z.infer<typeof BODY>;

export function createPreviewRouter(options: PreviewRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const readBody = express.json({ limit: MAX_BODY_BYTES, strict: true });
  router
    .route(PREVIEW_PATH)
    .post(forEditors(options.identify), withinQuota(options.admit), readBody, (req, res) => answer(req, res, options))
    .all(refuseMethod('POST'));
  return router;
}

/**
 * Runs first: the body of who may not preview, which may be as large as the largest row, is not read. What is undone is no trace either, so roles that
 * leave traces of what they read, as that of who answers citizens, have no preview.
 */
function forEditors(identify: Identify): RequestHandler {
  return async (req, res, next) => {
    applyCachePolicy(res, NEVER_POLICY);
    const identity = await identify(req);
    if (identity.kind === 'refused') {
      res.status(identity.status === 200 ? 403 : identity.status);
      return sendErrors(res, [identity.error]);
    }
    if (identity.caller.trust === 'anonymous') throw new AppError('UNAUTHORIZED');
    if (!EDITING_ROLES.has(identity.caller.role)) throw new AppError('FORBIDDEN');
    res.locals['caller'] = identity.caller;
    next();
  };
}

async function answer(req: Request, res: Response, { dryRun, preview }: PreviewRouterOptions): Promise<void> {
  const body = BODY.safeParse(req.body);
  if (!body.success) throw new AppError('BAD_REQUEST', { cause: body.error });
  if (dryRun === undefined) throw new AppError('PREVIEW_UNAVAILABLE');
  const { data } = body;
  const caller = res.locals['caller'] as Caller;
  const outcome = await dryRun((execute) => previewed(data, { caller, execute, preview, signal: AbortSignal.timeout(DEADLINE_MS) }));
  if (outcome.kind === 'refused') {
    res.status(422);
    return sendErrors(res, outcome.errors);
  }
  if (outcome.kind === 'absent') {
    res.status(422);
    return sendErrors(res, [{ message: outcome.message, extensions: { path: '$', code: 'not-public' } }]);
  }
  const html = await outcome.render();
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  // Opened by itself, the document is as harmless as in its frame.
  res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'");
  res.end(html);
}

interface DryRunOptions extends Pick<PreviewRouterOptions, 'preview'> {
  readonly caller: Caller;
  readonly execute: ContentBackend['execute'];
  readonly signal: AbortSignal;
}

type Previewed = PreviewedPage | { readonly kind: 'refused'; readonly errors: readonly GraphqlErrorEntry[] };

async function previewed(
  { mutacao, caminho, chave }: PreviewRequest,
  { caller, execute, preview, signal }: DryRunOptions,
): Promise<Previewed> {
  let path = caminho;
  if (mutacao !== null) {
    const saved: GraphqlAnswer = await execute(mutacao satisfies GraphqlRequest, { caller, signal });
    if (saved.kind === 'errors') return { kind: 'refused', errors: saved.errors };
    path = caminho.replace(NEW_KEY, encodeURIComponent(keyOf(saved.json, chave)));
  }
  return preview(path, { execute }, signal);
}

/** Returns the key of the row that a mutation has inserted as `row`; the empty text where it inserted none. */
function keyOf(json: string, column: string): string {
  const { row } = JSON.parse(json) as { readonly row?: Readonly<Record<string, unknown>> | null };
  const key = row?.[column];
  return typeof key === 'string' || typeof key === 'number' ? String(key) : '';
}

function sendErrors(res: Response, errors: readonly GraphqlErrorEntry[]): void {
  sendJson(res, JSON.stringify({ errors }));
}
