/**
 * The answers while the site starts: probes learn that it is alive but not ready, all other requests get 503 with a message. It is a plain
 * listener, because the Express app does not exist yet.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import { ERROR_CODES, ERROR_SCREEN } from '../../shared/errors/codes.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const STARTING = ERROR_CODES.STARTING;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Seconds after which a client should retry. */
const RETRY_AFTER = '5';

/** Makes the listener that answers until the site is ready. */
export function createStartingHandler(): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const answer = answerTo(req);
    applyCachePolicy(res, NEVER_POLICY);
    res.setHeader('Content-Type', answer.type);
    res.setHeader('Content-Length', Buffer.byteLength(answer.body));
    res.setHeader('Content-Language', 'pt-BR');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'self'");
    res.setHeader('X-Content-Type-Options', 'nosniff');
    if (answer.status === STARTING.status) res.setHeader('Retry-After', RETRY_AFTER);
    res.statusCode = answer.status;
    res.end(req.method === 'HEAD' ? undefined : answer.body);
  };
}

function answerTo(req: IncomingMessage): Answer {
  const [path] = (req.url ?? '').split('?', 1);
  if (path === '/health/live') return json(200, { status: 'live' });
  if (path === '/health/ready' || path === '/healthz') return json(STARTING.status, { status: 'starting', checks: [] });
  const wantsPage = (req.headers.accept ?? '').includes('text/html');
  return wantsPage ? page() : json(STARTING.status, { code: 'STARTING', message: STARTING.message });
}

function json(status: number, body: object): Answer {
  return { status, type: JSON_TYPE, body: JSON.stringify(body) };
}

/** Has neither style nor automatic reload: it is shown for seconds, and a page that reloads itself disturbs its reader (WCAG 2.2, 3.2.5). */
function page(): Answer {
  const body = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${ERROR_SCREEN.title}</title></head>
<body><main><h1>${ERROR_SCREEN.title}</h1><p>${STARTING.message}</p></main></body>
</html>
`;
  return { status: STARTING.status, type: 'text/html; charset=utf-8', body };
}
