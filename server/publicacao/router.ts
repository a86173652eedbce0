/**
 * The data of pages as files: the address of the page with `.csv`, `.json` or `.atom` behind it (Lei 12.527 art. 8 section 3 II and III). A file is
 * stored under the groups of what it was read from, so what purges the page purges it.
 */
import { type Request, type Response, Router } from 'express';
import { CONTENT_POLICY } from '../../shared/cache/policy.ts';
import type { ExportFormat, OperationCall } from '../../shared/routes/types.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { answerOtherMethods, openToScripts } from '../http/open-to-scripts.ts';
import { isRead } from '../http/responses.ts';
import { redirectPermanently } from './canonical-file.ts';
import type { PageFile } from './page-file.ts';
import { type PublicData, publicAnswer } from './public-data.ts';
import { type Publisher, savedName } from './publisher.ts';
import { type FileRoutes, type RequestedFile, requestedFile } from './requested-file.ts';
import { sendParts } from './send-parts.ts';

export interface PublicationOptions extends PublicData, FileRoutes {
  /** Files by the id of the route. */
  readonly files: Readonly<Record<string, PageFile>>;
  readonly publisher: () => Publisher;
  /** Seconds until a date changes what these tables and views show; undefined when none is known. */
  readonly boundary: (tables: Iterable<string>) => number | undefined;
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  zip: 'application/zip',
  'sitemap.xml': 'application/xml; charset=utf-8',
};

/** Makes the router. What is no such file goes on to the pages. */
export function createPublicationRouter(options: PublicationOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const routes: FileRoutes = { ...options, saysAbsence: ({ id }) => options.files[id]?.isOne === true };
  router.use(async (req, res, next) => {
    const requested = requestedFile(req, routes);
    const file = requested === null ? undefined : options.files[requested.route.id];
    if (requested === null || file === undefined) {
      next();
      return;
    }
    if (!isRead(req.method)) answerOtherMethods(req, res);
    else if (requested.exact === null) await sendFile(req, res, { ...requested, file, page: file.page ?? requested.page }, options);
    else redirectPermanently(res, requested.exact);
  });
  return router;
}

async function sendFile(
  req: Request,
  res: Response,
  { file, format, page, input }: RequestedFile & { readonly file: PageFile },
  options: PublicationOptions,
): Promise<void> {
  openToScripts(res);
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
  let isCut = false;
  const onCut = (): void => {
    isCut = true;
  };
  const state = options.state();
  const request = { input, format, page, self: req.originalUrl, publisher: options.publisher(), state, ask, onCut };
  const parts = file.write(request)[Symbol.asyncIterator]();
  await sendParts(req, res, parts, () => {
    applyCachePolicy(res, CONTENT_POLICY, [...groups], options.boundary(tables));
    res.setHeader('Content-Type', TYPES[format]);
    res.setHeader('Content-Language', 'pt-BR');
    res.setHeader(
      'Content-Disposition',
      `${format === 'csv' ? 'attachment' : 'inline'}; filename="${savedName(file.name(input), state, isCut)}.${format}"`,
    );
  });
}
