/**
 * `GET /admin/app`: the document of the administration application (decision 0052). It is made for each request and never stored, since its
 * policy names a nonce for the styles that emotion writes; the application itself is hashed files below `/assets`. The document holds nothing
 * that is not public: what a person may see and change is decided by the API.
 */
import { randomBytes } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import { escapeHtml } from '../../shared/html/escape.ts';
import { ADMIN_APP_PATH } from '../../shared/routes/url.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { refuseMethod } from '../http/responses.ts';
import { adminCsp, REPORTING_ENDPOINTS } from '../http/security-headers.ts';
import type { AdminEntryFiles } from './entry-files.ts';

export interface AdminRouterOptions {
  readonly files: AdminEntryFiles;
  /** Address of the stylesheet with the institution's colours, which the application draws its theme from; null when there is none. */
  readonly temaHref: () => string | null;
  /** Whether the database holds the demonstration now. The application offers administrators to replace it. */
  readonly demonstration: () => boolean;
  /** IANA name of the institution's zone, by which the application shows and reads dates. */
  readonly timeZone: () => string;
  /** True where the site sends e-mails (SMTP_URL). Who answers citizens is told where it does not. */
  readonly hasMail: boolean;
  /** True when SITE_URL is https. */
  readonly https: boolean;
  /** True where browsers report what the policy of the document forbids. */
  readonly reports: boolean;
  /** Development documents need more than production ones (hot reload). */
  readonly development: boolean;
}

const NONCE_BYTES = 18;

/** Makes the router of the document. Every address below `/admin/app` is a screen of the same application. */
export function createAdminRouter(options: AdminRouterOptions): Router {
  const router = Router({ caseSensitive: true });
  router
    .route([ADMIN_APP_PATH, `${ADMIN_APP_PATH}/{*screen}`])
    .get((_req: Request, res: Response) => answer(res, options))
    .all(refuseMethod());
  return router;
}

function answer(res: Response, options: AdminRouterOptions): void {
  const { files, temaHref, demonstration, timeZone, hasMail, https, reports, development } = options;
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const tema = temaHref();
  applyCachePolicy(res, NEVER_POLICY);
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Language', 'pt-BR');
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  if (reports) res.setHeader('Reporting-Endpoints', REPORTING_ENDPOINTS);
  res.setHeader('Content-Security-Policy', adminCsp({ nonce, https, reports, development }));
  res.send(
    adminDocument(
      { ...files, styles: [...files.styles, ...(tema === null ? [] : [tema])] },
      { nonce, demonstration: demonstration(), timeZone: timeZone(), hasMail },
    ),
  );
}

interface DocumentFacts {
  readonly nonce: string;
  readonly demonstration: boolean;
  readonly timeZone: string;
  readonly hasMail: boolean;
}

function adminDocument({ styles, scripts, imported }: AdminEntryFiles, facts: DocumentFacts): string {
  const { nonce, timeZone } = facts;
  const marks = `${facts.demonstration ? ' data-demonstration' : ''}${facts.hasMail ? '' : ' data-without-mail'}`;
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  const preloads = imported.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`);
  const modules = scripts.map((src) => `<script type="module" src="${escapeHtml(src)}"></script>`);
  return `<!doctype html>
<html lang="pt-BR" data-time-zone="${escapeHtml(timeZone)}"${marks}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta property="csp-nonce" nonce="${nonce}">
<title>Administração do site</title>
${[...links, ...modules, ...preloads].join('\n')}
</head>
<body>
<div id="aplicacao"></div>
<noscript>
<main><h1>Administração do site</h1><p>A administração do site precisa do JavaScript do navegador, que está desligado. Ligue-o nas configurações do navegador ou, se não puder, peça a quem cuida deste computador. Um administrador do site pode fazer por você o que for urgente.</p><p><a href="/">Voltar ao site</a></p></main>
</noscript>
</body>
</html>
`;
}
