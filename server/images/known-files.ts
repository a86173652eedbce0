/**
 * Descriptions of stored files that the public may read, kept in process under the cache groups of the file: a picture that is made already
 * costs no question to the content backend. The bytes are opened only where a picture is to be made.
 */
import type { Readable } from 'node:stream';
import { fileGroups } from '../../shared/cache/groups.ts';
import { FILE_TABLE } from '../../shared/content/content-rules.ts';
import { type ContentBackend, PUBLIC_CALLER, type StoredFile } from '../backend/backend.ts';
import type { GroupedCache } from '../memory/grouped-cache.ts';

export type FileCache = GroupedCache<StoredFile>;

/** Bytes of a description with its groups in memory. */
const DESCRIPTION_BYTES = 1_000;

const TABLES: ReadonlySet<string> = new Set([FILE_TABLE]);

/** A file that is not public is not kept: it may become so with an event that does not name it. */
class NotPublic extends Error {}

/** Returns the lookup of a file as the backend answers it to the public. @throws the backend's failure */
export function knownFiles(backend: Pick<ContentBackend, 'file'>, cache: FileCache): (id: string) => Promise<StoredFile | null> {
  const ask = async (id: string): Promise<StoredFile> => {
    const file = await backend.file(id, PUBLIC_CALLER);
    if (file === null) throw new NotPublic();
    return { ...file, open: (range) => forgetOnError(file.open(range), id) };
  };
  // The bytes are not those described any more, so the next request must look again.
  const forgetOnError = (stream: Readable, id: string): Readable => stream.once('error', () => cache.forget(id));
  const load = async (id: string) => ({ value: await ask(id), bytes: DESCRIPTION_BYTES, groups: fileGroups(id), tables: TABLES });
  return async (id) => {
    try {
      return await cache.get(id, () => load(id));
    } catch (error) {
      if (error instanceof NotPublic) return null;
      throw error;
    }
  };
}
