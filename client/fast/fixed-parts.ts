/** The server's memory of the parts that pages of one state have in common. It goes with the state. */
import type { PageState } from '../../shared/builds/payload.ts';
import type { RoutePage } from '../routing/page.ts';
import { chaveDasPartes, type PartesFixas, partesFixasDe, rotulosDosMenus } from './fixed-parts-html.ts';

/** Of one state; some 20 KB each. Menus differ by the entry that is open, so pages share a few dozen. */
const MAX_FRAMES = 100;

export interface KeptFrame {
  /** The parts as they were drawn before; none the first time. */
  parts(): PartesFixas;
  /** Takes the parts of a page that was drawn whole. */
  keep(html: string): void;
}

export interface FixedParts {
  /** Returns the memory for pages that look like this one around their content. `estado` is the state as it came, the same object each time. */
  of(page: RoutePage, estado: PageState): KeptFrame;
}

interface OfState {
  readonly labels: ReadonlySet<string>;
  readonly frames: Map<string, PartesFixas>;
}

const NONE: PartesFixas = {};

/** Makes an empty memory. */
export function createFixedParts(): FixedParts {
  const states = new WeakMap<PageState, OfState>();
  return {
    of: ({ route, input, main, state }, estado) => {
      const known = states.get(estado) ?? { labels: rotulosDosMenus(state), frames: new Map<string, PartesFixas>() };
      states.set(estado, known);
      const key = chaveDasPartes(route, route.trilha({ input, state, main }), known.labels);
      return {
        parts: () => known.frames.get(key) ?? NONE,
        keep: (html) => {
          if (known.frames.has(key)) return;
          if (known.frames.size >= MAX_FRAMES) known.frames.clear();
          known.frames.set(key, partesFixasDe(html, route.id));
        },
      };
    },
  };
}
