/** The bytes of our own pictures: from the content store, or from the folder of public files. */

import { ReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { fileGroups } from '../../shared/cache/groups.ts';
import { type CachePolicy, FILE_POLICY, NEVER_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { hasErrorCode } from '../../shared/errors/error-code.ts';
import type { ImageSource } from '../../shared/images/source.ts';
import type { Caller, ContentBackend, StoredFile } from '../backend/backend.ts';
import type { PictureSource, SourceFile } from './decoder/protocol.ts';

/** 32 MiB: larger than any published photograph, small enough to hold two in memory. */
const MAX_SOURCE_BYTES = 32 * 1_024 * 1_024;

/** Milliseconds in which a source must be read completely, so that a slow one does not occupy a decoder. */
const READ_TIMEOUT_MS = 10_000;

/** The bytes are not those that `identity` identifies. The caller must find the source again. */
export class SourceChanged extends AppError {
  constructor() {
    super('IMAGE_SOURCE_FAILED', { detail: 'the source changed between two looks' });
  }
}

/** A source that was found, not yet read. */
export interface OpenSource {
  /** Changes whenever the bytes do. */
  readonly identity: string;
  /** Published file name, from which the name of a saved copy is made. */
  readonly name: string;
  readonly policy: CachePolicy;
  /** Whether its derivatives may be stored. */
  readonly isKept: boolean;
  /**
   * Reads the bytes, unless the decoder can read the file itself.
   * @throws SourceChanged, or AppError IMAGE_TOO_LARGE, BACKEND_TIMEOUT, BACKEND_UNAVAILABLE or of `fetchRemote`
   */
  read(): Promise<PictureSource>;
}

export interface OwnSourceOptions {
  /** Returns a file that the public may read; null when there is none. */
  readonly fileOf: (id: string) => Promise<StoredFile | null>;
  readonly publicDirectory: string;
}

/** Returns the name of a source, which stays when its bytes change. */
export function nameOfSource(source: ImageSource): string {
  return source.kind === 'file' ? `file ${source.id}` : `public ${source.path}`;
}

/** Returns the cache groups of answers that are made from a source. */
export function groupsOfSource(source: ImageSource): readonly string[] {
  return source.kind === 'file' ? fileGroups(source.id) : [];
}

/** Finds a source; null when there is no public one. @throws AppError BACKEND_UNAVAILABLE */
export function findOwnSource(source: ImageSource, options: OwnSourceOptions): Promise<OpenSource | null> {
  switch (source.kind) {
    case 'file':
      return findStoredFile(source.id, options);
    case 'public':
      return findPublicFile(source.path, options.publicDirectory);
  }
}

/** Finds a file that `caller` may read though the public may not; nothing that is made of it is stored. @throws AppError */
export async function findForCaller(
  source: ImageSource,
  caller: Caller,
  backend: Pick<ContentBackend, 'file'>,
): Promise<OpenSource | null> {
  if (source.kind !== 'file') return null;
  const found = await findStoredFile(source.id, { fileOf: (id) => backend.file(id, caller) });
  return found === null ? null : { ...found, policy: NEVER_POLICY, isKept: false };
}

async function findStoredFile(id: string, { fileOf }: Pick<OwnSourceOptions, 'fileOf'>): Promise<OpenSource | null> {
  const file = await fileOf(id).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('BACKEND_UNAVAILABLE', { cause });
  });
  if (file === null) return null;
  return {
    identity: `file ${file.id} ${file.etag}`,
    policy: FILE_POLICY,
    isKept: true,
    name: file.name,
    read: () => readStored(file.size, () => file.open()),
  };
}

/** The grammar of `path` excludes dot segments; its real path is compared too, so that no symbolic link leads out of the folder. */
async function findPublicFile(path: string, directory: string): Promise<OpenSource | null> {
  try {
    const folder = resolve(directory);
    const named = join(folder, path);
    const file = await realpath(named);
    // When the path equals its real path, neither it nor its folder contains a link.
    const root = file === named ? folder : await realpath(folder);
    const facts = await stat(file);
    if (!file.startsWith(root + sep) || !facts.isFile()) return null;
    return {
      policy: FILE_POLICY,
      isKept: true,
      identity: `public ${path} ${facts.size} ${facts.mtimeMs}`,
      name: path.slice(path.lastIndexOf('/') + 1),
      read: async () => {
        checkSize(facts.size);
        return { path: file, size: facts.size };
      },
    };
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return null;
    throw new AppError('INTERNAL', { cause });
  }
}

async function readStored(size: number, openStream: () => Readable): Promise<PictureSource> {
  checkSize(size);
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  try {
    const stream = openStream();
    return fileBehind(stream, size) ?? (await readAll(size, addAbortSignal(signal, stream)));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(signal.aborted ? 'BACKEND_TIMEOUT' : 'BACKEND_UNAVAILABLE', { cause, detail: 'picture not read' });
  }
}

/**
 * Returns the file behind a stream of a store on this disk; null for other streams. The decoder reads such a file itself: a photograph of 2 MB
 * that is read here is copied three times on its way, and every tenth one causes a full garbage collection (measured). A disk that hangs for
 * longer than the decoder's time limit looks like a picture that does, so its source is quarantined.
 */
function fileBehind(stream: Readable, size: number): SourceFile | null {
  if (!(stream instanceof ReadStream) || typeof stream.path !== 'string') return null;
  stream.on('error', () => {
    // The decoder will get the same error and report it.
  });
  stream.destroy();
  return { path: resolve(stream.path), size };
}

async function readAll(size: number, stream: Readable): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  // The size comes from the store, so the received bytes are counted too.
  for await (const chunk of stream) {
    const piece = chunk as Uint8Array;
    if (length + piece.length > size) throw new AppError('BACKEND_UNAVAILABLE', { detail: `more than ${size} bytes` });
    bytes.set(piece, length);
    length += piece.length;
  }
  if (length !== size) throw new AppError('BACKEND_UNAVAILABLE', { detail: `${length} of ${size} bytes` });
  return bytes;
}

function checkSize(size: number): void {
  if (size > MAX_SOURCE_BYTES) throw new AppError('IMAGE_TOO_LARGE', { detail: `${size} bytes` });
}
