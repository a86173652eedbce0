/** The server's memory of the parts that pages of one state have in common. It is dropped with the state. */
import { LRUCache } from 'lru-cache';
import type { PageState } from '../../shared/builds/payload.ts';
import { placeOf } from '../layouts/main-menu/menu-entry.ts';
import type { RoutePage } from '../routing/page.ts';
import type { FixedPartsHtml } from './fixed-parts-context.ts';
import { fixedPartsOf } from './fixed-parts-html.ts';
import { comparedByMenus, fixedPartsKey } from './fixed-parts-key.ts';

/** Entries of one state; some 20 KB each. Menus differ by the entry that is open, so all pages share a few dozen. */
const MAX_KEYS = 100;

/** The memory as one page sees it. */
export interface PageFixedParts {
  /** The parts as an earlier page had them; none the first time. */
  html(): FixedPartsHtml;
  /** Takes the parts out of a page that was rendered whole. */
  remember(html: string): void;
}

export interface FixedParts {
  /** Returns the memory for pages with the same parts as this one. `state` is the state as it came: the same object for each page under it. */
  of(page: RoutePage, state: PageState): PageFixedParts;
}

interface PartsOfState {
  readonly compared: ReadonlySet<string>;
  readonly byKey: LRUCache<string, FixedPartsHtml>;
}

const NONE: FixedPartsHtml = {};

/** For pages that are rendered in full. */
export const NO_FIXED_PARTS: PageFixedParts = { html: () => NONE, remember: () => undefined };

/** Makes an empty memory. */
export function createFixedParts(): FixedParts {
  const states = new WeakMap<PageState, PartsOfState>();
  return {
    of: ({ route, input, main, state }, pageState) => {
      const known = states.get(pageState) ?? { compared: comparedByMenus(state), byKey: new LRUCache({ max: MAX_KEYS }) };
      states.set(pageState, known);
      const key = fixedPartsKey(route, placeOf(route.breadcrumb({ input, state, main }), input), known.compared);
      return {
        html: () => known.byKey.get(key) ?? NONE,
        remember: (html) => {
          if (!known.byKey.has(key)) known.byKey.set(key, fixedPartsOf(html, route.id));
        },
      };
    },
  };
}
