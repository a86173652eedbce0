/** Whether the site has a page at a path, as its own renderer decides it: by the route, its main rows and the site's state. */
import type { SiteRoute } from '../../client/entry-server.tsx';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { type PublicData, publicAnswer } from '../publicacao/public-data.ts';
import { matchPage, pageOutcome, parseAddress } from '../ssr/page/page-outcome.ts';

export interface ExistingPage {
  readonly routeId: string;
}

/** Makes the function that finds the page of a path without a query; null where there is none at exactly this path. */
export function existingPages(
  data: PublicData,
  routes: readonly SiteRoute[],
  state: () => SiteState,
): (path: string) => Promise<ExistingPage | null> {
  return async (path) => {
    const address = parseAddress(path);
    const matched = matchPage(routes, address, state());
    if (matched.kind !== 'page' || address.query !== '' || address.payload) return null;
    const { route, input } = matched;
    const main = route.main === null ? null : await publicAnswer(route.main(input), data);
    return pageOutcome(matched, address, state(), main).kind === 'found' ? { routeId: route.id } : null;
  };
}
