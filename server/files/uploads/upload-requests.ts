/** The requests that write files. What arrives lies in the spool until it has been inspected and stored. */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { AppError } from '../../../shared/errors/app-error.ts';
import { UPLOAD_REASONS } from '../../../shared/errors/upload-reasons.ts';
import { fileIdFromPath } from '../../../shared/files/file-url.ts';
import type { Identify } from '../../backend/auth/identity.ts';
import type { Caller, FileBucket, FileRecord, FileUpload, FileWriteAnswer, FileWrites } from '../../backend/backend.ts';
import type { Spool } from '../../http/spool.ts';
import type { Logger } from '../../observability/log.ts';
import { type DeclaredMetadata, declaredMetadata } from './declared-metadata.ts';
import type { Aviso, Inspect, Inspection, Motivo } from './inspection.ts';
import { sniffedType } from './sniffed-type.ts';
import { answerJson, engineRefusal, refusalAfter, refusedUpload } from './storage-answers.ts';
import { callerOf } from './upload-caller.ts';
import { readUploadForm, type SentFile, type UploadForm } from './upload-form.ts';

export interface UploadRequestsOptions {
  readonly files: FileWrites;
  readonly identify: Identify;
  readonly spool: Spool;
  /** Undefined where files are stored as they are sent. */
  readonly inspect?: Inspect | undefined;
  readonly log: Logger;
}

const DEFAULT_BUCKET = 'default';
const MOST_FILES = 10;

type Accepted = Extract<Inspection, { kind: 'accepted' }>;

interface ReadyFile {
  readonly sent: SentFile;
  readonly declared: DeclaredMetadata;
  readonly inspection: Accepted;
}

/** `POST /v1/files`: every file of the form is inspected before the first one is stored. */
export async function insertFiles(req: Request, res: Response, options: UploadRequestsOptions): Promise<void> {
  const { files } = options;
  const caller = await permitted(req, 'insert', options);
  const bucketOf = async (name = DEFAULT_BUCKET): Promise<FileBucket> => {
    const bucket = await files.bucket(name);
    if (bucket === null) throw new AppError('BUCKET_NOT_FOUND');
    return bucket;
  };
  const maxBytes = async (values: UploadForm['values']): Promise<number> => (await bucketOf(values('bucket-id')[0])).maxBytes;
  const form = await readUploadForm(req, { spool: options.spool, fileField: 'file[]', maxFiles: MOST_FILES, maxBytes });
  await discarding(form, async (discard) => {
    if (form.files.length === 0) throw new AppError('BAD_UPLOAD', { detail: 'no file[] in the form' });
    const declared = declaredMetadata(form.values('metadata[]'), form.files.length);
    const bucket = await bucketOf(form.values('bucket-id')[0]);
    const ready = await inspectAll(form.files, { ...options, bucket, declared, caller, res, discard });
    const processedFiles: FileRecord[] = [];
    for (const one of ready) {
      const id = one.declared.id ?? randomUUID();
      const record = one.inspection.record?.({ id, earlier: null });
      try {
        processedFiles.push(written(await files.insert(id, bucket.id, { ...uploadOf(one), record }, caller)));
      } catch (error) {
        throw refusalAfter(processedFiles, error);
      }
    }
    if (res.destroyed) await discardUnanswered(ready, processedFiles, { remove: (id) => files.remove(id, caller), log: options.log });
    else answerJson(res, 201, { processedFiles, ...warnings(ready) });
  });
}

/**
 * A client that left before the answer may have cancelled its files, and does not know by which ids to use them. Those to which it gave ids of its
 * own stay: it may be sending them again already.
 */
async function discardUnanswered(
  sent: readonly ReadyFile[],
  stored: readonly FileRecord[],
  { remove, log }: { readonly remove: (id: string) => Promise<FileWriteAnswer>; readonly log: Logger },
): Promise<void> {
  for (const [index, { id }] of stored.entries()) {
    if (sent[index]?.declared.id !== undefined) continue;
    try {
      written(await remove(id));
    } catch (error) {
      log.error({ err: error, file: id }, 'a file whose client had left could not be removed');
    }
  }
}

/** `PUT /v1/files/{id}`: the file keeps its id and address; what it was until now stays under an id of its own. */
export async function replaceFile(req: Request, res: Response, options: UploadRequestsOptions): Promise<void> {
  const { files } = options;
  const id = idOf(req);
  const caller = await permitted(req, 'update', options);
  const bucket = await files.bucketOf(id);
  if (bucket === null) throw new AppError('FILE_NOT_FOUND');
  const maxBytes = (): Promise<number> => Promise.resolve(bucket.maxBytes);
  const form = await readUploadForm(req, { spool: options.spool, fileField: 'file', maxFiles: 1, maxBytes });
  await discarding(form, async (discard) => {
    if (form.files.length === 0) throw new AppError('BAD_UPLOAD', { detail: 'no file in the form' });
    const declared = declaredMetadata(form.values('metadata'), 1);
    const [one] = await inspectAll(form.files, { ...options, bucket, declared, caller, res, discard });
    if (one === undefined) throw new AppError('BAD_UPLOAD');
    const keepAs = options.inspect === undefined ? undefined : randomUUID();
    const record = one.inspection.record?.({ id, earlier: keepAs ?? null });
    const answer = await files.replace(id, { ...uploadOf(one), keepAs, record }, caller);
    // The file is there, and this caller may not exchange its content: another person has to approve what the public sees (decision 0150).
    if (answer.kind === 'absent' && options.inspect !== undefined && (await files.bucketOf(id)) !== null) {
      const { mensagem, orientacao } = UPLOAD_REASONS.ARQUIVO_PUBLICADO;
      throw refusedUpload([{ codigo: 'ARQUIVO_PUBLICADO', mensagem, orientacao, confirmavel: false, arquivo: one.sent.name }], []);
    }
    answerJson(res, 200, { ...written(answer), ...warnings([one]) });
  });
}

