/** Decides which pages share their fixed parts under one state of the site. */
import type { AnyRoute } from '../../shared/routes/define.ts';
import { routePath } from '../../shared/routes/url.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import type { Place } from '../layouts/main-menu/menu-entry.ts';
import { FIXED_ENTRIES } from '../layouts/menu-lai/menu-lai.tsx';
import { ROUTES_WITH_PARTS } from './fixed-parts-html.ts';

/** Returns the key of a page's fixed parts: under the same state, pages with the same key have the same parts. */
export function fixedPartsKey(route: Pick<AnyRoute, 'id' | 'layout'>, place: Place, compared: ReadonlySet<string>): string {
  const own = ROUTES_WITH_PARTS.has(route.id) ? route.id : '';
  return `${route.layout} ${own} ${placeKey(place, compared)}`;
}

/** Returns what a menu compares its entries with, to mark the one that is open: the steps that an entry may lead to, and the name of the page. */
export function placeKey({ label, addresses }: Place, compared: ReadonlySet<string>): string {
  const steps = addresses.filter((to) => compared.has(to) || compared.has(to.split('#', 1)[0] ?? ''));
  return JSON.stringify([steps, compared.has(label) ? label : null]);
}

/** Returns every label and every address that an entry of a menu can have, and the page of an address that names a part of one. */
export function comparedByMenus(state: SiteState): ReadonlySet<string> {
  const compared = new Set(FIXED_ENTRIES.map(({ href }) => href));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [field, child] of Object.entries(value)) {
      if (field === 'rotulo' && typeof child === 'string') compared.add(child);
      else if (field === 'destino' && typeof child === 'string') compared.add(child).add(child.split('#', 1)[0] ?? '');
      else visit(child);
    }
  };
  visit(state.dataMenu);
  visit(state.dataLai);
  for (const { slug } of state.dataLai.flatMap(({ categorias }) => categorias)) compared.add(routePath('documentos', { category: slug }));
  return compared;
}
