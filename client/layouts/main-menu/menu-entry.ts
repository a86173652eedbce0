/** What main menu and menu of the transparency section have in common: which entry is open, and what the first entry of a branch is called. */

import { queryString } from '../../../shared/routes/list-address.ts';
import type { BreadcrumbStep, RouteInput } from '../../../shared/routes/types.ts';
import type { ItemDeMenu } from '../../../shared/site-state/site-state.ts';

/** A step of a breadcrumb with its address, also that of the current page. */
export interface PlaceStep {
  readonly label: string;
  readonly to: string;
}

/** Returns the steps of a breadcrumb with the address of the page that it ends with, after that of the page with its query. Server and browser both know them. */
export function placeOf(breadcrumb: readonly BreadcrumbStep[], { path, search }: RouteInput): readonly PlaceStep[] {
  return [{ label: '', to: path + queryString(search) }, ...breadcrumb.map(({ label, to }) => ({ label, to: to ?? path }))];
}

/** Null for a heading that only groups. */
type Address = ItemDeMenu['destino'];

type Entry = Pick<ItemDeMenu, 'destino' | 'filhos'>;

/** Returns the addresses of entries and of those below them. */
export function addressesOf(entries: readonly Entry[]): readonly Address[] {
  return entries.flatMap(({ destino, filhos }) => [destino, ...addressesOf(filhos)]);
}

/**
 * Returns the place as a menu with these addresses knows it. No page knows which of its parts is read, so the address of a part stands for its page
 * only where no other address of the menu leads there.
 */
export function placeIn(menu: readonly Address[], place: readonly PlaceStep[]): readonly PlaceStep[] {
  return place.map((step) => {
    const [part, ...others] = menu.filter((address) => pageOf(address) === step.to);
    return { ...step, to: (others.length === 0 && part) || step.to };
  });
}

/** True when a menu entry leads to the current page or to a step of its breadcrumb. */
export function isOnPath(address: Address, place: readonly PlaceStep[]): boolean {
  return place.some(({ to }) => to === address);
}

/** True when a branch has the current page or a part of it, or the page whose part a step of its breadcrumb leads to. One without address may be named as the page. */
export function isInBranch(branch: Entry & Pick<ItemDeMenu, 'rotulo'>, place: readonly PlaceStep[]): boolean {
  return (
    (branch.destino === null && place.at(-1)?.label === branch.rotulo) ||
    addressesOf([branch]).some((address) => place.some(({ to }) => pageOf(to) === pageOf(address)))
  );
}

/** The address without the part of the page that it names. */
function pageOf(address: Address): string | undefined {
  return address?.split('#', 1)[0];
}

/** Returns the label of the entry that leads to the page of a branch itself. */
export function overviewLabel({ rotulo }: Pick<ItemDeMenu, 'rotulo'>): string {
  return `${rotulo}: visão geral`;
}
