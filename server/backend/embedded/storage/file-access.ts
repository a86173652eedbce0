/**
 * Permission to read a file: `storage.files` is read as the caller, through the same engine and permissions as every other row. A role
 * cannot download what it cannot select there.
 */
import { z } from 'zod';
import type { Caller, ExecuteOptions, GraphqlAnswer, GraphqlRequest, StoredFile } from '../../backend.ts';
import type { FileDocuments } from './file-documents.ts';
import { type FileStore, sha256Of } from './file-store.ts';

interface Engine {
  execute(request: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer>;
}

/** Milliseconds for reading one row by its key, which takes a few of them. */
const LOOKUP_TIMEOUT_MS = 5_000;

const Uploaded = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.coerce.number().int().nonnegative(),
  etag: z.string(),
  isUploaded: z.literal(true),
  updatedAt: z.coerce.date(),
});

/** A row whose upload has not ended has no content yet, and nulls in columns that a finished one fills. */
const Unfinished = z.object({ isUploaded: z.literal([false, null]) });

const Visible = z.object({ file: z.discriminatedUnion('isUploaded', [Uploaded, Unfinished]).nullable() });

/** Answers `ContentBackend.file` from the engine (permission) and the store (bytes). */
export function createFileAccess(
  engine: Engine,
  files: FileStore,
  documents: FileDocuments | undefined,
): (id: string, caller: Caller) => Promise<StoredFile | null> {
  const query = documents?.look;
  return async (id, caller) => {
    if (query === undefined) return null;
    const answer = await engine.execute({ query, variables: { id }, operationName: 'Arquivo' }, { caller, timeoutMs: LOOKUP_TIMEOUT_MS });
    if (answer.kind === 'errors') return refused(answer.errors);
    const { file } = Visible.parse(JSON.parse(answer.json));
    if (file === null || file.isUploaded !== true) return null;
    return storedFile(files, file);
  };
}

/** Returns what may be sent of a file, whose bytes must be in the store. @throws FileBytesMissingError */
export async function storedFile(files: FileStore, file: Omit<StoredFile, 'open' | 'release'>): Promise<StoredFile> {
  const stored = { ...file, sha256: sha256Of(file.etag) };
  await files.verify(stored);
  return { ...file, open: (range) => files.open(stored, range) };
}

// A role without any permission on the table has no such field at all, and may not learn more than "no such file".
const NO_PERMISSION = new Set(['validation-failed', 'access-denied', 'permission-error']);

function refused(errors: Extract<GraphqlAnswer, { kind: 'errors' }>['errors']): null {
  const [first] = errors;
  if (first !== undefined && NO_PERMISSION.has(first.extensions.code)) return null;
  throw new Error(`the file could not be looked up: ${first?.message ?? 'no reason given'}`);
}
