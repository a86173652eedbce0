/** `/builds`: which build runs, for browsers that were loaded from an older one. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { BUILDS_BASE, type BuildMeta, buildMetaPath, LATEST_BUILD_PATH, type LatestBuild } from '../../shared/builds/build.ts';
import { type CachePolicy, IMMUTABLE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { seconds } from '../../shared/time/seconds.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { sendError } from '../http/error-handler.ts';
import { requestIdOf } from '../http/request-context.ts';

/** Long enough for the crowd that polls in the same second, short enough that nobody misses a deploy. */
const LATEST_POLICY: CachePolicy = { kind: 'timed', freshFor: seconds(1), staleWhileRevalidate: seconds(0), staleIfError: seconds(0) };

export interface BuildsOptions {
  readonly build: LatestBuild;
  readonly routes: readonly Pick<AnyRoute, 'path'>[];
}

/** Makes the router. Every address below `/builds` answers here, the unknown ones with a 404 in JSON. */
export function createBuildsRouter({ build, routes }: BuildsOptions): Router {
  const latest = JSON.stringify({ id: build.id, timestamp: build.timestamp } satisfies LatestBuild);
  const prerendered = routes.map(({ path }) => path).filter((path) => !path.includes('/:'));
  const meta = JSON.stringify({ id: build.id, timestamp: build.timestamp, prerendered } satisfies BuildMeta);
  const router = Router({ caseSensitive: true, strict: true });
  router.all(LATEST_BUILD_PATH, jsonDocument(latest, LATEST_POLICY));
  router.all(buildMetaPath(build.id), jsonDocument(meta, IMMUTABLE_POLICY));
  router.use(BUILDS_BASE, (req, res) => sendError(req, res, new AppError('RESOURCE_NOT_FOUND'), requestIdOf(res)));
  return router;
}

function jsonDocument(body: string, policy: CachePolicy): RequestHandler {
  return (req: Request, res: Response) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      sendError(req, res, new AppError('METHOD_NOT_ALLOWED'), requestIdOf(res));
      return;
    }
    applyCachePolicy(res, policy);
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Content-Length', Buffer.byteLength(body));
    res.end(req.method === 'HEAD' ? undefined : body);
  };
}
