/** Finds what file of which page an address asks for: the address of the page with a format behind it, or a stable one. */
import type { Request } from 'express';
import { pageOfExport } from '../../shared/routes/data-address.ts';
import { matchFileRoute } from '../../shared/routes/data-routes.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import type { ExportFormat, RouteInput } from '../../shared/routes/types.ts';
import { pagePathOfPayload } from '../../shared/routes/url.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { splitTarget } from '../message/request-target.ts';
import { canonicalFileUrl } from './canonical-file.ts';

export interface RequestedFile {
  readonly route: AnyRoute;
  readonly format: ExportFormat;
  /** Path and query of the page. */
  readonly page: string;
  readonly input: RouteInput;
  /** The address without values that no row can have; null where it has none. */
  readonly exact: string | null;
}

export interface FileRoutes {
  readonly routes: readonly AnyRoute[];
  readonly state: () => SiteState;
  /** Whether the file of a route says itself that its row is not there. */
  readonly saysAbsence?: (route: AnyRoute) => boolean;
}

/** Returns the file that a request asks for; null where its page has no such file, or is not there itself. */
export function requestedFile(req: Pick<Request, 'originalUrl'>, { routes, state, saysAbsence }: FileRoutes): RequestedFile | null {
  const { path, query } = splitTarget(req.originalUrl);
  const requested = pagePathOfPayload(path) === null ? pageOfExport(path) : null;
  if (requested === null) return null;
  const match = matchFileRoute(routes, requested.path, new URLSearchParams(query));
  if (match.kind !== 'route' || !match.route.formats.includes(requested.format)) return null;
  // A page that is not there, such as the list of a category that does not exist, has no file either.
  if (!match.route.isCertain(match.input, state()) && saysAbsence?.(match.route) !== true) return null;
  const exact = canonicalFileUrl(requested, match, state());
  return { route: match.route, format: requested.format, page: requested.path + query, input: match.input, exact };
}
