/** The Express app with the security fields, request ids and errors of the site, around routers of the test's own. */
import { type Express, type RequestHandler, Router } from 'express';
import { type AppParts, createApp } from '../../../server/app.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import type { Logger } from '../../../server/observability/log.ts';

export interface Logged {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that keeps its lines in `lines`. */
export function loggingInto(lines: Logged[]): Logger {
  const at = (level: Logged['level']) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    lines.push({ level, fields, message });
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The app whose pages are answered by `pages`; what it logs goes to `lines`. */
export function appOf(pages: RequestHandler, lines: Logged[] = [], parts: Partial<AppParts> = {}): Express {
  const log = loggingInto(lines);
  return createApp({
    trustProxy: 0,
    context: requestContext(log),
    security: securityHeaders({ https: true }),
    errors: errorHandler(log),
    uncompressed: [],
    compressed: [Router()],
    pages,
    ...parts,
  });
}
