/**
 * The answers while the site starts: probes learn that it is alive but not ready, all other requests get 503 with a message. A request that
 * may write waits for the site first: a balancer sends it once, so its 503 would reach the person, with nothing of what was typed. It is a
 * plain listener, because the Express app does not exist yet.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ERROR_CODES } from '../../shared/errors/codes.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import { NEVER_FIELDS } from '../http/cache-headers.ts';
import type { BoundBodies } from '../http/connections/bounds.ts';
import { type ErrorContent, errorContent } from '../http/error-page.ts';
import { type SecurityOptions, securityFields } from '../http/security-headers.ts';
import { splitTarget } from '../message/request-target.ts';

interface Answer extends ErrorContent {
  readonly status: number;
}

const { status: STARTING, retryAfter: RETRY_AFTER } = ERROR_CODES.STARTING;

/** Milliseconds for which a request waits: less than balancers wait for an answer. A first start takes longer. */
const WAIT_MS = 20_000;

/** Requests that wait at once. Their bodies are not read, so each holds a connection and little more. */
const MAX_WAITING = 100;

const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface StartingHandler {
  /** Answers until the site is ready. */
  readonly listener: RequestListener;
  /** Gives the requests that wait to the site; to be called once. */
  handOver(site: RequestListener): void;
  /** Answers the requests that wait, because there will be no site; from now on none waits. */
  giveUp(): void;
}

export interface StartingOptions extends SecurityOptions {
  /** Nothing else bounds the bodies of what is refused here. One that waits is not read meanwhile, so its time begins at its end. */
  readonly boundBodies: BoundBodies;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
}

/** Makes the handler of a server whose site starts. */
export function createStartingHandler({ boundBodies, timers = SYSTEM_TIMERS, ...options }: StartingOptions): StartingHandler {
  const security = securityFields(options);
  /** What ends the waiting of each request, with the site that answers or without one. */
  const waiting = new Set<(site: RequestListener) => void>();
  let isHopeless = false;
  const refuse = boundBodies((req, res) => {
    const { status, fields, body } = answerTo(req);
    res.writeHead(status, [...security, ...fields, 'Content-Length', String(Buffer.byteLength(body))]);
    res.end(req.method === 'HEAD' ? undefined : body);
  });
  const wait = (req: IncomingMessage, res: ServerResponse): void => {
    const end = (site: RequestListener): void => {
      waiting.delete(end);
      cancel();
      res.removeListener('close', leave);
      site(req, res);
    };
    const leave = (): void => end(() => undefined);
    const cancel = timers.after(WAIT_MS, () => end(refuse));
    waiting.add(end);
    res.once('close', leave);
  };
  const endAll = (site: RequestListener): void => {
    for (const end of waiting) end(site);
  };
  return {
    listener: (req, res) => {
      if (SAFE_METHODS.has(req.method) || isHopeless || waiting.size === MAX_WAITING) refuse(req, res);
      else wait(req, res);
    },
    handOver: endAll,
    giveUp: () => {
      isHopeless = true;
      endAll((req, res) => {
        // The process ends, and a body that is still arriving would keep its connection open.
        res.setHeader('Connection', 'close');
        refuse(req, res);
      });
    },
  };
}

/** The page has no automatic reload: a page that reloads itself disturbs its reader (WCAG 2.2, 3.2.5). */
function answerTo(req: IncomingMessage): Answer {
  const { path } = splitTarget(req.url ?? '');
  if (path === '/health/live') return probe(200, { status: 'live' });
  if (path === '/health/ready' || path === '/healthz') return probe(STARTING, { status: 'starting', reasons: [], checks: [] });
  return { status: STARTING, ...errorContent({ code: 'STARTING' }, req.headers.accept) };
}

function probe(status: number, body: object): Answer {
  const retryAfter = status === STARTING ? ['Retry-After', String(RETRY_AFTER)] : [];
  const fields = ['Content-Type', 'application/json; charset=utf-8', 'Content-Language', 'pt-BR', ...retryAfter, ...NEVER_FIELDS];
  return { status, fields, body: JSON.stringify(body) };
}
