/** Reads the body of a remote response and removes its content coding. Decoded bytes are counted, because a small body can decode to any size. */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../../../shared/errors/app-error.ts';
import { contentLengthOf } from '../../message/content-framing.ts';
import { splitList } from '../../message/field-lines.ts';

/** 16 MiB; a photograph for the web has less than five. */
export const MAX_REMOTE_BYTES: number = 16 * 1_024 * 1_024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads the whole body, and destroys the response when it rejects.
 * @throws AppError IMAGE_SOURCE_TOO_LARGE beyond the limit; IMAGE_SOURCE_FAILED for an unknown, wrong or second coding, and for a body
 * that is shorter or longer than its Content-Length
 */
export async function readBody(answer: IncomingMessage): Promise<Buffer> {
  try {
    if ((contentLengthOf(answer.rawHeaders) ?? 0) > MAX_REMOTE_BYTES) throw tooLarge();
    return await collect(decoded(answer));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('IMAGE_SOURCE_FAILED', { cause, detail: 'the body did not arrive whole' });
  } finally {
    answer.destroy();
  }
}

function decoded(answer: IncomingMessage): Readable {
  const codings = splitList((answer.headers['content-encoding'] ?? '').toLowerCase()).filter((coding) => coding !== 'identity');
  const [coding, ...more] = codings;
  if (coding === undefined) return answer;
  const start = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (start === undefined || more.length > 0) {
    throw new AppError('IMAGE_SOURCE_FAILED', { detail: `${codings.length} content codings, or one that is unknown` });
  }
  // `pipeline` destroys both streams with the error of either, and the reader of the second one gets it.
  return pipeline(answer, start(), () => {});
}

async function collect(body: Readable): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = chunk as Uint8Array;
    length += bytes.length;
    if (length > MAX_REMOTE_BYTES) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, length);
}

function tooLarge(): AppError {
  return new AppError('IMAGE_SOURCE_TOO_LARGE', { detail: `more than ${MAX_REMOTE_BYTES} bytes` });
}
