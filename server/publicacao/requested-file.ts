/** Finds what file of which page an address asks for: the address of the page with a format behind it, or a stable one. */
import type { Request } from 'express';
import { matchFile } from '../../shared/routes/data-routes.ts';
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
  /** The exact address; null where the file was asked for at that. */
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
  const match = pagePathOfPayload(path) === null ? matchFile(routes, path, new URLSearchParams(query)) : null;
  if (match === null) return null;
  const { route, format, page } = match;
  const params = route.exactParams(match.input, state());
  const input = { ...match.input, params };
  // A page that is not there, such as the list of a category that does not exist, has no file either.
  if (!route.isCertain(input, state()) && saysAbsence?.(route) !== true) return null;
  return { route, format, page: page + query, input, exact: canonicalFileUrl(match, state()) };
}
