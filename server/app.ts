/** The Express app: orders the routers it is given and knows nothing of what they do. */
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { AppError } from '../shared/errors/app-error.ts';

export interface AppParts {
  readonly trustProxy: number;
  readonly context: RequestHandler;
  readonly security: RequestHandler;
  readonly errors: ErrorRequestHandler;
  /** Never compressed: probes, and what is compressed already or asked for by ranges. In order; the first that answers wins. */
  readonly plain: readonly RequestHandler[];
  /** In order; the first that answers wins. */
  readonly doors: readonly Router[];
  /** Everything else: the pages. */
  readonly pages: RequestHandler;
}

/** Paths below which an unknown address is a machine's, so the answer is JSON and never a page. */
const MACHINE_PATHS = ['/assets', '/health', '/builds', '/v1', '/_image', '/_icon', '/_tema', '/nhostprovider'];

/** The edge compresses what it forwards and asks for identity; only what passes it by still names codings here. */
function forThoseWhoAsk(compress: RequestHandler): RequestHandler {
  return (req, res, next) => (req.headers['accept-encoding'] === undefined ? next() : compress(req, res, next));
}

/** Builds the app. It listens to nothing. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  // Validators are each router's own business: Express would hash whole bodies a second time.
  app.disable('etag');
  app.set('trust proxy', parts.trustProxy);
  app.use(parts.context, parts.security);
  for (const router of parts.plain) app.use(router);
  app.use(forThoseWhoAsk(compression()));
  for (const router of parts.doors) app.use(router);
  app.use([...MACHINE_PATHS], () => {
    throw new AppError('RESOURCE_NOT_FOUND');
  });
  app.use(parts.pages);
  app.use(parts.errors);
  return app;
}
