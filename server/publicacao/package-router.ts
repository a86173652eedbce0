/**
 * The files of a filtered list of documents in one package: the address of the list with `.zip` behind it. Nothing is kept: the package is written
 * while it is read. Number and bytes of its files, packages at a time, and the time in which its reader takes nothing are bounded.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import { NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { csvHead, datasetLines } from '../../shared/open-data/csv.ts';
import type { Dataset } from '../../shared/open-data/dataset.ts';
import { DECLARACOES, type DeclarationRow } from '../../shared/open-data/declaracoes.ts';
import { DOCUMENTOS, type DocumentRow } from '../../shared/open-data/documentos.ts';
import { MOST_PACKED_FILES, packageName } from '../../shared/open-data/package-name.ts';
import { declarationAnchor } from '../../shared/routes/document-list.ts';
import { SYSTEM_TIMERS, type Timers } from '../../shared/time/timers.ts';
import { type ContentBackend, PUBLIC_CALLER } from '../backend/backend.ts';
import { applyCachePolicy } from '../http/cache-headers.ts';
import type { ClientAddressOf } from '../http/client-address.ts';
import { answerOtherMethods, openToScripts } from '../http/open-to-scripts.ts';
import { isPrematureClose, isRead } from '../http/responses.ts';
import { redirectPermanently } from './canonical-file.ts';
import { declarationsOf } from './declarations.ts';
import { listRows } from './list-file.ts';
import { PackagePlaces } from './package-places.ts';
import { type PackedFile, packageStream } from './package-stream.ts';
import { documentLists } from './page-files.ts';
import { type PublicData, publicAnswer } from './public-data.ts';
import { type Publisher, savedName } from './publisher.ts';
import { type FileRoutes, type RequestedFile, requestedFile } from './requested-file.ts';

export interface PackageLimits {
  /** Of the list, with files or without. */
  readonly documents: number;
  readonly files: number;
  readonly bytes: number;
  /** Packages of this process at the same time. */
  readonly atOnce: number;
  /** Milliseconds in which at least one chunk must pass. */
  readonly stalledMs: number;
}

/**
 * Two packages take two files and two streams of the storage; 300 MB are the files of a busy year of one list. A list of 25,000 documents without files
 * took a second of processor to read, for nothing.
 */
export const PACKAGE_LIMITS: PackageLimits = {
  documents: 5_000,
  files: MOST_PACKED_FILES,
  bytes: 300 * 1024 * 1024,
  atOnce: 2,
  stalledMs: 60_000,
};

export interface PackageRouterOptions extends PublicData, FileRoutes {
  readonly backend: Pick<ContentBackend, 'execute' | 'file'>;
  readonly publisher: () => Publisher;
  readonly clientOf: ClientAddressOf;
  readonly limits?: PackageLimits;
  readonly timers?: Timers;
  /** Milliseconds of a monotonic clock; the process's unless a test brings its own. */
  readonly now?: () => number;
}

/** Makes the router. What is no package goes on. */
export function createPackageRouter(options: PackageRouterOptions): Router {
  const { limits = PACKAGE_LIMITS, timers = SYSTEM_TIMERS } = options;
  const router = Router({ caseSensitive: true, strict: true });
  const places = new PackagePlaces(limits.atOnce, options.now ?? (() => performance.now()));
  router.use(async (req, res, next) => {
    const requested = requestedFile(req, options);
    if (requested === null || requested.format !== 'zip') {
      next();
      return;
    }
    if (!isRead(req.method)) {
      answerOtherMethods(req, res);
      return;
    }
    if (requested.exact !== null) {
      redirectPermanently(res, requested.exact);
      return;
    }
    openToScripts(res);
    const place = places.take(options.clientOf(req));
    try {
      const packed = await rowsWithin(requested, options, limits, () => !res.destroyed);
      if (packed === null) return;
      await send(req, res, packedFiles(packed, options), {
        name: savedName(nameOf(requested), options.state()),
        signal: place.signal,
        stalledMs: limits.stalledMs,
        timers,
      });
    } finally {
      place.release();
    }
  });
  return router;
}

interface PackedRows {
  readonly documents: readonly DocumentRow[];
  readonly declarations: readonly DeclarationRow[];
}

/**
 * Reads the rows of the list; null when its reader has left meanwhile.
 * @throws AppError PACKAGE_TOO_LARGE, RESOURCE_NOT_FOUND for a list without files, and what the backend fails with
 */
