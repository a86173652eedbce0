/** Decides which pages share their fixed parts under one state of the site. */
import type { AnyRoute } from '../../shared/routes/define.ts';
import type { BreadcrumbStep } from '../../shared/routes/types.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { overviewLabel } from '../layouts/main-menu/menu-entry.ts';
import { FIXED_ENTRIES } from '../layouts/menu-lai/menu-lai.tsx';
import { ROUTES_WITH_PARTS } from './fixed-parts-html.ts';

/** Returns the key of a page's fixed parts: under the same state, pages with the same key have the same parts. */
export function fixedPartsKey(
  route: Pick<AnyRoute, 'id' | 'layout'>,
  breadcrumb: readonly BreadcrumbStep[],
  labels: ReadonlySet<string>,
): string {
  const own = ROUTES_WITH_PARTS.has(route.id) ? route.id : '';
  return `${route.layout} ${own} ${breadcrumbKey(breadcrumb, labels)}`;
}

/** Returns the steps of a breadcrumb that a menu compares its entries with, to mark the one that is open. */
export function breadcrumbKey(breadcrumb: readonly BreadcrumbStep[], labels: ReadonlySet<string>): string {
  const compared = breadcrumb.filter(({ label, to }) => to !== null || labels.has(label));
  return JSON.stringify(compared.map(({ label, to }) => to ?? [label]));
}

/** Returns every label that an entry of a menu can have. */
export function menuLabels(state: SiteState): ReadonlySet<string> {
  const labels = new Set(FIXED_ENTRIES.map(({ label }) => label));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [field, child] of Object.entries(value)) {
      if (field === 'rotulo' && typeof child === 'string') labels.add(child).add(overviewLabel({ rotulo: child }));
      else visit(child);
    }
  };
  visit(state.dataMenu);
  visit(state.dataLai);
  return labels;
}
