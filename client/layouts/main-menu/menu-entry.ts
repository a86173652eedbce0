/** What main menu and menu of the transparency section have in common: which entry is open, and what the first entry of a branch is called. */

import type { BreadcrumbStep } from '../../../shared/routes/types.ts';
import type { ItemDeMenu } from '../../../shared/site-state/site-state.ts';

/** True when a menu entry leads to the current page or to a step of its breadcrumb. Server and browser both know the breadcrumb. */
export function isOnPath(
  item: { readonly rotulo: string; readonly destino: string | null },
  breadcrumb: readonly BreadcrumbStep[],
): boolean {
  if (item.destino === null) return false;
  return breadcrumb.some(({ label, to }) => (to === null ? label === item.rotulo : to === item.destino));
}

/** True when a branch has the current page, or the page whose part a step of its breadcrumb leads to. Its name may be that of the page. */
export function isInBranch(branch: Pick<ItemDeMenu, 'rotulo' | 'destino' | 'filhos'>, breadcrumb: readonly BreadcrumbStep[]): boolean {
  return (
    breadcrumb.some(({ label, to }) => to === null && label === branch.rotulo) ||
    [branch, ...branch.filhos].some(
      (entry) => isOnPath(entry, breadcrumb) || breadcrumb.some(({ to }) => to?.split('#', 1)[0] === entry.destino),
    )
  );
}

/** Returns the label of the entry that leads to the page of a branch itself. */
export function overviewLabel({ rotulo }: Pick<ItemDeMenu, 'rotulo'>): string {
  return `${rotulo}: visão geral`;
}
