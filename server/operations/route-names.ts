/**
 * The name under which a request is counted and logged: the id of its route, or that of the endpoint it came to. The set is closed, so an address that
 * a client makes up has the name of all such addresses.
 */
import { BUILDS_BASE } from '../../shared/builds/build.ts';
import { PAGE_STATE_BASE } from '../../shared/builds/page-state-file.ts';
import { CASES_PATH } from '../../shared/cases/addresses.ts';
import { FILE_PREFIX, FILE_SERVICE_PREFIX } from '../../shared/files/file-url.ts';
import { ICON_PATH } from '../../shared/icons/icons-url.ts';
import { IMAGE_PATH } from '../../shared/images/image-url.ts';
import { SUBSCRIBE_PATH } from '../../shared/readers/email-subscription.ts';
import { FEEDBACK_PATH } from '../../shared/readers/feedback.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { matchRoute } from '../../shared/routes/match.ts';
import { ADMIN_APP_PATH, AUTH_PATH, GRAPHQL_PATH, OPERATIONS_PATH, pagePathOfPayload } from '../../shared/routes/url.ts';
import { SESSION_PATH } from '../../shared/session/session-address.ts';
import { CSP_REPORTS_PATH } from '../http/security-headers.ts';

/** In this order: the first whose path is the address or above it. */
const ENDPOINTS: readonly (readonly [path: string, name: string])[] = [
  ['/health', 'health'],
  ['/healthz', 'health'],
  ['/assets', 'assets'],
  [PAGE_STATE_BASE, 'page-state'],
  [BUILDS_BASE, 'builds'],
  [IMAGE_PATH, 'pictures'],
  [ICON_PATH, 'icons'],
  ['/_tema', 'theme'],
  [FILE_PREFIX, 'files'],
  [FILE_SERVICE_PREFIX, 'files'],
  [GRAPHQL_PATH, 'graphql'],
  [AUTH_PATH, 'auth'],
  [SESSION_PATH, 'session'],
  [CASES_PATH, 'cases'],
  [FEEDBACK_PATH, 'feedback'],
  [SUBSCRIBE_PATH, 'email-subscriptions'],
  [CSP_REPORTS_PATH, 'csp-reports'],
  [ADMIN_APP_PATH, 'administration'],
  [OPERATIONS_PATH, 'operations'],
  ['/_edge', 'edge'],
  ['/_hooks', 'hooks'],
];

/** Data of pages as files, feeds, and the files that lie in `public/`. */
const FILE_LIKE = /\.[a-z0-9]{2,11}$/i;

/** Every address that has no page. */
export const UNKNOWN_ROUTE = 'unknown';

export type RouteNameOf = (target: string) => string;

const NO_SEARCH = new URLSearchParams();

/** Makes the function that names a request target. */
export function createRouteNames(routes: readonly AnyRoute[]): RouteNameOf {
  return (target) => {
    const end = target.search(/[?#]/);
    const path = end === -1 ? target : target.slice(0, end);
    const endpoint = ENDPOINTS.find(
      ([prefix]) => path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
    );
    if (endpoint !== undefined) return endpoint[1];
    const page = pagePathOfPayload(path) ?? path;
    const match = matchRoute(routes, page, NO_SEARCH);
    const moved = match.kind === 'moved' ? matchRoute(routes, match.path, NO_SEARCH) : match;
    if (moved.kind === 'route' || moved.kind === 'refused') return moved.route.id;
    return FILE_LIKE.test(path) ? 'other-files' : UNKNOWN_ROUTE;
  };
}
