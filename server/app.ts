/** The Express app: it orders the routers that it is given and does not depend on what they do. */
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { AppError } from '../shared/errors/app-error.ts';

export interface AppParts {
  readonly trustProxy: number;
  readonly context: RequestHandler;
  readonly security: RequestHandler;
  readonly errors: ErrorRequestHandler;
  /** Routers without compression: probes, compressed formats and files with ranges. In order; the first that answers wins. */
  readonly uncompressed: readonly RequestHandler[];
  /** Routers behind compression. In order; the first that answers wins. */
  readonly compressed: readonly Router[];
  /** Everything else: the pages. */
  readonly pages: RequestHandler;
}

/** Paths below which an unknown address is answered with JSON and not with a page. */
const MACHINE_PATHS = [
  '/assets',
  '/health',
  '/builds',
  '/v1',
  '/_image',
  '/_icon',
  '/_tema',
  '/_session',
  '/_casos',
  '/_avaliacao',
  '/_novidades',
  '/_operations',
  '/_reports',
  '/nhostprovider',
];

/**
 * Compresses only for requests with Accept-Encoding. The edge asks the app for identity and compresses itself, so these are the requests that
 * bypass it.
 */
function whenAccepted(compress: RequestHandler): RequestHandler {
  return (req, res, next) => (req.headers['accept-encoding'] === undefined ? next() : compress(req, res, next));
}

/** Builds the app. It listens to nothing. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  // Each router sets its own entity tags: Express would hash whole bodies a second time.
  app.disable('etag');
  app.set('trust proxy', parts.trustProxy);
  app.use(parts.context, parts.security);
  for (const router of parts.uncompressed) app.use(router);
  app.use(whenAccepted(compression()));
  for (const router of parts.compressed) app.use(router);
  app.use([...MACHINE_PATHS], () => {
    throw new AppError('RESOURCE_NOT_FOUND');
  });
  app.use(parts.pages);
  app.use(parts.errors);
  return app;
}
