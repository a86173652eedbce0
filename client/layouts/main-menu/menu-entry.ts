/** What main menu and menu of the transparency section have in common: which entry is open, and what the first entry of a branch is called. */

import { queryString } from '../../../shared/routes/list-address.ts';
import type { BreadcrumbStep, RouteInput } from '../../../shared/routes/types.ts';
import type { ItemDeMenu } from '../../../shared/site-state/site-state.ts';

/** Where a page is among the others. */
export interface Place {
  /** As its breadcrumb calls the page. */
  readonly label: string;
  /** Of the page with its query, and of the steps of its breadcrumb, of which it is the last. */
  readonly addresses: readonly string[];
}

/** Returns the place of a page. Server and browser both know it. */
export function placeOf(breadcrumb: readonly BreadcrumbStep[], { path, search }: RouteInput): Place {
  return { label: breadcrumb.at(-1)?.label ?? '', addresses: [path + queryString(search), ...breadcrumb.map(({ to }) => to ?? path)] };
}

/** True when a menu entry leads to the current page or to a step of its breadcrumb. */
export function isOnPath({ destino, paginaInteira }: Pick<ItemDeMenu, 'destino' | 'paginaInteira'>, { addresses }: Place): boolean {
  return addresses.some((to) => to === destino || to === paginaInteira);
}

/**
 * True when a branch has the current page or a part of it, or the page whose part a step of its breadcrumb leads to. One without address may be named as
 * the page.
 */
export function isInBranch(branch: Pick<ItemDeMenu, 'rotulo' | 'destino' | 'filhos'>, place: Place): boolean {
  return (
    (branch.destino === null && place.label === branch.rotulo) ||
    [branch, ...branch.filhos, ...branch.filhos.flatMap(({ filhos }) => filhos)].some(({ destino }) =>
      place.addresses.some((to) => to === destino || to === destino?.split('#', 1)[0] || to.split('#', 1)[0] === destino),
    )
  );
}

/** Returns the label of the entry that leads to the page of a branch itself. */
export function overviewLabel({ rotulo }: Pick<ItemDeMenu, 'rotulo'>): string {
  return `${rotulo}: visão geral`;
}
