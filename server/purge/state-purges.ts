/**
 * Which pages show a part of the site's state that has changed, and how they are purged. Pure.
 *
 * | What the step alters                                | Pages                      | Mode    |
 * |-----------------------------------------------------|----------------------------|---------|
 * | header and footer, which all pages of a layout show | those of the layout        | refresh |
 * | only what a page itself reads, such as counts       | the page                   | soft    |
 * | a person or a contact is gone                       | all that show people       | hard    |
 *
 * A soft purge of header and footer would have every page rendered while a visitor waits for it (decision 0030).
 */
import { PAGE_STATES_GROUP, SITE_GROUP, siteGroup } from '../../shared/cache/groups.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import type { Layout } from '../../shared/routes/types.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { withdrawsPersonalData } from '../../shared/site-state/withdrawal.ts';
import type { PurgeMode } from '../edge/index.ts';

export type StateRoute = Pick<AnyRoute, 'id' | 'layout'>;

/** Returns what of the state a page carries, as values that JSON can hold; `routeId` is null for what every page of the layout carries. */
export type PageStateOf = (state: SiteState, layout: Layout, routeId: string | null) => unknown;

/** Returns the groups of everything that the step from `before` to `after` alters, by mode. */
export function statePurges(
  before: SiteState,
  after: SiteState,
  routes: readonly StateRoute[],
  pageStateOf: PageStateOf,
): Readonly<Record<PurgeMode, readonly string[]>> {
  const differs = (layout: Layout, routeId: string | null, next = after): boolean =>
    JSON.stringify(pageStateOf(before, layout, routeId)) !== JSON.stringify(pageStateOf(next, layout, routeId));
  const withoutPeople = { ...before, diretoriaExecutiva: after.diretoriaExecutiva, contato: after.contato };
  const isWithdrawal = withdrawsPersonalData(before, after);
  const purges: Record<PurgeMode, string[]> = { hard: isWithdrawal ? [PAGE_STATES_GROUP] : [], soft: [SITE_GROUP], refresh: [] };
  for (const { id, layout } of routes) {
    if (isWithdrawal && differs(layout, id, withoutPeople)) purges.hard.push(siteGroup(id));
    else if (differs(layout, null)) purges.refresh.push(siteGroup(id));
    else if (differs(layout, id)) purges.soft.push(siteGroup(id));
  }
  return purges;
}
