/** `GET /_image?url&w&q`: pictures of our own, scaled and as WebP. Other sources, AVIF and a store of results are not here. */
import { createHash } from 'node:crypto';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { FILE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { IMAGE_PATH, type ImageRequest, parseImageRequest } from '../../shared/images/image-url.ts';
import { type ImageSource, parseImageSource } from '../../shared/images/source.ts';
import type { ContentBackend } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { evaluateConditional } from '../http/conditional.ts';
import type { Logger } from '../observability/log.ts';
import { DecodeQueue, type DecodeQueueLimits } from './decode-queue.ts';
import { webpFileName } from './file-name.ts';
import { findSource, type OpenSource } from './source-bytes.ts';
import { prepareDecoder, TRANSFORM_VERSION, transformPicture } from './transform.ts';

export interface ImagesOptions {
  readonly backend: Pick<ContentBackend, 'file'>;
  /** Absolute path of the folder whose pictures may be scaled. */
  readonly publicDirectory: string;
  readonly log: Logger;
  /** Two decoders and 32 waiting requests when left out. */
  readonly limits?: DecodeQueueLimits;
}

const DEFAULT_LIMITS: DecodeQueueLimits = { running: 2, waiting: 32 };

/** Makes the router of optimised pictures. It answers `GET` and `HEAD`; faults go to the error handler as `AppError`. */
export function createImagesRouter(options: ImagesOptions): Router {
  prepareDecoder();
  const queue = new DecodeQueue<Buffer>(options.limits ?? DEFAULT_LIMITS);
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(IMAGE_PATH)
    .get((req, res) => answer(req, res, options, queue))
    .all((_req: Request, res: Response, next: NextFunction) => {
      res.setHeader('Allow', 'GET, HEAD');
      next(new AppError('METHOD_NOT_ALLOWED'));
    });
  return router;
}

async function answer(req: Request, res: Response, options: ImagesOptions, queue: DecodeQueue<Buffer>): Promise<void> {
  const { request, source } = parse(req);
  const found = await findSource(source, options);
  if (found === null) throw new AppError('FILE_NOT_FOUND');
  const etag = validatorOf(found, request);
  applyCachePolicy(res, FILE_POLICY, found.groups);
  res.setHeader('ETag', etag);
  // The validator is made of the inputs, so this answer costs no decoding.
  if (evaluateConditional({ method: req.method, headers: req.headers, etag }) === 'notModified') {
    res.status(304).end();
    return;
  }
  const picture = await queue.run(etag, async () => {
    const startedAt = performance.now();
    const result = await transformPicture(await found.read(), request);
    const ms = Math.round(performance.now() - startedAt);
    options.log.debug({ source: request.source, width: request.width, bytes: result.length, ms }, 'picture made');
    return result;
  });
  send(req, res, picture, webpFileName(found.name));
}

function parse(req: Request): { readonly request: ImageRequest; readonly source: ImageSource } {
  const mark = req.url.indexOf('?');
  const request = parseImageRequest(new URLSearchParams(mark === -1 ? '' : req.url.slice(mark)));
  if (typeof request === 'string') throw new AppError(request);
  const source = parseImageSource(request.source);
  if (source === null) throw new AppError('BAD_IMAGE_URL');
  return { request, source };
}

function validatorOf(source: OpenSource, request: ImageRequest): string {
  const inputs = [TRANSFORM_VERSION, source.identity, request.width, request.quality].join('\n');
  return `"${createHash('sha256').update(inputs).digest('base64url').slice(0, 27)}"`;
}

function send(req: Request, res: Response, picture: Buffer, name: string): void {
  res.status(200);
  res.setHeader('Content-Type', 'image/webp');
  res.setHeader('Content-Length', picture.length);
  res.setHeader('Content-Disposition', `inline; filename="${name}"`);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  // Opened by itself, the picture may neither run anything nor load anything.
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  res.end(req.method === 'HEAD' ? undefined : picture);
}
