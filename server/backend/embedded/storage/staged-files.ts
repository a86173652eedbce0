/** Contents on their way into a store, as files in a folder of their own. */

import { createHash } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { undefinedIfMissing } from '../../../../shared/errors/error-code.ts';
import { ABANDONED_AFTER_MS, type Blob } from './blob-store.ts';

/** Writes a new file, readable by the server's user only, and says what was written. A fault leaves no file. */
export async function writeHashed(file: string, content: Uint8Array | Readable, sync: boolean): Promise<Blob> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of content instanceof Readable ? content : [content]) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
      hash.update(bytes);
      size += bytes.length;
      await handle.writeFile(bytes);
    }
    if (sync) await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), size };
}

/** Deletes the files of a folder that processes left behind more than a day ago. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  const before = Date.now() - ABANDONED_AFTER_MS;
  for (const name of (await readdir(folder).catch(undefinedIfMissing)) ?? []) {
    const file = path.join(folder, name);
    const facts = await stat(file).catch(undefinedIfMissing);
    if (facts !== undefined && facts.mtimeMs < before) await rm(file, { force: true });
  }
}
