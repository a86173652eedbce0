/** Sends a file that is made in parts: whole and with a validator while it is small, streamed beyond. */
import { once } from 'node:events';
import type { Request, Response } from 'express';
import { entityTag, sendValidated } from '../http/validators.ts';

/** Bytes of a file that is kept whole before it is sent, so that it has an entity tag and a date. A list of some thousand rows is below it. */
const WHOLE = 4 * 1024 * 1024;

/**
 * Sends the parts. `setFields` is called before the head is sent, after the first part. A fault in the first parts is thrown; a later one ends the
 * connection, so that nobody takes half a file for a whole one (RFC 9112 section 8).
 */
export async function sendParts(req: Request, res: Response, parts: AsyncIterator<string>, setFields: () => void): Promise<void> {
  const kept: Buffer[] = [];
  let bytes = 0;
  while (bytes <= WHOLE) {
    const { done, value } = await parts.next();
    if (done === true) {
      setFields();
      const body = Buffer.concat(kept);
      // The file is made at this moment; its stored copies keep the date until a change purges them.
      res.setHeader('Last-Modified', new Date().toUTCString());
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
    return;
  }
  try {
    for (const part of kept) res.write(part);
    for (let next = await parts.next(); next.done !== true && !res.destroyed; next = await parts.next()) {
      if (!res.write(next.value)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
    }
    res.end();
  } catch (error) {
    res.destroy(error instanceof Error ? error : new Error(String(error)));
  } finally {
    await parts.return?.();
  }
}
