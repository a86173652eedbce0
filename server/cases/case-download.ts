import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { StoredFile } from '../backend/backend.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { isPrematureClose } from '../http/responses.ts';

/** Parts of the site that follow the end of a response (4), and what Node's pipeline adds to one (7): more than the ten above which Node warns of a leak. */
const CLOSE_LISTENERS = 20;

/**
 * Sends a file of a case as a download: a stranger's file is never shown as a page of this site. Resolves when it is sent or the client has
 * disconnected; the file is closed in any case. @throws what the storage throws, after which the connection is closed
 */
export async function sendCaseDownload(res: ServerResponse, file: StoredFile): Promise<void> {
  // The client may have disconnected while the file was looked up.
  if (res.destroyed) {
    file.release?.();
    return;
  }
  res.setHeader('Content-Type', file.mimeType);
  res.setHeader('Content-Disposition', contentDisposition('attachment', file.name));
  res.setHeader('Content-Length', file.size);
  res.setMaxListeners(CLOSE_LISTENERS);
  try {
    await pipeline(file.open(), res);
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  }
}
