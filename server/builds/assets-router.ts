/** `/assets`: the hashed files of other builds, behind the router that serves those of the running one. */
import { type Request, type Response, Router } from 'express';
import { ASSETS_BASE, isAssetName } from '../../shared/builds/build.ts';
import { IMMUTABLE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { sendValidated } from '../http/validators.ts';
import { weakTag } from '../message/entity-tags.ts';
import type { CachedAssets } from './cached-assets.ts';

/** Makes the router. What no build has goes to the next router. */
export function createAssetsRouter(assets: Pick<CachedAssets, 'find'>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(`${ASSETS_BASE}/:name`, async (req: Request, res: Response, next) => {
    const name = String(req.params['name']);
    // Another spelling of the address would be one more stored copy.
    const isPlain = req.path === `${ASSETS_BASE}/${name}` && isAssetName(name);
    const bytes = isPlain ? await find(assets, name) : null;
    if (bytes === null) next();
    else send(req, res, name, bytes);
  });
  return router;
}

async function find(assets: Pick<CachedAssets, 'find'>, name: string): Promise<Uint8Array | null> {
  try {
    return await assets.find(name);
  } catch (cause) {
    // 404 would say that there is no such file; with 503 a balancer asks another replica.
    throw new AppError('BACKEND_UNAVAILABLE', { cause });
  }
}

function send(req: Request, res: Response, name: string, bytes: Uint8Array): void {
  applyCachePolicy(res, IMMUTABLE_POLICY);
  res.type(name.slice(name.lastIndexOf('.')));
  res.setHeader('X-Content-Type-Options', 'nosniff');
  sendValidated(req, res, bytes, weakTag(name));
}
