/**
 * The edge with the choices of this site: which requests bypass it, the key of an address, and what visitors read when the site itself
 * does not answer.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BUILDS_BASE } from '../shared/builds/build.ts';
import { WORKER_PATH } from '../shared/builds/offline.ts';
import { PAGE_STATE_BASE } from '../shared/builds/page-state-file.ts';
import { FILES_GROUP } from '../shared/cache/groups.ts';
import { CASES_PATH } from '../shared/cases/addresses.ts';
import { targetWithoutCpf } from '../shared/content/hidden-cpf.ts';
import type { ErrorCode } from '../shared/errors/codes.ts';
import { FILE_PREFIX, FILE_SERVICE_PREFIX, isFileWrite, presignedPath, STORAGE_VERSION_PATH } from '../shared/files/file-url.ts';
import { ICON_PATH } from '../shared/icons/icons-url.ts';
import { createImageTarget } from '../shared/images/image-target.ts';
import { IMAGE_PATH } from '../shared/images/image-url.ts';
import { SUBSCRIBE_PATH } from '../shared/readers/email-subscription.ts';
import { FEEDBACK_PATH } from '../shared/readers/feedback.ts';
import type { AnyRoute } from '../shared/routes/define.ts';
import { ADMIN_APP_PATH, AUTH_PATH, GRAPHQL_PATH, OPERATIONS_PATH, PREVIEW_RULES_PATH } from '../shared/routes/url.ts';
import { SESSION_PATH } from '../shared/session/session-address.ts';
import {
  type Clock,
  createEdge,
  createPartitionedStore,
  type Edge,
  type EdgeError,
  type ErrorBody,
  type Origin,
  removeField,
  rewriteField,
  type SharedSettings,
  type StoredResponse,
} from './edge/index.ts';
import { NEVER_FIELDS } from './http/cache-headers.ts';
import type { ClientQuotas, WorkKind } from './http/client-quotas.ts';
import { errorContent } from './http/error-page.ts';
import { ORIGINAL_QUERY, queryToCarry } from './http/original-query.ts';
import { CSP_REPORTS_PATH, securityFields } from './http/security-headers.ts';
import { createSiteTarget, pagesOfLists } from './http/site-target.ts';
import { mayHaveToken } from './http/token.ts';
import { hasField } from './message/field-lines.ts';
import { originForm, splitTarget } from './message/request-target.ts';
import { createEdgeLog } from './observability/edge-log.ts';
import type { Logger } from './observability/log.ts';
import { loggedPath } from './observability/redaction.ts';

export interface SiteEdgeOptions {
  readonly origin: Origin;
  readonly routes: readonly AnyRoute[];
  /** Whether pictures are also made as AVIF. */
  readonly avif: boolean;
  /** Part of every key: a page of an older build names files that a newer build does not have. */
  readonly build: string;
  readonly memoryMb: number;
  /** Whether a cache in front of the site obeys the fields that are meant for shared caches. */
  readonly cdnInFront: boolean;
  /** True when SITE_URL is https. */
  readonly https: boolean;
  /** Says whether the token of a request verifies, or is the one of `DEBUG_TOKEN`. It must not ask the database: any client may send a token. */
  readonly isSignedIn: (headers: IncomingHttpHeaders) => Promise<boolean>;
  /** What one client may cause. */
  readonly quotas: ClientQuotas;
  /** Addresses of the files of `public/`. */
  readonly publicPaths: ReadonlySet<string>;
  /** What the replicas share; null where each stands alone. */
  readonly shared: Pick<SharedSettings, 'medium' | 'secret' | 'onPurge' | 'catchUp'> | null;
  readonly log: Logger;
  /** The system's unless a test brings its own. */
  readonly clock?: Clock;
}

const MB = 1024 * 1024;

/**
 * Paths that bypass the edge, each with all below it: their answers are about this process at this moment. GraphQL is one of them: its
 * answers are never stored and its changes purge by themselves, while each POST would invalidate its URI (RFC 9111 section 4.4). The document
 * of the administration and the pages of one citizen's case, of a reader's judgement and of a subscription are never stored either; these forms
 * have their own quotas, and one that arrives slowly must not take from the share of pages as well.
 */
