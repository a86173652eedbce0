/** The edge in front of an Express app with the purge calls and one page that counts its renders. */

import express from 'express';
import { createEdge } from '../../../server/edge/index.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { createSiteTarget } from '../../../server/http/site-target.ts';
import { createPurgeRouter } from '../../../server/purge/router.ts';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

export const TOKEN = 'um-token-bem-comprido';
export const SITE = 'https://previdencia.exemplo.br';

export interface Logged {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface PurgeServer extends Listening {
  readonly logged: Logged[];
  /** Paths that the page behind the edge was rendered for, in order. */
  readonly rendered: string[];
  call(
    path: string,
    options?: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string },
  ): Promise<Answer>;
  /** Purges with the token and JSON. */
  purge(body: unknown): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

export async function startPurgeServer(tokens: readonly string[] = [TOKEN]): Promise<PurgeServer> {
  const [logged, rendered]: [Logged[], string[]] = [[], []];
  const app = express();
  const edge = createEdge({
    targetOf: createSiteTarget({ routes: ROUTES, imageTarget: createImageTarget({ avif: true }) }),
    exclude: ({ url = '' }) => url.startsWith('/_edge/'),
    origin: (req, res) => app(req, res),
  });
  const log = { ...SILENT_LOG, info: (fields: Logged['fields'], message: string) => void logged.push({ fields, message }) };
  app.use(requestContext(SILENT_LOG), createPurgeRouter({ edge, tokens, siteUrl: SITE, log }));
  app.use((req, res) => {
    rendered.push(req.originalUrl);
    if (req.path === '/informacoes/faq') res.status(503);
    res.setHeader('Cache-Control', 'max-age=600, stale-if-error=600');
    res.setHeader('Cache-Groups', '"noticia", "site"');
    res.end(`render ${rendered.length}`);
  });
  app.use(errorHandler(SILENT_LOG));
  const front = await listening(edge.listener);
  const call: PurgeServer['call'] = async (path, options = {}) => {
    const response = await fetch(front.origin + path, options);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  };
  return {
    ...front,
    logged,
    rendered,
    call,
    purge: (body) =>
      call('/_edge/purge', {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}
