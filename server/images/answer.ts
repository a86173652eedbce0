/** Answers one request for a picture, from its query to its bytes. */
import type { Request, Response } from 'express';
import { AppError } from '../../shared/errors/app-error.ts';
import { pictureClass } from '../../shared/images/image-target.ts';
import { type ImageRequest, MAX_TARGET_LENGTH, parseImageRequest } from '../../shared/images/image-url.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { evaluatePreconditions } from '../message/preconditions.ts';
import { splitTarget } from '../message/request-target.ts';
import type { PictureOrder } from './decoder/protocol.ts';
import type { MadePicture } from './decoder/transform.ts';
import { etagOf } from './derivative-key.ts';
import type { FoundPicture, PictureService, RequestedSource } from './picture-service.ts';
import { MEDIA_TYPES } from './picture-type.ts';
import { isOwnFetch } from './remote/hop.ts';
import { SourceChanged } from './source-bytes.ts';

export interface AnswerOptions {
  /** Reads the `url` of a request. @throws AppError BAD_IMAGE_URL */
  readonly parseSource: (url: string) => RequestedSource;
  readonly service: PictureService;
  readonly avif: boolean;
  /** See `ImagesOptions.boundary`. */
  readonly boundary: () => number | undefined;
}

/** Answers GET and HEAD. @throws AppError for the error handler. */
export async function answerPicture(req: Request, res: Response, { parseSource, service, avif, boundary }: AnswerOptions): Promise<void> {
  setSecurityFields(res);
  const request = parse(req);
  const source = parseSource(request.source);
  const order = orderOf(request, req.get('accept'), avif);
  try {
    await answerFound(req, res, await service.find(source, order), boundary());
  } catch (error) {
    if (!(error instanceof SourceChanged)) throw error;
    await answerFound(req, res, await service.find(source, order), boundary());
  }
}

async function answerFound(req: Request, res: Response, found: FoundPicture, boundarySeconds: number | undefined): Promise<void> {
  const etag = etagOf(found.key);
  // The entity tag is a digest of the inputs, so the comparison needs no decoding.
  const verdict = evaluatePreconditions(req.method, req.headers, { etag, lastModified: null }, Date.now());
  const isHeld = verdict === 'notModified' && req.get('if-none-match')?.trim() !== '*';
  // RFC 9110 §13.2.1: preconditions apply only where the request would succeed without them, so the picture is made first. A client that
  // sends the current tag has received the picture before, so that is known.
  const made = isHeld ? null : await found.make();
  if (verdict === 'preconditionFailed') throw new AppError('PRECONDITION_FAILED');
  const picture = verdict === 'notModified' ? null : made;
  applyCachePolicy(res, found.policy, found.groups, boundarySeconds);
  res.setHeader('ETag', etag);
  if (picture === null) res.status(304).end();
  else send(req, res, picture, found.name);
}

/** Sets the security fields of every answer, refusals included: a picture that is opened as a document runs and loads nothing. */
function setSecurityFields(res: Response): void {
  res.setHeader('Vary', 'Accept');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
}

function parse(req: Request): ImageRequest {
  if (isOwnFetch(req.headers)) throw new AppError('BAD_IMAGE_URL', { detail: 'a request of our own fetch' });
  if (req.url.length > MAX_TARGET_LENGTH) throw new AppError('BAD_IMAGE_URL', { detail: 'the address is too long' });
  const request = parseImageRequest(new URLSearchParams(splitTarget(req.url).query));
  if (typeof request === 'string') throw new AppError(request);
  return request;
}

function orderOf({ width, quality }: ImageRequest, accept: string | undefined, avif: boolean): PictureOrder {
  return { width, quality, format: pictureClass({ width, quality }, accept, { avif }) };
}

function send(req: Request, res: Response, { type, bytes }: MadePicture, name: string): void {
  res.status(200);
  res.setHeader('Content-Type', MEDIA_TYPES[type]);
  res.setHeader('Content-Length', bytes.length);
  res.setHeader('Content-Disposition', `inline; filename="${pictureFileName(name, type)}"`);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

const MAX_NAME_LENGTH = 80;

/**
 * Returns an ASCII file name with `extension` for a saved copy of the picture `name`. Accents are removed, and all characters but letters,
 * digits, hyphen and underscore become hyphens, so that no name can end the header field (RFC 6266 §4.3).
 */
export function pictureFileName(name: string, extension: string): string {
  const stem = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_NAME_LENGTH);
  return `${stem === '' ? 'imagem' : stem}.${extension}`;
}
