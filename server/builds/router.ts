/** `/builds`: the running build, for pages that were loaded from an older one. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { BUILDS_BASE, type BuildMeta, buildMetaPath, LATEST_BUILD_PATH, type LatestBuild } from '../../shared/builds/build.ts';
import { type CachePolicy, IMMUTABLE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { seconds } from '../../shared/time/seconds.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod, sendJson } from '../http/responses.ts';

/** One second: visitors that poll at the same time share one answer, and a deployment shows at once. */
const LATEST_POLICY: CachePolicy = { kind: 'timed', freshFor: seconds(1), staleWhileRevalidate: seconds(0), staleIfError: seconds(0) };

export interface BuildsOptions {
  readonly build: LatestBuild;
  readonly routes: readonly Pick<AnyRoute, 'path'>[];
}

/** Makes the router. It answers every address below `/builds`; unknown ones are 404 in JSON. Errors go to the error handler. */
export function createBuildsRouter({ build, routes }: BuildsOptions): Router {
  const latest = JSON.stringify({ id: build.id, timestamp: build.timestamp } satisfies LatestBuild);
  const prerendered = routes.map(({ path }) => path).filter((path) => !path.includes('/:'));
  const meta = JSON.stringify({ id: build.id, timestamp: build.timestamp, prerendered } satisfies BuildMeta);
  const router = Router({ caseSensitive: true, strict: true });
  router.route(LATEST_BUILD_PATH).get(jsonDocument(latest, LATEST_POLICY)).all(refuseMethod());
  router.route(buildMetaPath(build.id)).get(jsonDocument(meta, IMMUTABLE_POLICY)).all(refuseMethod());
  router.use(BUILDS_BASE, () => {
    throw new AppError('RESOURCE_NOT_FOUND');
  });
  return router;
}

function jsonDocument(body: string, policy: CachePolicy): RequestHandler {
  return (_req: Request, res: Response) => {
    applyCachePolicy(res, policy);
    sendJson(res, body);
  };
}
