/** `GET /_icon/{collection}.json?icons=a,b`: Iconify JSON of installed icons. Unknown icons are left out, an unknown collection is 404. */
import { type Request, type Response, Router } from 'express';
import type { CachePolicy } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { ICON_PATH, parseIconsRequest } from '../../shared/icons/icons-url.ts';
import { DAY, seconds } from '../../shared/time/seconds.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod } from '../http/responses.ts';
import { entityTag, sendValidated } from '../http/validators.ts';
import { splitTarget } from '../message/request-target.ts';
import { findIcon, type Icon, type IconCollections } from './collections.ts';

/** Icons change only with the installed package, but their address does not, so an old icon is shown for a week at most. */
const ICON_POLICY: CachePolicy = {
  kind: 'timed',
  freshFor: seconds(7 * DAY),
  staleWhileRevalidate: seconds(30 * DAY),
  staleIfError: seconds(30 * DAY),
};

export interface IconsOptions {
  readonly collections: IconCollections;
}

/** Makes the router of icons. Errors go to the error handler as `AppError`. */
export function createIconsRouter(options: IconsOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(`${ICON_PATH}/:file`)
    .get((req, res) => answer(req, res, options))
    .all(refuseMethod());
  return router;
}

function answer(req: Request, res: Response, options: IconsOptions): void {
  const request = parseIconsRequest(req.path, new URLSearchParams(splitTarget(req.url).query));
  if (typeof request === 'string') throw new AppError(request);
  const load = options.collections.get(request.collection);
  if (load === undefined) throw new AppError('RESOURCE_NOT_FOUND');
  const collection = load();
  // Aliases are sent as icons, which every reader of Iconify JSON understands.
  const icons: Record<string, Icon> = {};
  for (const name of request.names) {
    const icon = findIcon(collection, name);
    if (icon !== null) icons[name] = icon;
  }
  const { width, height } = collection;
  const body = Buffer.from(JSON.stringify({ prefix: request.collection, icons, width, height }));
  applyCachePolicy(res, ICON_POLICY);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  sendValidated(req, res, body, entityTag(body));
}
