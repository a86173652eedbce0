/**
 * Answers for addresses of files that the site does not have. Browsers, crawlers and scanners request them by themselves and show no page,
 * so their answer is two lines of text, or for the icon that browsers request unasked, a redirect to the site's icon. A person who opens
 * such an address gets the error screen.
 */
import type { Request, Response } from 'express';
import { NEVER_POLICY } from '../../../shared/cache/policy.ts';
import { ERROR_CODES, unknownRouteMessage } from '../../../shared/errors/codes.ts';
import { escapeHtml } from '../../../shared/html/escape.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { applyCachePolicy } from '../../http/cache-headers.ts';

/** Asked for by browsers, feed readers and search engines whatever the document links. */
const BROWSERS_ICON = '/favicon.ico';

const EXTENSION = /\.[a-z][a-z0-9]*$/i;

/** True when the last segment of a path (undecoded) is named like a file. */
export function isFilePath(path: string): boolean {
  return EXTENSION.test(path);
}

/** Returns the address of the site's icon when `path` is the one that browsers guess; null for other paths. */
export function iconInstead(path: string, estado: SiteState, configured: string): string | null {
  const icon = estado.siteConfig[0]?.favicon ?? configured;
  return path === BROWSERS_ICON && icon !== BROWSERS_ICON ? icon : null;
}

/** Answers 404 with the catalogue's sentence and the path as text. */
export function sendMissingFile(req: Request, res: Response, path: string): void {
  const body = `${ERROR_CODES.RESOURCE_NOT_FOUND.message}\n${escapeHtml(unknownRouteMessage(path))}\n`;
  applyCachePolicy(res, NEVER_POLICY);
  res.status(ERROR_CODES.RESOURCE_NOT_FOUND.status);
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Content-Language', 'pt-BR');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(req.method === 'HEAD' ? undefined : body);
}
