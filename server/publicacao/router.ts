/**
 * The data of pages as files: the address of the page with `.csv` or `.json` behind it (Lei 12.527 art. 8 section 3 II and III). A file is stored
 * under the same groups as its page, so what purges the page purges it.
 */
import { type Request, type Response, Router } from 'express';
import { CONTENT_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import { matchRoute } from '../../shared/routes/match.ts';
import type { ExportFormat, OperationCall, RouteInput } from '../../shared/routes/types.ts';
import { pageOfExport, pagePathOfPayload } from '../../shared/routes/url.ts';
import { type ContentBackend, PUBLIC_CALLER } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import { isRead, methodNotAllowed } from '../http/responses.ts';
import { entityTag, sendValidated } from '../http/validators.ts';

/** Writes the file of a route from the data of one of its operations. */
export interface FileWriter {
  readonly operation: string;
  readonly write: (data: Readonly<Record<string, unknown>>, format: ExportFormat) => string;
  /** Name for who saves the file, without its ending. */
  readonly name: string;
}

export interface PublicationOptions {
  readonly backend: Pick<ContentBackend, 'execute'>;
  readonly routes: readonly AnyRoute[];
  readonly texts: Readonly<Record<string, string>>;
  /** By the id of the route. */
  readonly writers: Readonly<Record<string, FileWriter>>;
  /** Seconds until a date changes what these tables and views show; undefined when none is known. */
  readonly boundary: (tables: Iterable<string>) => number | undefined;
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
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
  readonly writer: FileWriter;
  readonly format: ExportFormat;
  readonly call: OperationCall;
  readonly input: RouteInput;
}

function findFile(req: Request, { routes, writers }: PublicationOptions): AskedFile | null {
  const mark = req.originalUrl.indexOf('?');
  const path = mark === -1 ? req.originalUrl : req.originalUrl.slice(0, mark);
  const file = pagePathOfPayload(path) === null ? pageOfExport(path) : null;
  if (file === null) return null;
  const match = matchRoute(routes, file.path, new URLSearchParams(mark === -1 ? '' : req.originalUrl.slice(mark)));
  if (match.kind !== 'route' || !match.route.formats.includes(file.format)) return null;
  const writer = writers[match.route.id];
  const call = match.route.late(match.input).find(({ operation }) => operation === writer?.operation);
  return writer === undefined || call === undefined ? null : { writer, call, format: file.format, input: match.input };
}

async function sendFile(
  req: Request,
  res: Response,
  { writer, format, call, input }: AskedFile,
  options: PublicationOptions,
): Promise<void> {
  const data = await ask(call, options);
  const body = Buffer.from(writer.write(data, format));
  const seconds = options.boundary(Object.keys(data));
  applyCachePolicy(res, CONTENT_POLICY, call.groups ?? [], seconds === undefined ? {} : { boundarySeconds: seconds });
  res.setHeader('Content-Type', TYPES[format]);
  res.setHeader('Content-Language', 'pt-BR');
  // Anybody's page may read what is published for everybody.
  res.setHeader('Access-Control-Allow-Origin', '*');
  const years = input.search['ano'] ?? [];
  res.setHeader(
    'Content-Disposition',
    `${format === 'csv' ? 'attachment' : 'inline'}; filename="${[writer.name, ...years].join('-')}.${format}"`,
  );
  sendValidated(req, res, body, entityTag(body));
}

/** @throws AppError when the backend does not answer, or refuses. */
async function ask(
  { operation, variables }: OperationCall,
  { backend, texts }: PublicationOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const query = texts[operation];
  if (query === undefined) throw new AppError('INTERNAL', { detail: `no text for operation ${operation}` });
  const answer = await backend
    .execute({ query, variables, operationName: operation }, { caller: PUBLIC_CALLER })
    .catch((cause: unknown) => {
      throw new AppError('BACKEND_UNAVAILABLE', { cause });
    });
  if (answer.kind === 'errors') throw new AppError('BACKEND_UNAVAILABLE', { detail: answer.errors[0]?.message ?? operation });
  return JSON.parse(answer.json) as Record<string, unknown>;
}
