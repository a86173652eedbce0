/**
 * The answers while the site starts: probes learn that it is alive but not ready, all other requests get 503 with a message. It is a plain
 * listener, because the Express app does not exist yet.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERROR_CODES } from '../../shared/errors/codes.ts';
import { NEVER_FIELDS } from '../http/cache-headers.ts';
import { type ErrorContent, errorContent } from '../http/error-page.ts';
import { type SecurityOptions, securityFields } from '../http/security-headers.ts';
import { splitTarget } from '../message/request-target.ts';

interface Answer extends ErrorContent {
  readonly status: number;
}

const { status: STARTING, retryAfter: RETRY_AFTER } = ERROR_CODES.STARTING;

/** Makes the listener that answers until the site is ready. */
export function createStartingHandler(options: SecurityOptions): (req: IncomingMessage, res: ServerResponse) => void {
  const security = securityFields(options);
  return (req, res) => {
    const { status, fields, body } = answerTo(req);
    res.writeHead(status, [...security, ...fields, 'Content-Length', String(Buffer.byteLength(body))]);
    res.end(req.method === 'HEAD' ? undefined : body);
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
