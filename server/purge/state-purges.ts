/** Which pages show a part of the site's state that has changed. */
import { SITE_GROUP, siteGroup } from '../../shared/cache/groups.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import type { Layout } from '../../shared/routes/types.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';

export type StateRoute = Pick<AnyRoute, 'id' | 'layout'>;

/** Returns what of the state a page carries, as values that JSON can hold. */
export type PageStateOf = (state: SiteState, layout: Layout, routeId: string) => unknown;

/** Returns the groups of everything that the step from `before` to `after` alters; empty when it alters nothing. */
export function statePurges(
  before: SiteState,
  after: SiteState,
  routes: readonly StateRoute[],
  pageStateOf: PageStateOf,
): readonly string[] {
  const text = (state: SiteState, { layout, id }: StateRoute): string => JSON.stringify(pageStateOf(state, layout, id));
  const changed = routes.filter((route) => text(before, route) !== text(after, route));
  return [SITE_GROUP, ...changed.map(({ id }) => siteGroup(id))];
}
