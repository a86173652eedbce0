/** Files that citizens attach: what they are by their content, without the metadata of pictures, and stored where no public role reads. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import type { FieldError } from '../../shared/cases/case-form.ts';
import { ATTACHMENT_ENDINGS, ATTACHMENT_TYPES, ATTACHMENTS_FIELD, MAX_ATTACHMENT_BYTES } from '../../shared/cases/form-limits.ts';
import { aboutFile, CASE_MESSAGES } from '../../shared/cases/messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { CASES_CALLER, type FileUpload, type FileWrites } from '../backend/backend.ts';
import type { ReceivedFile, ReceivedForm } from '../http/forms/received-form.ts';
import type { CaseDesk } from './case-desk.ts';
import { withoutMetadata } from './picture-metadata.ts';

/** The bucket of cases. */
const BUCKET = 'casos';

/** What may be stored of a file; null where its content is none of the accepted types, or not what its name says. */
export async function checkedAttachment(file: ReceivedFile): Promise<FileUpload | null> {
  const type = await typeOf(file);
  if (type === null || !(ATTACHMENT_TYPES[type] ?? []).includes(endingOf(file.name))) return null;
  const upload = { name: file.name, mimeType: type, metadata: null, size: file.size, open: () => file.open() };
  if (type !== 'image/jpeg' && type !== 'image/png') return upload;
  const plain = withoutMetadata(type, await buffer(file.open()));
  return plain === null ? null : { ...upload, size: plain.length, open: () => Readable.from([plain]) };
}

/** Whether the name of a file that was not taken says an accepted type, so that the file itself is at fault. */
export function isNamedAsAccepted({ name }: Pick<ReceivedFile, 'name'>): boolean {
  return ATTACHMENT_ENDINGS.includes(endingOf(name));
}

/** The message and the status (RFC 9110 §15.5.14, RFC 4918 §11.5) of each fault of the files. */
const FILE_FAULTS = {
  'too-large': { message: CASE_MESSAGES.arquivoGrande, status: 413 },
  'too-many': { message: CASE_MESSAGES.arquivosDemais, status: 413 },
  'no-space': { message: CASE_MESSAGES.semEspaco, status: 507 },
  'slow-disk': { message: CASE_MESSAGES.discoLento, status: 503 },
  'broken-disk': { message: CASE_MESSAGES.discoComDefeito, status: 503 },
} as const;

/** Returns what is wrong with the files of a form. @param uploads what may be stored of each */
export function fileFaults(
  { files, fault }: Pick<ReceivedForm, 'files' | 'fault'>,
  uploads: readonly (FileUpload | null)[],
): readonly FieldError[] {
  // A file that is too large is read up to the limit.
  const isFaulty = (index: number): boolean =>
    fault === null ? uploads[index] === null : (files[index]?.size ?? 0) >= MAX_ATTACHMENT_BYTES;
  const faulty = files.length > 1 && (fault === null || fault === 'too-large') ? files.find((_, index) => isFaulty(index)) : undefined;
  const message = fault === null ? refusal(files.find((_, index) => uploads[index] === null)) : FILE_FAULTS[fault].message;
  return message === null ? [] : [{ field: ATTACHMENTS_FIELD, message: aboutFile(message, faulty?.name) }];
}

function refusal(refused: ReceivedFile | undefined): string | null {
  if (refused === undefined) return null;
  return isNamedAsAccepted(refused) ? CASE_MESSAGES.arquivoDanificado : CASE_MESSAGES.arquivoTipo;
}

/** RFC 9110 §15.5: too large and of the wrong type have statuses of their own where nothing else is wrong. */
export function faultStatus(
  { fault }: Pick<ReceivedForm, 'fault'>,
  uploads: readonly (FileUpload | null)[],
  errors: readonly FieldError[],
): number {
  if (errors.some(({ field }) => field !== ATTACHMENTS_FIELD)) return 422;
  if (fault !== null) return FILE_FAULTS[fault].status;
  return uploads.includes(null) ? 415 : 422;
}

async function typeOf({ head, name }: ReceivedFile): Promise<string | null> {
  const known = await fileTypeFromBuffer(head);
  if (known !== undefined) return known.mime;
  // A table in text has no signature. No encoding that spreadsheets write without one has the byte zero.
  return endingOf(name) === 'csv' && head.length > 0 && !head.includes(0) ? 'text/csv' : null;
}

function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

export interface AttachmentStore {
  readonly desk: Pick<CaseDesk, 'expectFiles'>;
  readonly files: FileWrites | undefined;
}

export interface SubmittedFiles {
  readonly ids: readonly string[];
  /** The rows of the files, which the registration writes; empty where they are written already. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Removes files that no case comes to have. A content without a row goes by itself. */
  discard(): Promise<void>;
}

/** Stores the files of a submission: their bytes alone, where the registration can write their rows. @throws AppError of the storage */
export async function storeSubmitted(store: AttachmentStore, uploads: readonly FileUpload[]): Promise<SubmittedFiles> {
  const { files } = store;
  if (files?.keep === undefined) {
    const ids = await storeAttachments(store, uploads);
    return { ids, rows: [], discard: () => removeAttachments(files, ids) };
  }
  const rows: { readonly id: string }[] = [];
  for (const upload of uploads) {
    const { sha256, size } = await files.keep(upload);
    rows.push(fileRow(upload, sha256, size));
  }
  return { ids: rows.map(({ id }) => id), rows, discard: () => Promise.resolve() };
}

function fileRow({ name, mimeType }: FileUpload, sha256: string, size: number): { readonly id: string } & SubmittedFiles['rows'][number] {
  return { id: randomUUID(), name, mime_type: mimeType, size, etag: `"${sha256}"` };
}

/** Stores files and returns their ids; where one cannot be stored, none is. @throws AppError of the storage */
export async function storeAttachments({ desk, files }: AttachmentStore, uploads: readonly FileUpload[]): Promise<readonly string[]> {
  if (uploads.length === 0) return [];
  if (files === undefined) throw new AppError('BACKEND_UNAVAILABLE', { detail: 'the backend takes no files' });
  const stored: readonly string[] = uploads.map(() => randomUUID());
  // Before they are written, since a failure does not tell whether the file was written.
  await desk.expectFiles(stored);
  try {
    for (const [index, upload] of uploads.entries()) {
      const id = stored[index] ?? '';
      const answer = await files.insert(id, BUCKET, upload, CASES_CALLER);
      if (answer.kind !== 'written') throw new AppError('BACKEND_UNAVAILABLE', { detail: `the storage answered ${answer.kind}` });
    }
    return stored;
  } catch (error) {
    await removeAttachments(files, stored);
    throw error;
  }
}

/** Removes files of a submission that was not registered. What cannot be removed now is removed an hour later: no case names it. */
export async function removeAttachments(files: FileWrites | undefined, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map(async (id) => files?.remove(id, CASES_CALLER)));
}
