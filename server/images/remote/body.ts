/** The bytes of an answer, with its content coding undone and every byte counted after that: a small body can unfold without end. */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../../../shared/errors/app-error.ts';
import { splitList } from '../../message/field-lines.ts';

/** 16 MiB: a photograph for the web has less than five. */
export const MAX_REMOTE_BYTES: number = 16 * 1_024 * 1_024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads everything. The answer is destroyed when this rejects.
 * @throws AppError IMAGE_SOURCE_TOO_LARGE beyond the limit; IMAGE_SOURCE_FAILED for an unknown or a second coding, a wrong one, and a
 * body that is cut or longer than it said.
 */
export async function readBody(answer: IncomingMessage): Promise<Buffer> {
  try {
    const length = answer.headers['content-length'];
    if (length !== undefined && Number(length) > MAX_REMOTE_BYTES) throw tooLarge();
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
  // The error of either stream ends the other; whoever reads the second one meets it.
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
