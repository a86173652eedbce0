/** Decides status, redirect and error of a page from its URL and its data, before anything is sent. */

import type { SiteRoute } from '../../../client/entry-server.tsx';
import { AppError } from '../../../shared/errors/app-error.ts';
import { refusedParameterMessage, unknownRouteMessage } from '../../../shared/errors/codes.ts';
import { withdrawnMessage } from '../../../shared/errors/withdrawn.ts';
import type { AnyRoute } from '../../../shared/routes/define.ts';
import { canonicalSearch, queryString } from '../../../shared/routes/list-address.ts';
import { fillPath, matchRoute, possibleSearch } from '../../../shared/routes/match.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { payloadUrl } from '../../../shared/routes/url.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { splitTarget } from '../../message/request-target.ts';

/** The parts of a request's address. */
export interface PageAddress {
  /** Path of the page, without a payload suffix, undecoded. */
  readonly path: string;
  /** Raw query with its `?`, or empty; without parameters that the route does not declare where a cache stands in front. */
  readonly query: string;
  /** The query as the visitor wrote it. */
  readonly fullQuery: string;
  readonly payload: boolean;
  /** False where the payload suffix itself is written in another letter case or with a slash behind it. */
  readonly exact: boolean;
}

export type MatchedPage =
  | { readonly kind: 'page'; readonly route: SiteRoute; readonly input: RouteInput }
  | { readonly kind: 'moved'; readonly to: string }
  /** `route` is the one that refused, or null when there is none. */
  | { readonly kind: 'missing'; readonly route: AnyRoute | null; readonly error: AppError };

export type PageOutcome =
  | { readonly kind: 'found' }
  | { readonly kind: 'redirect'; readonly to: string; readonly status: number }
  | { readonly kind: 'error'; readonly error: AppError };

const PAYLOAD = /^(.*)\/_payload\.json\/?$/i;

/** Splits a request target. `original` is the query that a cache in front carries, or null. */
export function parseAddress(target: string, original: string | null = null): PageAddress {
  const { path, query } = splitTarget(target);
  const payload = PAYLOAD.exec(path);
  const page = payload === null ? path : payload[1] || '/';
  return {
    path: page,
    query: query === '?' ? '' : query,
    fullQuery: original ?? query,
    payload: payload !== null,
    exact: payload === null || payloadUrl(page) === path,
  };
}

/** Finds the page of an address. One redirect corrects every wrong spelling, those that only the site's state can tell included. */
export function matchPage(routes: readonly SiteRoute[], address: PageAddress, estado: SiteState): MatchedPage {
  const search = new URLSearchParams(address.query);
  const match = matchRoute(routes, address.path, search);
  switch (match.kind) {
    case 'route': {
      const { route, input, isExact } = match;
      const path = fillPath(route.path, route.exactParams(input, estado));
      const search = possibleSearch(route, input.search, estado);
      // No row can have what was removed, so the page is that of the address without it.
      if (!isExact || search !== input.search) return { kind: 'moved', to: path + queryString(canonicalSearch(route, search)) };
      if (path !== address.path || !address.exact) return { kind: 'moved', to: `${path}${address.query}` };
      return { kind: 'page', route, input };
    }
    case 'moved': {
      const there = matchPage(routes, { ...address, path: match.path }, estado);
      return there.kind === 'page' ? { kind: 'moved', to: `${match.path}${address.query}` } : there;
    }
    case 'refused':
      return { kind: 'missing', route: match.route, error: refusedError(address) };
    case 'unknown':
      return { kind: 'missing', route: null, error: new AppError('PAGE_NOT_FOUND', { publicMessage: unknownRouteMessage(address.path) }) };
  }
}

/** Returns what the route makes of its main result. @throws whatever a faulty route function throws. */
export function pageOutcome(
  matched: Extract<MatchedPage, { kind: 'page' }>,
  address: PageAddress,
  estado: SiteState,
  main: unknown,
): PageOutcome {
  const outcome = matched.route.outcome({ input: matched.input, state: estado, main });
  switch (outcome.kind) {
    case 'found':
      return { kind: 'found' };
    case 'notFound':
      return { kind: 'error', error: refusedError(address) };
    case 'gone':
      return {
        kind: 'error',
        error: new AppError('PAGE_GONE', { publicMessage: withdrawnMessage(outcome.withdrawal, estado.fusoHorario) }),
      };
    case 'redirect':
      return { kind: 'redirect', to: outcome.to, status: outcome.status };
  }
}

function refusedError({ path, fullQuery, payload }: PageAddress): AppError {
  const shown = payload ? withoutBuild(fullQuery) : fullQuery;
  return new AppError('PAGE_NOT_FOUND', { publicMessage: refusedParameterMessage(`${path}${shown}`) });
}

/** Clients of the payload protocol name their build in `_b`; it is not the page's own. */
function withoutBuild(query: string): string {
  const pairs = query.slice(1).split('&');
  const own = pairs.filter((pair) => pair !== '' && pair !== '_b' && !pair.startsWith('_b='));
  return own.length === 0 ? '' : `?${own.join('&')}`;
}
