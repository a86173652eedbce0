/** What main menu and menu of the transparency section have in common: which entry is open, and what the first entry of a branch is called. */

import type { BreadcrumbStep } from '../../../shared/routes/types.ts';
import type { ItemDeMenu } from '../../../shared/site-state/site-state.ts';

/** A step of a breadcrumb with its address, also that of the current page. */
export interface PlaceStep {
  readonly label: string;
  readonly to: string;
}

/** Returns the steps of a breadcrumb with the address of the page that it ends with. Server and browser both know them. */
export function placeOf(breadcrumb: readonly BreadcrumbStep[], path: string): readonly PlaceStep[] {
  return breadcrumb.map(({ label, to }) => ({ label, to: to ?? path }));
}

/** True when a menu entry leads to the current page or to a step of its breadcrumb. */
export function isOnPath({ destino }: Pick<ItemDeMenu, 'destino'>, place: readonly PlaceStep[]): boolean {
  return place.some(({ to }) => to === destino);
}

/** True when a branch has the current page, or the page whose part a step of its breadcrumb leads to. One without address may be named as the page. */
export function isInBranch(branch: Pick<ItemDeMenu, 'rotulo' | 'destino' | 'filhos'>, place: readonly PlaceStep[]): boolean {
  return (
    (branch.destino === null && place.at(-1)?.label === branch.rotulo) ||
    [branch, ...branch.filhos, ...branch.filhos.flatMap(({ filhos }) => filhos)].some(({ destino }) =>
      place.some(({ to }) => to === destino || to.split('#', 1)[0] === destino),
    )
  );
}

/** Returns the label of the entry that leads to the page of a branch itself. */
export function overviewLabel({ rotulo }: Pick<ItemDeMenu, 'rotulo'>): string {
  return `${rotulo}: visão geral`;
}