/** `DELETE /v1/files/{id}`. */
export async function removeFile(req: Request, res: Response, options: UploadRequestsOptions): Promise<void> {
  const id = idOf(req);
  const caller = await permitted(req, 'delete', options);
  written(await options.files.remove(id, caller));
  res.status(204).end();
}

async function permitted(
  req: Request,
  operation: Parameters<FileWrites['mayWrite']>[0],
  { identify, files }: UploadRequestsOptions,
): Promise<Caller> {
  const caller = await callerOf(req, identify);
  if (!files.mayWrite(operation, caller)) throw new AppError('FORBIDDEN');
  return caller;
}

/** The path is not decoded: a percent-encoded id is no id. */
function idOf(req: Request): string {
  const id = fileIdFromPath(req.path);
  if (id === null) throw new AppError('FILE_NOT_FOUND');
  return id;
}

interface InspectionOptions extends UploadRequestsOptions {
  readonly bucket: FileBucket;
  readonly declared: readonly DeclaredMetadata[];
  readonly caller: Caller;
  readonly res: Response;
  /** Has a file of the spool removed at the end. */
  readonly discard: (file: SentFile) => void;
}

/** @throws StorageRefusal with the reasons against all of the files */
async function inspectAll(sent: readonly SentFile[], options: InspectionOptions): Promise<readonly ReadyFile[]> {
  const { bucket, res } = options;
  for (const { size } of sent) {
    if (size > bucket.maxBytes) throw new AppError('UPLOAD_TOO_LARGE');
    if (size < bucket.minBytes) throw new AppError('UPLOAD_TOO_SMALL');
  }
  const gone = new AbortController();
  const leave = (): void => gone.abort(new Error('the client left'));
  res.once('close', leave);
  const ready: ReadyFile[] = [];
  const motivos: Motivo[] = [];
  try {
    for (const [index, file] of sent.entries()) {
      const declared = options.declared[index] ?? { id: undefined, name: undefined, metadata: null };
      const inspection = await inspected({ ...file, name: declared.name ?? file.name }, declared, options, gone.signal);
      if (inspection.kind === 'refused') {
        motivos.push(...inspection.motivos);
        continue;
      }
      if (inspection.cleaned !== null) options.discard(inspection.cleaned);
      ready.push({ sent: file, declared, inspection });
    }
  } finally {
    res.off('close', leave);
  }
  if (motivos.length === 0) return ready;
  throw refusedUpload(motivos, []);
}

async function inspected(
  file: SentFile,
  { metadata }: DeclaredMetadata,
  { inspect, bucket, caller }: InspectionOptions,
  signal: AbortSignal,
): Promise<Inspection> {
  if (inspect !== undefined) return inspect({ file, bucket: bucket.id, metadata, role: caller.role }, signal);
  return { kind: 'accepted', mimeType: await sniffedType(file.declaredType, file.head), metadata, cleaned: null, avisos: [], record: null };
}

function uploadOf({ sent, declared, inspection }: ReadyFile): FileUpload {
  const content = inspection.cleaned ?? sent;
  const { mimeType, metadata } = inspection;
  return { name: declared.name ?? sent.name, mimeType, metadata, size: content.size, open: () => content.open() };
}

/** A field of our own beside those of the service, where there is something to look at. */
function warnings(files: readonly ReadyFile[]): { readonly avisos?: readonly Aviso[] } {
  const avisos = files.flatMap(({ inspection }) => inspection.avisos);
  return avisos.length === 0 ? {} : { avisos };
}

function written(answer: FileWriteAnswer): FileRecord {
  switch (answer.kind) {
    case 'written':
      return answer.file;
    case 'absent':
      throw new AppError('FILE_NOT_FOUND');
    case 'refused':
      throw engineRefusal(answer.error);
  }
}

/** Removes what lies in the spool when the work has ended. */
async function discarding(form: UploadForm, work: (discard: (file: SentFile) => void) => Promise<void>): Promise<void> {
  const all = new Set<Pick<SentFile, 'discard'>>(form.files);
  try {
    await work((file) => void all.add(file));
  } finally {
    await Promise.all([...all].map((file) => file.discard()));
  }
}
