/**
 * The error screen of specification section 2 where the site's own pages cannot be rendered: errors of the edge, a site that starts, requests
 * that cannot be read, and a screen whose render failed. It depends on nothing that could have failed: it names no file, and its style takes
 * the colours of the visitor's system.
 */
import { createHash } from 'node:crypto';
import {
  ERROR_CODES,
  ERROR_SCREEN,
  type ErrorCode,
  errorScreenTexts,
  languageOfMessage,
  mayPass,
  TRY_AGAIN,
} from '../../shared/errors/codes.ts';
import type { ErrorEntry } from '../../shared/errors/page-errors.ts';
import { escapeHtml } from '../../shared/html/escape.ts';
import type { Fields } from '../message/field-lines.ts';
import { NEVER_FIELDS } from './cache-headers.ts';

const STYLE = `
:root{color-scheme:light dark}
body{display:grid;place-items:center;box-sizing:border-box;min-height:100vh;margin:0;padding:1rem;font:1.125rem/1.5 system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}
main{box-sizing:border-box;width:min(100%,34rem);padding:clamp(4rem,14vw,7rem) clamp(1rem,6vw,3rem) 2rem;border:1px solid;border-radius:17rem 17rem 1rem 1rem}
h1{margin:0;font-size:1.75rem}
strong{font-size:clamp(3.5rem,3rem + 5vw,6rem);line-height:1}
a{display:inline-block;padding:.75rem 1rem;border-radius:.5rem;background:LinkText;color:Canvas;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid;outline-offset:3px}
a[href=""]{background:none;color:LinkText;text-decoration:underline}
@media (forced-colors:active){a{border:2px solid;background:none;color:LinkText}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The Content-Security-Policy of `errorPage`: the only style that it allows is the page's own. */
export const ERROR_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;
const DATA_POLICY = "default-src 'none'; sandbox; frame-ancestors 'self'";

export interface ErrorPageTexts {
  readonly status: number;
  readonly message: string;
  /** Request id, for the visitor to quote; empty where the request has none. */
  readonly requestId: string;
}

/** Returns the whole document. */
export function errorPage({ status, message, requestId }: ErrorPageTexts): string {
  const { heading, text, detail } = errorScreenTexts(status, message);
  const language = languageOfMessage(detail ?? '');
  const known = detail === null ? '' : `<p${language === undefined ? '' : ` lang="${language}"`}>${escapeHtml(detail)}</p>\n`;
  const quoted = requestId === '' ? '' : `<p>Código do pedido: ${escapeHtml(requestId)}</p>\n`;
  const again = mayPass(status) ? `<p><a href="">${TRY_AGAIN}</a></p>\n` : '';
  return `<!DOCTYPE html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${ERROR_SCREEN.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${ERROR_SCREEN.title}</h1>
<p><strong>${heading}</strong></p>
<p>${escapeHtml(text)}</p>
${known}${quoted}<p><a href="/">${ERROR_SCREEN.button}</a></p>
${again}</main>
</body>
</html>
`;
}

/** True when the client shows the answer to a person: it names HTML, as browsers do where they open an address. */
export function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true;
}

export interface PublicError {
  readonly code: ErrorCode;
  /** In place of the catalogue's sentence. */
  readonly message?: string;
  /** Request id, for the visitor to quote. */
  readonly requestId?: string;
}

export interface ErrorContent {
  readonly fields: Fields;
  readonly body: string;
}

/** Returns an error as the document or, for a program, as JSON `{code, message, pedido}`, with the fields that describe the content. */
export function errorContent({ code, message, requestId = '' }: PublicError, accept: string | undefined): ErrorContent {
  const entry: ErrorEntry = ERROR_CODES[code];
  const shown = message ?? entry.message;
  const page = wantsPage(accept);
  const quoted = requestId === '' ? {} : { pedido: requestId };
  const described = {
    'Content-Type': `${page ? 'text/html' : 'application/json'}; charset=utf-8`,
    'Content-Language': 'pt-BR',
    'Content-Security-Policy': page ? ERROR_PAGE_POLICY : DATA_POLICY,
    Vary: 'Accept',
    ...(entry.retryAfter === undefined ? {} : { 'Retry-After': String(entry.retryAfter) }),
  };
  return {
    fields: [...Object.entries(described).flat(), ...NEVER_FIELDS],
    body: page ? errorPage({ status: entry.status, message: shown, requestId }) : JSON.stringify({ code, message: shown, ...quoted }),
  };
}
