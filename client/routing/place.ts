/** A place in the browser's history, as the router counts it. */
import type { Page } from './page.ts';

export interface HistoryPlace {
  /** Path and query, as in the address bar. */
  readonly href: string;
  /** Fragment with its `#`, or empty. */
  readonly hash: string;
  /** The router's name of the entry; it survives a reload. */
  readonly key: string;
  /** True when the visitor went back or forward to it. */
  readonly isTraversal: boolean;
}

/** Shows a page at its place, in a transition. */
export type ShowPlace = (place: HistoryPlace, page: Page) => void;

/** The key of an entry that the router has not made. */
const FIRST_KEY = 'default';

/** Returns the place of the document as it was opened, before there is a router. */
export function openedPlace({ location, history }: Pick<Window, 'location' | 'history'>): HistoryPlace {
  const state: unknown = history.state;
  const key = typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string' ? state.key : FIRST_KEY;
  return { href: `${location.pathname}${location.search}`, hash: location.hash, key, isTraversal: true };
}
