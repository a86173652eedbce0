/**
 * The service worker (decision 0091): the built file with the id of the running build in it. Where it is switched off, a worker that removes itself and all
 * that was kept, which browsers fetch in place of the last one when they come back.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { BUILD_PLACE, WORKER_PATH } from '../../shared/builds/offline.ts';
import type { CachePolicy } from '../../shared/cache/policy.ts';
import { seconds } from '../../shared/time/seconds.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod } from '../http/responses.ts';

/** One second, as for `latest.json`: a deployment and the switch show at once. */
const WORKER_POLICY: CachePolicy = { kind: 'timed', freshFor: seconds(1), staleWhileRevalidate: seconds(0), staleIfError: seconds(0) };

/** What the worker itself may do: ask this site. */
const WORKER_CSP = "default-src 'none'; script-src 'self'; connect-src 'self'";

const REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
    })(),
  );
});
`;

export interface WorkerOptions {
  readonly root: string;
  /** Id of the running build. */
  readonly build: string;
  /** False removes the worker from the browsers that have one. */
  readonly isOn: boolean;
}

export function createWorkerRouter({ root, build, isOn }: WorkerOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const send: RequestHandler = async (_req: Request, res: Response) => {
    const script = isOn ? await builtWorker(root, build) : REMOVAL;
    applyCachePolicy(res, WORKER_POLICY);
    res.setHeader('Content-Security-Policy', WORKER_CSP);
    res.type('text/javascript').send(script);
  };
  router.route(WORKER_PATH).get(send).all(refuseMethod());
  return router;
}

async function builtWorker(root: string, build: string): Promise<string> {
  const built = await readFile(path.join(root, 'dist/worker', path.basename(WORKER_PATH)), 'utf8');
  return built.replaceAll(BUILD_PLACE, build);
}
