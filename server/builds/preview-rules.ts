/**
 * Which links a browser may load ahead by itself (decision 0132). A page that is only read has no script that could, and inline rules are against its
 * policy, so documents name this file in a field. A browser begins when a finger or button goes down, and keeps what it loads for that click.
 */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { CachePolicy } from '../../shared/cache/policy.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { FOLLOWS_LINKS_ATTRIBUTE, PREVIEW_RULES_PATH } from '../../shared/routes/url.ts';
import { HOUR, seconds } from '../../shared/time/seconds.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod } from '../http/responses.ts';

const RULES_POLICY: CachePolicy = { kind: 'timed', freshFor: HOUR, staleWhileRevalidate: seconds(0), staleIfError: seconds(0) };

/** Makes the router of the file. */
export function createPreviewRulesRouter(routes: readonly Pick<AnyRoute, 'path' | 'cache'>[]): Router {
  const rules = JSON.stringify(previewRules(routes));
  const send: RequestHandler = (req: Request, res: Response) => {
    applyCachePolicy(res, RULES_POLICY);
    res.vary('Save-Data');
    // A visitor who saves data pays for each page: nothing is loaded that was not asked for.
    res.type('application/speculationrules+json').send(req.get('Save-Data') === 'on' ? '{}' : rules);
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.route(PREVIEW_RULES_PATH).get(send).all(refuseMethod());
  return router;
}

/** Pages that a shared cache may keep, and nothing else: no page of one visitor, no search, no file, no other site, and none whose link the application follows. */
function previewRules(routes: readonly Pick<AnyRoute, 'path' | 'cache'>[]): object {
  const pages = routes.filter(({ cache }) => cache.kind === 'shared').map(({ path }) => path);
  const isPage = { href_matches: pages };
  const isFileOrSearch = { href_matches: ['/*.*', '/*\\?*=*'] };
  const isFollowed = { selector_matches: `[${FOLLOWS_LINKS_ATTRIBUTE}] a` };
  return { prefetch: [{ where: { and: [isPage, { not: isFileOrSearch }, { not: isFollowed }] }, eagerness: 'conservative' }] };
}
