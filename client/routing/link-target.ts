/** Which clicks and forms the browser's router takes over; all others stay with the browser. Pure, so that it is a table in the tests. */

import { parseUrl } from '../../shared/platform/substitutes.ts';
import { documentPolicyOf } from '../../shared/routes/libras.ts';
import { matchRoute } from '../../shared/routes/match.ts';
import type { DocumentPolicy } from '../../shared/routes/types.ts';
import type { SiteRoute } from './page.ts';

export interface ClickFacts {
  readonly button: number;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly defaultPrevented: boolean;
}

export interface LinkFacts {
  /** Absolute address. */
  readonly href: string;
  readonly target: string;
  readonly download: boolean;
  /** The link asks for a whole load (`data-recarregar`). */
  readonly reload: boolean;
}

export interface Here {
  /** Absolute address of the page that is shown. */
  readonly href: string;
  readonly documentPolicy: DocumentPolicy;
  readonly routes: readonly SiteRoute[];
}

/** True for a plain click, which the browser would answer by loading the link in place. */
export function isPlainClick(click: ClickFacts): boolean {
  return click.button === 0 && !click.altKey && !click.ctrlKey && !click.metaKey && !click.shiftKey && !click.defaultPrevented;
}

/**
 * Returns path, query and fragment when the router may follow the link itself, or null when the browser must: other origins, files,
 * downloads, other documents' policies, and a fragment of the page that is already there.
 */
export function routerTarget(link: LinkFacts, here: Here): string | null {
  if (link.download || link.reload || (link.target !== '' && link.target !== '_self')) return null;
  const to = parseUrl(link.href);
  const from = parseUrl(here.href);
  if (to === null || from === null || to.origin !== from.origin) return null;
  if (to.pathname === from.pathname && to.search === from.search && to.hash !== '') return null;
  const match = matchRoute(here.routes, to.pathname, to.searchParams);
  // A document's content policy stays in force as long as the document does (decision 0009).
  if (match.kind !== 'route' || documentPolicyOf(match.route, match.input) !== here.documentPolicy) return null;
  return `${to.pathname}${to.search}${to.hash}`;
}

export interface FormFacts {
  readonly method: string;
  /** Absolute address without query. */
  readonly action: string;
  readonly target: string;
  readonly reload: boolean;
  readonly fields: Iterable<readonly [string, string]>;
}

/** Returns where a GET form leads when the router may follow it, or null. Empty fields are left out: they are defaults. */
export function formTarget(form: FormFacts, here: Here): string | null {
  if (form.method.toLowerCase() !== 'get') return null;
  const action = parseUrl(form.action);
  if (action === null) return null;
  const search = new URLSearchParams([...form.fields].filter(([, value]) => value !== '').map(([name, value]) => [name, value]));
  action.search = search.toString();
  return routerTarget({ href: action.href, target: form.target, download: false, reload: form.reload }, here);
}
