/**
 * Security fields of every response, and the Content-Security-Policy of documents, written in full (decision 0009): helmet
 * sets the plain fields, its default policy is not used.
 */
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import type { Fields } from '../message/field-lines.ts';
import { applyCachePolicy } from './cache-headers.ts';

export interface SecurityOptions {
  /** True when SITE_URL is https: only then HSTS and upgrade-insecure-requests are sent. */
  readonly https: boolean;
}

/** Makes the middleware that sets the security fields of all responses. Documents add their own Content-Security-Policy. */
export function securityHeaders(options: SecurityOptions): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'sameorigin' },
    // For Internet Explorer, Flash, and the XSS filters that browsers have removed: bytes that no browser reads.
    xDownloadOptions: false,
    // Browsers look up no names of links ahead on pages of https, and the site's links are to its own name.
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

/** Returns the same fields for answers that are made outside the Express app: those of the edge, of a site that starts, of a broken request. */
export function securityFields(options: SecurityOptions): Fields {
  const fields: string[] = [];
  const res = {
    setHeader: (name: string, value: string) => void fields.push(name, value),
    removeHeader: () => undefined,
  };
  // helmet reads nothing of the request, and of the response only sets and removes fields.
  securityHeaders(options)({} as Request, res as unknown as Response, () => undefined);
  return fields;
}

/** Where browsers send reports about the policies of documents. */
export const CSP_REPORTS_PATH = '/_reports/csp';

/** Name of that address in the policies. */
const REPORTS_NAME = 'csp';

/** The value of `Reporting-Endpoints` of documents with `reports`. */
export const REPORTING_ENDPOINTS: string = `${REPORTS_NAME}="${CSP_REPORTS_PATH}"`;

export interface ReportedCspOptions extends SecurityOptions {
  /** True where browsers are to report what the policy forbids. */
  readonly reports?: boolean;
}

export interface DocumentCspOptions extends ReportedCspOptions {
  /** Given for a streamed document only; a settled document has no inline script. */
  readonly nonce?: string;
  /** Origins that may be framed by this document; none by default. */
  readonly frameSources?: readonly string[];
  /** Origins beside our own whose pictures this document may show; none by default. */
  readonly imageSources?: readonly string[];
  /** Origins of the translator into Libras, which evaluates texts and makes scripts and pictures in memory; none by default. */
  readonly translatorSources?: readonly string[];
  /** Allows what hot reload needs in development: a WebSocket, inline scripts and inline styles. */
  readonly development?: boolean;
}

export interface AdminCspOptions extends ReportedCspOptions {
  /** For the styles that the application writes while it runs; scripts are files of our origin and need none. */
  readonly nonce: string;
  readonly development: boolean;
}

/** Returns the Content-Security-Policy of the administration application's document. */
export function adminCsp({ nonce, development, ...options }: AdminCspOptions): string {
  const own = "'self'";
  return policyText(options, [
    ['default-src', ["'none'"]],
    ['script-src', development ? [own, "'unsafe-inline'"] : [own]],
    ['style-src', development ? [own, "'unsafe-inline'"] : [own, `'nonce-${nonce}'`]],
    // A picture that was chosen but not sent yet is shown from memory.
    ['img-src', [own, 'data:', 'blob:']],
    ['font-src', [own]],
    ['connect-src', development ? [own, 'ws:'] : [own]],
    ['media-src', [own]],
    // Previews are pages of this site.
    ['frame-src', [own]],
    ['frame-ancestors', [own]],
    ['form-action', [own]],
    ['base-uri', ["'none'"]],
    ['object-src', ["'none'"]],
  ]);
}

/**
 * Returns the Content-Security-Policy of an HTML document. What falls back to `default-src 'none'` (Content Security Policy Level 3, section
 * 6.8.3) is not repeated for frames, objects, sound and films: the field is the longest of every page's head.
 */
export function documentCsp(options: DocumentCspOptions): string {
  const { frameSources = [], translatorSources: translator = [] } = options;
  const isTranslated = translator.length > 0;
  const evaluates = isTranslated ? [...translator, 'blob:', "'unsafe-eval'"] : [];
  const script = ["'self'", ...(options.nonce === undefined ? [] : [`'nonce-${options.nonce}'`]), ...evaluates];
  const development = options.development === true;
  const inlineStyles = development || isTranslated ? ["'unsafe-inline'"] : [];
  return policyText(options, [
    ['default-src', ["'none'"]],
    ['script-src', development ? [...script, "'unsafe-inline'"] : script],
    ['style-src', ["'self'", ...translator, ...inlineStyles]],
    ['img-src', ["'self'", 'data:', ...(options.imageSources ?? []), ...(isTranslated ? [...translator, 'blob:'] : [])]],
    ['font-src', ["'self'", ...translator]],
    ['connect-src', ["'self'", ...(development ? ['ws:'] : []), ...(isTranslated ? [...translator, 'blob:', 'data:'] : [])]],
    ['manifest-src', ["'self'"]],
    ...(isTranslated ? [['media-src', ["'self'", ...translator]] as const, ['worker-src', ["'self'", 'blob:']] as const] : []),
    ...(frameSources.length > 0 ? [['frame-src', frameSources] as const] : []),
    ['frame-ancestors', ["'self'"]],
    ['form-action', ["'self'"]],
    ['base-uri', ["'none'"]],
  ]);
}

function policyText({ https, reports = false }: ReportedCspOptions, directives: readonly (readonly [string, readonly string[]])[]): string {
  const text = directives.map(([name, values]) => `${name} ${values.join(' ')}`);
  if (https) text.push('upgrade-insecure-requests');
  // Browsers that know `report-to` ignore the other one, which not all have left behind (Content Security Policy Level 3, section 6.5).
  if (reports) text.push(`report-uri ${CSP_REPORTS_PATH}`, `report-to ${REPORTS_NAME}`);
  return text.join('; ');
}

/** For the pages of links that e-mails carry, whose addresses hold a token or a key: out of caches and search engines, and their addresses from other sites and from logs. */
export const linkPageHeaders: RequestHandler = (_req, res, next) => {
  applyCachePolicy(res, NEVER_POLICY);
  res.setHeader('X-Robots-Tag', 'noindex');
  // `same-origin` would send the address with each file that the page loads, and proxies log it. With `no-referrer` the buttons of these pages would
  // send `Origin: null` (Fetch, "append a request Origin header"), which is refused as the request of another site.
  res.setHeader('Referrer-Policy', 'strict-origin');
  next();
};
