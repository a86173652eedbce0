/** Sends a file that is made in parts: whole and with a validator while it is small, streamed beyond. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { isPrematureClose } from '../http/responses.ts';
import { entityTag, sendValidated } from '../http/validators.ts';

/** Bytes of a file that is kept whole before it is sent, so that it has an entity tag. A list of some thousand rows is below it. */
const WHOLE = 4 * 1024 * 1024;

/**
 * Sends the parts. `setFields` is called before the head is sent, after the first part. A fault in the first parts is thrown; a later one ends the
 * connection, so that no client takes half a file for a whole one (RFC 9112 section 8).
 */
export async function sendParts(req: Request, res: Response, parts: AsyncIterator<string>, setFields: () => void): Promise<void> {
  const kept: Buffer[] = [];
  let bytes = 0;
  while (bytes <= WHOLE) {
    const { done, value } = await parts.next();
    if (done === true) {
      setFields();
      const body = Buffer.concat(kept);
      sendValidated(req, res, body, entityTag(body));
      return;
    }
    const part = Buffer.from(value);
    kept.push(part);
    bytes += part.byteLength;
  }
  setFields();
  await stream(req, res, kept, parts);
}

async function stream(req: Request, res: Response, kept: readonly Buffer[], parts: AsyncIterator<string>): Promise<void> {
  if (req.method === 'HEAD') {
    res.end();
    await parts.return?.();
    return;
  }
  try {
    await pipeline(Readable.from(partsAfter(kept, parts)), res);
  } catch (error) {
    // A fault of the rows ends the connection, which the error handler does and logs.
    if (!isPrematureClose(error)) throw error;
  }
}

async function* partsAfter(kept: readonly Buffer[], parts: AsyncIterator<string>): AsyncGenerator<Buffer> {
  try {
    yield* kept;
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield Buffer.from(next.value);
  } finally {
    await parts.return?.();
  }
}
