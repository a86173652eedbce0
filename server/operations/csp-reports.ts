/**
 * Reports of browsers about what the Content-Security-Policy kept them from loading, where `CSP_REPORTS` asks for them. Any client may send such a report, so it is
 * read as a stranger's text: few fields of it are kept, none tells who sent it, and each kind is logged once an hour. What false reports can do is use up
 * the lines of a minute.
 */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { matchRoute } from '../../shared/routes/match.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { type AdmitRequest, withinQuota } from '../http/quota-handler.ts';
import { refuseMethod } from '../http/responses.ts';
import { CSP_REPORTS_PATH } from '../http/security-headers.ts';
import type { Logger } from '../observability/log.ts';

export interface CspReportsOptions {
  readonly routes: readonly AnyRoute[];
  /** Origin of the site. */
  readonly siteUrl: string;
  readonly admit: AdmitRequest;
  readonly log: Logger;
  /** Milliseconds. */
  readonly now: () => number;
}

const MAX_BODY_BYTES = 32_768;

/** Kinds that are remembered, so that each is logged once an hour; more than a faulty policy makes. */
const MAX_KINDS = 200;
const HOUR_MS = 3_600_000;

/** Lines of the log. Beyond them the policy is wrong everywhere, or a client makes reports up. */
const LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/** Reports in one body. Browsers send a page's reports together. */
const MAX_REPORTS = 50;

/** Makes the router that takes the reports. */
export function createCspReportsRouter(options: CspReportsOptions): Router {
  const take = createRecorder(options);
  const router = Router({ caseSensitive: true, strict: true });
  const accept: RequestHandler = (req: Request, res: Response) => {
    for (const violation of violationsIn(req.body)) take(violation);
    applyCachePolicy(res, NEVER_POLICY);
    res.status(204).end();
  };
  router
    .route(CSP_REPORTS_PATH)
    .post(
      withinQuota(options.admit),
      express.json({ type: ['application/csp-report', 'application/reports+json'], limit: MAX_BODY_BYTES }),
      accept,
    )
    .all(refuseMethod('POST'));
  return router;
}

/** The fields of a report that are read. */
interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly document: string;
  readonly source: string;
}

const text = z.string().catch('');

/** Reporting API: a list of reports of all kinds, whose content is a `CSPViolationReportBody` (Content Security Policy Level 3, section 5.3). */
const REPORT = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, sourceFile: text }),
});

/** What `report-uri` sends (section 5.5). */
const OLD_REPORT = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
  }),
});

function violationsIn(body: unknown): readonly Violation[] {
  const old = OLD_REPORT.safeParse(body);
  if (old.success) {
    const report = old.data['csp-report'];
    return [
      {
        directive: report['effective-directive'] || report['violated-directive'],
        blocked: report['blocked-uri'],
        document: report['document-uri'],
        source: report['source-file'],
      },
    ];
  }
  if (!Array.isArray(body)) return [];
  return body.slice(0, MAX_REPORTS).flatMap((item) => {
    const { success, data } = REPORT.safeParse(item);
    if (!success) return [];
    const { effectiveDirective: directive, blockedURL: blocked, documentURL: document, sourceFile: source } = data.body;
    return [{ directive, blocked, document, source }];
  });
}

/** Makes the function that logs a violation when its kind is new. */
function createRecorder({ routes, siteUrl, log, now }: CspReportsOptions): (violation: Violation) => void {
  const told = new LRUCache<string, true>({ max: MAX_KINDS, ttl: HOUR_MS, ttlResolution: 0, perf: { now } });
  let minute = Number.NEGATIVE_INFINITY;
  let lines = 0;
  return ({ directive, blocked, document, source }) => {
    // Extensions of a browser change pages of every site; the policy stops some of what they add.
    if (isOfExtension(blocked) || isOfExtension(source)) return;
    const fields = {
      directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'other',
      blocked: placeOf(blocked, siteUrl),
      page: pageOf(document, routes),
      source: placeOf(source, siteUrl),
    };
    const kind = Object.values(fields).join(' ');
    if (told.has(kind)) return;
    if (Math.abs(now() - minute) >= MINUTE_MS) {
      minute = now();
      lines = 0;
    }
    if (lines >= LINES_A_MINUTE) return;
    lines += 1;
    told.set(kind, true);
    log.warn(fields, 'a browser reports that the content security policy forbids something');
  };
}

function isOfExtension(address: string): boolean {
  return /^[a-z-]+-extension\b/.test(address);
}

/** Longest name of a host (RFC 1035 section 2.3.4). */
const LONGEST_HOST = 253;

/** Returns the origin of another site, the path of a file of the build, and what browsers write in place of addresses (`inline`, `eval`). */
function placeOf(address: string, siteUrl: string): string {
  if (/^[a-z-]{0,20}$/.test(address)) return address;
  const { origin, pathname, protocol } = URL.parse(address) ?? {};
  if (origin === undefined || protocol === undefined || pathname === undefined) return 'other';
  if (origin === siteUrl) return /^\/assets\/[\w.-]{1,100}$/.test(pathname) ? pathname : 'self';
  if (origin === 'null') return protocol.slice(0, 20);
  return origin.slice(0, LONGEST_HOST);
}

function pageOf(address: string, routes: readonly AnyRoute[]): string {
  const match = matchRoute(routes, URL.parse(address)?.pathname ?? '', new URLSearchParams());
  return match.kind === 'route' ? match.route.id : 'other';
}
