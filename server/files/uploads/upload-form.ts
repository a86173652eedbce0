/** Reads a form with files (`multipart/form-data`, RFC 7578) while it arrives: fields into memory, files into the spool, with bounds on each. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../../../shared/errors/app-error.ts';
import { feed, smallSteps } from '../../http/forms/small-steps.ts';
import type { Spool, SpooledFile } from '../../http/spool.ts';
import { essenceOf } from '../../message/media-type.ts';

export interface SentFile extends SpooledFile {
  /** As it was sent; without path. */
  readonly name: string;
  /** Lower case, without parameters. */
  readonly declaredType: string;
}

export interface UploadForm {
  readonly files: readonly SentFile[];
  /** The values of a field, in the order of the form. */
  values(name: string): readonly string[];
}

export interface UploadFormOptions {
  readonly spool: Spool;
  /** Name of the fields that are files. */
  readonly fileField: string;
  readonly maxFiles: number;
  /** Returns how many bytes a file may have, by the fields before it. */
  readonly maxBytes: (values: UploadForm['values']) => Promise<number>;
}

/** Bounds of a form: a name and its metadata for each file, and the bucket. The header of a part holds little more than a file name. */
const LIMITS = { fields: 30, parts: 50, fieldSize: 65_536, headerPairs: 20, headerSize: 8_192 } as const;

/** Code points of a file name: file systems allow 255 bytes. */
const LONGEST_NAME = 255;

/**
 * Resolves when the form has arrived completely. Where it rejects nothing of it is left, and the rest of the request is not read.
 * @throws AppError BAD_UPLOAD, UPLOAD_TOO_LARGE, NO_SPACE
 */
export async function readUploadForm(req: IncomingMessage, options: UploadFormOptions): Promise<UploadForm> {
  const parser = parserOf(req, options);
  const steps = smallSteps();
  const receiving: Promise<SentFile>[] = [];
  const fields: [string, string][] = [];
  const values: UploadForm['values'] = (wanted) => fields.filter(([name]) => name === wanted).map(([, value]) => value);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const streams: Readable[] = [];
  parser.on('file', (_field, stream, name, _encoding, type) => {
    streams.push(stream);
    // The parser emits the error of a form that is cut on the stream, which may have no reader yet.
    stream.on('error', (error) => stream.destroy(error));
    const file = options
      .maxBytes(values)
      .then((maxBytes) => options.spool.receive(stream, maxBytes))
      .then((spooled) => ({ ...spooled, name: nameOf(name), declaredType: essenceOf(type) }));
    file.catch(reject);
    receiving.push(file);
  });
  parser.on('field', (name, value, _nameTruncated, isTruncated) => {
    if (isTruncated) reject(badForm('a field is too long'));
    else fields.push([name, value]);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => {
      steps.unpipe(parser);
      reject(badForm(limit));
    });
  }
  try {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    parser.on('finish', resolve);
    feed(req, steps, parser, reject);
    await Promise.race([arrived, failed]);
    const files = await Promise.all(receiving);
    return { files, values };
  } catch (error) {
    req.unpipe(steps);
    steps.unpipe(parser);
    for (const stream of streams) stream.destroy(new Error('the form was given up'));
    for (const file of await Promise.allSettled(receiving)) if (file.status === 'fulfilled') await file.value.discard();
    throw error instanceof AppError ? error : badForm(error);
  }
}

function parserOf(req: IncomingMessage, { fileField, maxFiles }: UploadFormOptions): BusboyInstance {
  const type = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data(?=[\s;])/i.test(type)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const headers: BusboyHeaders = { ...req.headers, 'content-type': type };
  // Clients send their metadata as parts with a type and an empty file name, so the name of the field decides.
  const isPartAFile = (field: string | undefined): boolean => field === fileField;
  try {
    return new Busboy({ headers, isPartAFile, limits: { ...LIMITS, files: maxFiles } });
  } catch (cause) {
    throw badForm(cause);
  }
}

/** The escapes of a form's names (WHATWG HTML, multipart/form-data encoding) undone, without path and control characters. */
function nameOf(sent: string | undefined): string {
  const name = (sent ?? '').replaceAll(/%22|%0[aA]|%0[dD]/g, (escaped) => (escaped === '%22' ? '"' : ' '));
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}/\\]+/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, LONGEST_NAME).join('') || 'sem-nome';
}

function badForm(cause: unknown): AppError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new AppError('BAD_UPLOAD', { cause, detail: detail.slice(0, 200) });
}