const EXCLUDED_PATHS = [
  '/health',
  '/healthz',
  BUILDS_BASE,
  '/_edge',
  '/_hooks',
  GRAPHQL_PATH,
  AUTH_PATH,
  SESSION_PATH,
  CASES_PATH,
  FEEDBACK_PATH,
  SUBSCRIBE_PATH,
  ADMIN_APP_PATH,
  OPERATIONS_PATH,
  STORAGE_VERSION_PATH,
  CSP_REPORTS_PATH,
];
const EXCLUDED = new RegExp(`^(?:${[...EXCLUDED_PATHS, presignedPath('[^/?#]+').request].join('|')})(?=[/?#]|$)`);

/** What never depends on its visitor, whose stored responses are therefore for every visitor. */
const SAME_FOR_ALL = new RegExp(`^(?:/assets|${ICON_PATH}|/_tema|${PAGE_STATE_BASE}|${PREVIEW_RULES_PATH}|${WORKER_PATH})(?=[/?#]|$)`);

/** A cache in front that the operator does not know of would keep pages past their purges, so it gets what browsers get. */
const SHARED_CACHE_FIELDS = ['cdn-cache-control', 'cache-groups'];

/** Makes the edge in front of the site. */
export function createSiteEdge({
  origin,
  routes,
  avif,
  build,
  memoryMb,
  cdnInFront,
  https,
  isSignedIn,
  quotas,
  publicPaths,
  shared,
  log,
  clock,
}: SiteEdgeOptions): Edge {
  const memoryBytes = memoryMb * MB;
  const isEndless = createIsEndless(routes);
  const edge = createEdge({
    origin,
    ...(clock === undefined ? {} : { clock }),
    keyPrefix: `${build} `,
    targetOf: createSiteTarget({ routes, imageTarget: createImageTarget({ avif }) }),
    varyInKey: ['accept'],
    store: createPartitionedStore({ maxBytes: memoryBytes, secondaryBytes: memoryBytes / 4, isSecondary: isEndless }),
    shared: shared === null ? null : { ...shared, afterGap: AFTER_GAP, isShared: createIsShared(isEndless) },
    bounds: { memoryBytes, bodyBytes: Math.min(8 * MB, memoryBytes / 8), refreshes: 4 },
    // A file on a slow line takes longer to arrive than the origin may take to answer. The row that it changes purges.
    exclude: ({ url = '/', method }) => EXCLUDED.test(originForm(url)) || isFileWrite(method, originForm(url)),
    // A page depends on its visitor where the token verifies; with any other it is the public's (decision 0031).
    mayBypass: ({ url, rawHeaders }) => mayHaveToken(rawHeaders) && !SAME_FOR_ALL.test(originForm(url)),
    bypass: async ({ url = '/', headers }) => namesFileForProgram(originForm(url), headers) || (await isSignedIn(headers)),
    bypassFields: NEVER_FIELDS,
    credentials: 'ignore',
    admit: (req, key) => quotas.admit(workOf(originForm(req.url ?? '/'), publicPaths), req, key),
    consumedFields: cdnInFront ? [] : SHARED_CACHE_FIELDS,
    storage: {
      storeSetCookie: false,
      // The edge requests identity from the origin, so Accept-Encoding selects nothing there.
      varyAllowed: ['accept', 'accept-encoding', ORIGINAL_QUERY_NAME],
      neverStoreStatus: (status) => status >= 500,
      // They are about one request and must not be repeated by a stored response.
      dropFields: ['x-request-id', 'server-timing'],
    },
    // RFC 9111 section 5.2.1 lets a cache ignore a client's directives. A reload must not make the server render: many reloads at once
    // would overload it, and a change needs none, because it purges.
    clientDirectives: 'ignore-reload',
    fillsRange: (url) => !isFile(url),
    encoding: {},
    backoff: { first: 2, atMost: 60 },
    originTimeoutMs: 30_000,
    errorBody: siteErrorBody(https, log),
    report: createEdgeLog(log, clock),
  });
  return {
    ...edge,
    listener: (req, res) => {
      req.url = targetWithoutCpf(req.url ?? '/');
      carryQuery(req);
      edge.listener(req, res);
    },
    storedAnswer: (request, keepAliveTimeout) => {
      const { url, rawHeaders } = request;
      // The listener corrects them.
      if (hasField(rawHeaders, ORIGINAL_QUERY_NAME) || targetWithoutCpf(url) !== url) return null;
      const query = queryToCarry(url);
      const carried = query === null ? request : { ...request, rawHeaders: [...rawHeaders, ORIGINAL_QUERY, query] };
      return edge.storedAnswer(carried, keepAliveTimeout);
    },
  };
}

