/** The icons that the results of one page name. Each is sent to the browser before the first result that names it. */
import type { IconsByName } from '../../../client/entry-server.tsx';
import type { OperationResult } from '../page/operation-result.ts';
import { iconNames } from './icon-names.ts';

/** Returns the bodies of the named icons; unknown ones are left out. */
export type IconResolver = (names: readonly string[]) => IconsByName;

export interface PageIcons {
  /** Icons of the state and of all results that were adopted. Always the same object: a render that is under way sees it grow. */
  readonly all: IconsByName;
  /** Adds the icons of a result. Idempotent. */
  adopt(index: number, result: OperationResult): void;
  /** Returns, for each of the adopted results in this order, the icons that neither the state nor one before it has. */
  introduced(order: readonly number[]): readonly IconsByName[];
}

/** Makes the icons of a page; `ofState` are those that travel with the site's state. */
export function createPageIcons(ofState: IconsByName, resolve: IconResolver): PageIcons {
  const all: Record<string, IconsByName[string]> = { ...ofState };
  const named = new Map<number, IconsByName>();
  return {
    all,
    adopt: (index, { json, data }) => {
      if (named.has(index)) return;
      // Most results name none, and a search of their text is faster than a walk over their fields.
      const names = json.includes('icone"') ? iconNames([data]) : [];
      const icons = names.length === 0 ? {} : resolve(names);
      named.set(index, icons);
      Object.assign(all, icons);
    },
    introduced: (order) => {
      const known = new Set(Object.keys(ofState));
      return order.map((index) => {
        const fresh = Object.entries(named.get(index) ?? {}).filter(([name]) => !known.has(name));
        for (const [name] of fresh) known.add(name);
        return Object.fromEntries(fresh);
      });
    },
  };
}
