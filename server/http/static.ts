import { readdirSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { ASSETS_BASE } from '../../shared/builds/build.ts';
import { type CachePolicy, IMMUTABLE_POLICY } from '../../shared/cache/policy.ts';
import { DAY, HOUR, seconds } from '../../shared/time/seconds.ts';
import { applyCachePolicy } from './cache-headers.ts';
import { isRead, methodNotAllowed } from './responses.ts';

/** For files whose address stays the same when their bytes change: icons, the manifest, the preferences script. */
const PUBLIC_FILE_POLICY: CachePolicy = { kind: 'timed', freshFor: HOUR, staleWhileRevalidate: DAY, staleIfError: seconds(7 * DAY) };

export interface StaticOptions {
  /** `dist/client`: hashed bundles below `assets/`. */
  readonly clientDirectory: string;
  /** `dist/admin`: hashed files of the administration application, below `assets/` too. */
  readonly adminDirectory: string;
  readonly publicDirectory: string;
}

/** Serves `/assets` (immutable, only to be read) and the files of `public/`. A path without a file goes to the next router. */
export function createStaticRouter(options: StaticOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(ASSETS_BASE, (req, res, next) => {
    if (!isRead(req.method)) throw methodNotAllowed(res);
    next();
  });
  router.use(ASSETS_BASE, files(path.join(options.clientDirectory, 'assets'), IMMUTABLE_POLICY));
  router.use(ASSETS_BASE, files(path.join(options.adminDirectory, 'assets'), IMMUTABLE_POLICY));
  const paths = publicPaths(options.publicDirectory);
  const serve = files(options.publicDirectory, PUBLIC_FILE_POLICY);
  // The other paths are those of pages: the file system is not asked for each of them.
  router.use((req, res, next) => (paths.has(req.path) ? serve(req, res, next) : next()));
  return router;
}

/** Returns the addresses of the files of `public/`. */
export function publicPaths(publicDirectory: string): ReadonlySet<string> {
  return new Set(readdirSync(publicDirectory, { recursive: true }).map((name) => `/${String(name)}`));
}

/**
 * A path in the one spelling that the site uses: no empty segment, no segment that begins with a dot, no escape. Express would resolve other
 * spellings to the same file, and caches would store one copy for each spelling.
 */
const PLAIN_PATH = /^(?:\/[^/.%\\?#][^/%\\?#]*)+(?:\?|$)/;

function files(directory: string, policy: CachePolicy): RequestHandler {
  const serve: RequestHandler = express.static(directory, {
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
    redirect: false,
    setHeaders: (res) => applyCachePolicy(res, policy),
  });
  return (req, res, next) => {
    if (PLAIN_PATH.test(req.originalUrl)) void serve(req, res, next);
    else next();
  };
}