async function rowsWithin(
  requested: RequestedFile,
  options: PackageRouterOptions,
  limits: PackageLimits,
  isAwaited: () => boolean,
): Promise<PackedRows | null> {
  const { input, page } = requested;
  const ask = (call: Parameters<typeof publicAnswer>[0]) => publicAnswer(call, options);
  const request = { input, format: requested.format, page, self: page, publisher: options.publisher(), state: options.state(), ask };
  const documents: DocumentRow[] = [];
  let files = 0;
  let bytes = 0;
  const count = (found: readonly { readonly tamanho_bytes: number }[]): void => {
    files += found.length;
    bytes += found.reduce((sum, { tamanho_bytes }) => sum + tamanho_bytes, 0);
    if (files > limits.files || bytes > limits.bytes) throw new AppError('PACKAGE_TOO_LARGE');
  };
  const declarations = await declarationsOf(input, ask);
  count(declarations.flatMap(({ arquivo }) => arquivo ?? []));
  for await (const batch of listRows(documentLists, request)) {
    if (!isAwaited()) return null;
    documents.push(...batch);
    if (documents.length > limits.documents) throw new AppError('PACKAGE_TOO_LARGE');
    count(batch.flatMap(filesOf));
  }
  if (files === 0) throw new AppError('RESOURCE_NOT_FOUND');
  return { documents, declarations };
}

/** The files that the public may read. */
function filesOf({ arquivos }: DocumentRow): readonly NonNullable<DocumentRow['arquivos'][number]['arquivo']>[] {
  return arquivos.flatMap(({ arquivo }) => arquivo ?? []);
}

function packedFiles({ documents, declarations }: PackedRows, { backend, publisher }: PackageRouterOptions): readonly PackedFile[] {
  const names = new Set<string>();
  const packed = (key: string | number, changed: string, file: { readonly id: string; readonly nome: string }): PackedFile => ({
    name: packageName(key, file.nome, names),
    changedAt: new Date(changed),
    open: () => openFile(backend, file.id),
  });
  const { site } = publisher();
  return [
    tableFile(DOCUMENTOS, documents, site),
    ...(declarations.length === 0 ? [] : [tableFile(DECLARACOES, declarations, site)]),
    ...documents.flatMap((row) => filesOf(row).map((file) => packed(row.id, row.atualizado_em, file))),
    ...declarations.flatMap(({ id, atualizado_em, arquivo }) =>
      arquivo === null ? [] : packed(declarationAnchor(id), atualizado_em, arquivo),
    ),
  ];
}

function tableFile<Row>(dataset: Dataset<Row>, rows: readonly Row[], site: string): PackedFile {
  const table = csvHead(dataset.columns.map(({ name }) => name)) + datasetLines(dataset, rows, site);
  return { name: `${dataset.key}.csv`, changedAt: new Date(), open: () => Promise.resolve(textStream(table)) };
}

function textStream(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}

/** @throws AppError FILE_NOT_FOUND for a file that was withdrawn meanwhile */
async function openFile(backend: Pick<ContentBackend, 'file'>, id: string): Promise<Readable> {
  const file = await backend.file(id, PUBLIC_CALLER, { kind: 'whole' });
  if (file === null) throw new AppError('FILE_NOT_FOUND', { detail: id });
  return file.open();
}

function nameOf({ input: { params, search } }: RequestedFile): string {
  return ['documentos', params['category'], ...(search['ano'] ?? [])].filter(Boolean).join('-');
}

interface Sending {
  readonly name: string;
  /** Aborted when the place of the package was given to another client. */
  readonly signal: AbortSignal;
  readonly stalledMs: number;
  readonly timers: Timers;
}

/** Sends the package. A fault of a file ends the connection; a client that leaves, or takes nothing for too long, ends the reading of the files. */
async function send(
  req: Request,
  res: Response,
  files: readonly PackedFile[],
  { name, signal, stalledMs, timers }: Sending,
): Promise<void> {
  if (signal.aborted) throw givenAway();
  applyCachePolicy(res, NEVER_POLICY);
  res.setHeader('Content-Type', 'application/zip');
  res.setHeader('Content-Disposition', `attachment; filename="${name}.zip"`);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const source = packageStream(files);
  const watch = stallWatch(source, stalledMs, timers);
  signal.addEventListener('abort', () => void source.destroy(givenAway()));
  try {
    await pipeline(source, watch.through, res);
  } catch (error) {
    // A file that cannot be read ends the connection, which the error handler does and logs.
    if (!isPrematureClose(error)) throw error;
  } finally {
    watch.end();
  }
}

function givenAway(): AppError {
  return new AppError('PACKAGES_BUSY', { detail: 'the place of a package was given to another client' });
}

interface StallWatch {
  readonly through: (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
  readonly end: () => void;
}

function stallWatch(source: Readable, stalledMs: number, timers: Timers): StallWatch {
  let cancel = (): void => undefined;
  const arm = (): void => {
    cancel();
    cancel = timers.after(
      stalledMs,
      () => void source.destroy(new AppError('REQUEST_TIMEOUT', { detail: 'the reader of a package takes nothing' })),
    );
  };
  arm();
  return {
    end: () => cancel(),
    through: async function* (chunks) {
      for await (const chunk of chunks) {
        arm();
        yield chunk;
      }
    },
  };
}
