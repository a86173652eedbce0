/**
 * Reads a form of a citizen while it arrives: texts into memory, files into memory or a folder, with bounds on each. A file that is too large, or that a
 * disk does not take, costs the files and never the texts, because the form that goes back must be filled.
 */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable, type Transform } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { TypedForm } from '../../../shared/cases/case-form.ts';
import { ATTACHMENTS_FIELD, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '../../../shared/cases/form-limits.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../../shared/errors/codes.ts';
import { essenceOf } from '../../message/media-type.ts';
import type { BufferedFile, FileBuffer } from './buffered-files.ts';
import { feed, smallSteps } from './small-steps.ts';

export interface ReceivedFile extends BufferedFile {
  /** Without path and control characters. */
  readonly name: string;
}

export type DiskFault = 'no-space' | 'slow-disk' | 'broken-disk';

export interface ReceivedForm {
  readonly typed: TypedForm;
  readonly files: readonly ReceivedFile[];
  readonly fault: 'too-large' | 'too-many' | DiskFault | null;
  /** Why the disk did not take a file: that of the catalogue, whose cause is the system's. Null where it took all. */
  readonly diskError: AppError | null;
  /** Names of the fields whose texts are longer than is read; `typed` has their beginnings. */
  readonly cut: readonly string[];
  /** Removes the files. */
  discard(): Promise<void>;
}

/** The media types in which browsers send forms. */
const FORM_TYPES: ReadonlySet<string> = new Set(['multipart/form-data', 'application/x-www-form-urlencoded']);

/** The longest text is an answer of 20,000 characters, of up to six bytes as JSON. Parts are more than the files that are taken: others come back. */
const LIMITS = { fields: 60, parts: 200, fieldNameSize: 100, fieldSize: 131_072, headerPairs: 20, headerSize: 8_192 } as const;

/** Characters of all texts of a form, which are held in memory while it arrives: four of the longest, and no form has so many. */
const MAX_TEXT = 4 * LIMITS.fieldSize;

/** Bytes that are read of a request: well above the files that are allowed. The texts stand before the files, so they have arrived by then. */
const MAX_BYTES = 256 * 1024 * 1024;

const LONGEST_NAME = 120;

/** The form is given back with what was typed, and only the files are not taken. */
const DISK_FAULTS: Readonly<Partial<Record<ErrorCode, DiskFault>>> = {
  NO_SPACE: 'no-space',
  BACKEND_TIMEOUT: 'slow-disk',
  BACKEND_UNAVAILABLE: 'broken-disk',
};

/**
 * Resolves when the form has arrived, or as much of it as is read: its texts then, and none of its files. It is given up when the signal is aborted.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BAD_UPLOAD, PAYLOAD_TOO_LARGE for more texts than a form has; nothing of it is left then
 */
export async function receiveForm(req: IncomingMessage, holder: FileBuffer, signal?: AbortSignal): Promise<ReceivedForm> {
  const parser = parserOf(req);
  const steps = smallSteps();
  const typed: Record<string, string> = {};
  const cut: string[] = [];
  let textLength = 0;
  const receiving: Promise<ReceivedFile | null>[] = [];
  const contents: Readable[] = [];
  let fault: ReceivedForm['fault'] = null;
  let diskError: AppError | null = null;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const giveUp = (error: AppError): void => {
    steps.unpipe(parser);
    reject(error);
  };
  signal?.addEventListener('abort', () => giveUp(badForm('the form was given up')));
  parser.on('file', (_field, stream, name) => {
    stream.on('limit', () => {
      fault ??= 'too-large';
    });
    const content = apartFrom(stream);
    contents.push(content);
    const file = received(content, name, holder).catch((error: unknown) => {
      const found = error instanceof AppError ? DISK_FAULTS[error.code] : undefined;
      if (!(error instanceof AppError) || found === undefined) throw error;
      fault ??= found;
      diskError ??= error;
      return null;
    });
    file.catch(reject);
    receiving.push(file);
  });
  parser.on('field', (name, value, _nameTruncated, isTruncated) => {
    textLength += value.length;
    if (textLength > MAX_TEXT) return giveUp(new AppError('PAYLOAD_TOO_LARGE'));
    if (isTruncated) cut.push(name);
    // The bound may lie within a letter of several bytes.
    typed[name] = isTruncated ? value.replace(/\uFFFD$/, '') : value;
  });
  for (const limit of ['filesLimit', 'partsLimit'] as const) {
    parser.on(limit, () => {
      fault ??= 'too-many';
    });
  }
  parser.on('fieldsLimit', () => giveUp(badForm('too many fields')));
  const leaveUnread = (): Promise<void> => {
    req.unpipe(steps);
    steps.unpipe(parser);
    // A browser reads no answer before it has sent everything, and the next request comes on the same connection.
    req.resume();
    // Nothing more arrives for them.
    for (const content of contents) content.destroy();
    return discardAll(receiving);
  };
  try {
    const isWhole = await Promise.race([arrived(req, steps, parser), failed]);
    if (!isWhole) {
      if (contents.length === 0) throw new AppError('PAYLOAD_TOO_LARGE');
      await leaveUnread();
      return { typed, files: [], fault: fault ?? 'too-large', diskError, cut, discard: () => Promise.resolve() };
    }
    const files = (await Promise.all(receiving)).filter((file) => file !== null);
    return { typed, files, fault, diskError, cut, discard: () => discardAll(receiving) };
  } catch (error) {
    await leaveUnread();
    throw error instanceof AppError ? error : badForm(error);
  }
}

/** A stream of its own: when the folder ends it, the parser reads on, and the texts behind the file arrive. */
function apartFrom(stream: Readable): Readable {
  const content = new PassThrough();
  content.on('error', () => undefined);
  stream.on('error', (error) => content.destroy(error));
  stream.pipe(content);
  // After the listener of `pipe`, which stops the reading.
  content.on('close', () => stream.resume());
  return content;
}

/** A field without a file is sent as a file without name and bytes. An empty file has a name, and who chose it takes it for sent. */
async function received(stream: Readable, name: string | undefined, holder: FileBuffer): Promise<ReceivedFile | null> {
  const file = await holder.receive(stream);
  if (file.size > 0 || (name ?? '') !== '') return { ...file, name: fileName(name) };
  await file.discard();
  return null;
}

async function discardAll(receiving: readonly Promise<ReceivedFile | null>[]): Promise<void> {
  for (const file of await Promise.allSettled(receiving)) if (file.status === 'fulfilled') await file.value?.discard();
}

function parserOf(req: IncomingMessage): BusboyInstance {
  const type = req.headers['content-type'] ?? '';
  if (!FORM_TYPES.has(essenceOf(type))) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const headers: BusboyHeaders = { ...req.headers, 'content-type': type };
  const isPartAFile = (field: string | undefined): boolean => field === ATTACHMENTS_FIELD;
  try {
    return new Busboy({ headers, isPartAFile, limits: { ...LIMITS, files: MAX_ATTACHMENTS, fileSize: MAX_ATTACHMENT_BYTES } });
  } catch (cause) {
    throw badForm(cause);
  }
}

/** Returns whether all of the form was read. */
function arrived(req: IncomingMessage, steps: Transform, parser: BusboyInstance): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    parser.on('finish', () => resolve(true));
    parser.on('partsLimit', () => {
      steps.unpipe(parser);
      resolve(false);
    });
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) resolve(false);
    });
    feed(req, steps, parser, reject);
  });
}

/** A name that shows in lists and is used in a header: without path, control characters and the marks that turn the direction of writing. */
function fileName(sent: string | undefined): string {
  const plain = (sent ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/%22|%0[aAdD]/g, ' ')
    .replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [ending = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(plain) ?? [];
  const stem = Array.from(plain.slice(0, plain.length - ending.length).replace(/^[\s.]+/, ''));
  return `${stem.slice(0, LONGEST_NAME).join('').trim() || 'arquivo'}${ending.toLowerCase()}`;
}

/** The message of the parser may repeat what was sent, so it goes nowhere. */
function badForm(cause: unknown): AppError {
  return new AppError('BAD_UPLOAD', { cause, detail: 'the form could not be read' });
}
