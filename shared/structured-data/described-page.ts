/** The page that structured data is made of, and what its nodes have in common. */
import type { Head } from '../routes/types.ts';
import type { SiteState } from '../site-state/site-state.ts';

export interface DescribedPage {
  readonly routeId: string;
  /** Address of the page, absolute. */
  readonly address: string;
  readonly head: Head;
  /** Result of the route's main operation; null where it is not there, or the route has none. */
  readonly main: unknown;
  readonly state: SiteState;
  /** Public address of the site, without a path. */
  readonly site: string;
  readonly siteName: string;
}

/** A node of the graph; the values are JSON. */
export type Node = Readonly<Record<string, unknown>>;

/** The name of the publisher's node on every page. */
export function publisherId(site: string): string {
  return `${site}/#instituto`;
}