const ORIGINAL_QUERY_NAME = ORIGINAL_QUERY.toLowerCase();

/** Tells the origin the query of this address, whatever a client says of it. */
function carryQuery(req: IncomingMessage): void {
  const query = queryToCarry(req.url ?? '');
  if (query !== null) rewriteField(req, ORIGINAL_QUERY, query);
  else if (hasField(req.rawHeaders, ORIGINAL_QUERY_NAME)) removeField(req, ORIGINAL_QUERY_NAME);
}

/**
 * Makes the test of whether a key belongs to a set without limit: ids that no row has, other spellings of paths, search words. A scan of
 * them would evict the site's pages, and with them the stale responses for an outage. Pictures have parameters too, but only valid ones, and
 * lists have as many pages as there is content: past the last one they redirect.
 */
function createIsEndless(routes: readonly AnyRoute[]): (key: string, variants: readonly StoredResponse[]) => boolean {
  const listPage = pagesOfLists(routes);
  return (key, variants) => {
    const status = variants[0]?.head.status ?? 200;
    if (status >= 300) return true;
    return key.includes('?') && !GOOD_PARAMETERS.test(key) && !listPage.test(key.slice(key.indexOf(' ') + 1));
  };
}

/**
 * Makes the test of what replicas share. A set without limit would fill the shared cache for all of them, and the files of the build are on the disk of
 * each.
 */
function createIsShared(isEndless: ReturnType<typeof createIsEndless>): SharedSettings['isShared'] {
  return (key, stored) => !isEndless(key, stored === null ? [] : [stored]) && !BUILD_FILE.test(key);
}

const BUILD_FILE = /^[^ ]* \/assets\//;

/** A purge that was missed may be a withdrawal, so files go; pages stay for stale-if-error. */
const AFTER_GAP: SharedSettings['afterGap'] = [
  { kind: 'group', name: FILES_GROUP, mode: 'hard' },
  { kind: 'all', mode: 'soft' },
];

/** Says whether a URL is of a stored file, whose router answers ranges itself. Everything else is rendered and stored as a whole. */
function isFile(url: string): boolean {
  return url.startsWith(`${FILE_PREFIX}/`) || url.startsWith(`${FILE_SERVICE_PREFIX}/`);
}

/**
 * A program that names a stored file with `Authorization` is told when its token does not verify, which costs no more than verifying it. A
 * visitor whose cookie has expired gets the files of the public.
 */
function namesFileForProgram(url: string, { authorization }: IncomingHttpHeaders): boolean {
  return authorization !== undefined && url.startsWith(`${FILE_SERVICE_PREFIX}/`);
}

/**
 * What lies on the disk or in the memory of this process is no work. Neither is a file of a build that is not the running one, which the store of
 * files is asked for once, however many want it.
 */
function workOf(url: string, publicPaths: ReadonlySet<string>): WorkKind {
  if (SAME_FOR_ALL.test(url) || publicPaths.has(splitTarget(url).path)) return 'static';
  if (isFile(url)) return 'file';
  return url.startsWith(IMAGE_PATH) ? 'picture' : 'page';
}

/** Keys that may have parameters. A key begins with the build id, which contains no space. */
const GOOD_PARAMETERS = new RegExp(`^[^ ]* (?:${IMAGE_PATH}|${ICON_PATH}/)`);

const CODES: Readonly<Record<EdgeError['reason'], ErrorCode>> = {
  'bad-host': 'BAD_REQUEST',
  'too-many-requests': 'TOO_MANY_REQUESTS',
  overloaded: 'OVERLOADED',
  unreachable: 'INTERNAL',
  timeout: 'BACKEND_TIMEOUT',
  'only-if-cached': 'NOT_STORED',
};

/** Makes the answers of the edge's own errors. They do not depend on the renderer, which may be what failed. */
function siteErrorBody(https: boolean, log: Logger): (error: EdgeError, req: IncomingMessage) => ErrorBody {
  const security = securityFields({ https });
  return ({ reason, status }, req) => {
    const code = CODES[reason];
    const requestId = randomUUID();
    const { fields, body } = errorContent({ code, requestId }, req.headers.accept);
    log.debug({ requestId, method: req.method, path: loggedPath(req.url ?? ''), code, status, reason }, 'request refused');
    return { fields: ['X-Request-Id', requestId, ...security, ...fields], body };
  };
}
