/**
 * The data of pages as files: the address of the page with `.csv`, `.json` or `.atom` behind it (Lei 12.527 art. 8 section 3 II and III). A file is
 * stored under the groups of what it was read from, so what purges the page purges it.
 */
import { type Request, type Response, Router } from 'express';
import { CONTENT_POLICY } from '../../shared/cache/policy.ts';
import { pageOfExport } from '../../shared/routes/data-address.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { matchRoute } from '../../shared/routes/match.ts';
import type { ExportFormat, OperationCall, RouteInput } from '../../shared/routes/types.ts';
import { pagePathOfPayload } from '../../shared/routes/url.ts';
import type { SiteState } from '../../shared/site-state/site-state.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { isRead, methodNotAllowed } from '../http/responses.ts';
import type { PageFile, Publisher } from './page-file.ts';
import { type PublicData, publicAnswer } from './public-data.ts';
import { sendParts } from './send-parts.ts';

export interface PublicationOptions extends PublicData {
  readonly routes: readonly AnyRoute[];
  /** By the id of the route. */
  readonly files: Readonly<Record<string, PageFile>>;
  readonly state: () => SiteState;
  readonly publisher: () => Publisher;
  /** Seconds until a date changes what these tables and views show; undefined when none is known. */
  readonly boundary: (tables: Iterable<string>) => number | undefined;
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
};

/** Makes the router. What is no such file goes on to the pages. */
export function createPublicationRouter(options: PublicationOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(async (req, res, next) => {
    const asked = findFile(req, options);
    if (asked === null) {
      next();
      return;
    }
    if (!isRead(req.method)) throw methodNotAllowed(res);
    await sendFile(req, res, asked, options);
  });
  return router;
}

interface AskedFile {
  readonly file: PageFile;
  readonly format: ExportFormat;
  readonly page: string;
  readonly input: RouteInput;
}

function findFile(req: Request, { routes, files, state }: PublicationOptions): AskedFile | null {
  const mark = req.originalUrl.indexOf('?');
  const path = mark === -1 ? req.originalUrl : req.originalUrl.slice(0, mark);
  const query = mark === -1 ? '' : req.originalUrl.slice(mark);
  const asked = pagePathOfPayload(path) === null ? pageOfExport(path) : null;
  if (asked === null) return null;
  const match = matchRoute(routes, asked.path, new URLSearchParams(query));
  if (match.kind !== 'route' || !match.route.formats.includes(asked.format)) return null;
  // A page that is not there, such as the list of a category that does not exist, has no file either.
  if (!match.route.isCertain(match.input, state())) return null;
  const file = files[match.route.id];
  return file === undefined ? null : { file, format: asked.format, page: asked.path + query, input: match.input };
}

async function sendFile(req: Request, res: Response, { file, format, page, input }: AskedFile, options: PublicationOptions): Promise<void> {
  const groups = new Set<string>();
  const tables = new Set<string>();
  const ask = async (call: OperationCall): Promise<Readonly<Record<string, unknown>>> => {
    const data = await publicAnswer(call, options);
    for (const group of call.groups ?? []) {
      groups.add(group);
      tables.add(group.split(':', 1)[0] ?? group);
    }
    for (const name of Object.keys(data)) tables.add(name);
    return data;
  };
  const request = { input, format, page, self: req.originalUrl, publisher: options.publisher(), state: options.state(), ask };
  const parts = file.write(request)[Symbol.asyncIterator]();
  await sendParts(req, res, parts, () => {
    const seconds = options.boundary(tables);
    applyCachePolicy(res, CONTENT_POLICY, [...groups], seconds === undefined ? {} : { boundarySeconds: seconds });
    res.setHeader('Content-Type', TYPES[format]);
    res.setHeader('Content-Language', 'pt-BR');
    // Anybody's page may read what is published for everybody.
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    res.setHeader('Content-Disposition', `${format === 'csv' ? 'attachment' : 'inline'}; filename="${file.name(input)}.${format}"`);
  });
}
