/** Where the bytes of our own pictures come from: the content store, or the folder of public files. */
import { ReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { fileGroups } from '../../shared/cache/groups.ts';
import { type CachePolicy, FILE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ImageSource } from '../../shared/images/source.ts';
import { type ContentBackend, PUBLIC_CALLER } from '../backend/backend.ts';
import type { PictureSource, SourceFile } from './decoder/protocol.ts';

/** 32 MiB: above any photograph that an editor publishes, low enough to hold two of them in memory. */
const MAX_SOURCE_BYTES = 32 * 1_024 * 1_024;

/** Milliseconds for reading one source, all of it: a trickle must not keep a decoder's place. */
const READ_TIMEOUT_MS = 10_000;

/** The bytes are no longer those that `identity` stood for. Find the source again. */
export class SourceChanged extends AppError {
  constructor() {
    super('IMAGE_SOURCE_FAILED', { detail: 'the source changed between two looks' });
  }
}

/** A picture that exists, not yet read. */
export interface OpenSource {
  /** Changes whenever the bytes do. */
  readonly identity: string;
  /** File name as published, for the name of a saved copy. */
  readonly name: string;
  readonly policy: CachePolicy;
  /** Whether what is made of it may be kept here. */
  readonly isKept: boolean;
  /**
   * Reads everything that the decoder cannot read by itself.
   * @throws SourceChanged, or AppError IMAGE_TOO_LARGE, BACKEND_TIMEOUT, BACKEND_UNAVAILABLE or of `fetchRemote`
   */
  read(): Promise<PictureSource>;
}

export interface OwnSourceOptions {
  readonly backend: Pick<ContentBackend, 'file'>;
  readonly publicDirectory: string;
}

/** Returns the name of a source that does not depend on its bytes. */
export function nameOfSource(source: ImageSource): string {
  return source.kind === 'file' ? `file ${source.id}` : `public ${source.path}`;
}

/** Returns the cache groups of an answer made from a source. */
export function groupsOfSource(source: ImageSource): readonly string[] {
  return source.kind === 'file' ? fileGroups(source.id) : [];
}

/** Finds a source, or null when there is none that an anonymous visitor may read. @throws AppError BACKEND_UNAVAILABLE */
export function findOwnSource(source: ImageSource, options: OwnSourceOptions): Promise<OpenSource | null> {
  switch (source.kind) {
    case 'file':
      return findStoredFile(source.id, options.backend);
    case 'public':
      return findPublicFile(source.path, options.publicDirectory);
  }
}

async function findStoredFile(id: string, backend: OwnSourceOptions['backend']): Promise<OpenSource | null> {
  const file = await backend.file(id, PUBLIC_CALLER).catch((cause: unknown) => {
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

/** `path` has no dot segment by its grammar; the real path is compared as well, so that a link cannot lead out of the folder. */
async function findPublicFile(path: string, directory: string): Promise<OpenSource | null> {
  try {
    const folder = resolve(directory);
    const named = join(folder, path);
    const file = await realpath(named);
    // A name that is its own real path has no link in it, nor has its folder, which then need not be asked for.
    const root = file === named ? folder : await realpath(folder);
    const facts = await stat(file);
    if (!file.startsWith(root + sep) || !facts.isFile()) return null;
    return {
      policy: FILE_POLICY,
      isKept: true,
      identity: `public ${path} ${facts.size} ${facts.mtimeMs}`,
      name: path.slice(path.lastIndexOf('/') + 1),
      read: async () => sourceFile(file, facts.size),
    };
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw new AppError('INTERNAL', { cause });
  }
}

function isMissing(cause: unknown): boolean {
  return (
    cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR' || cause.code === 'ENAMETOOLONG')
  );
}

function sourceFile(path: string, size: number): SourceFile {
  checkSize(size);
  return { path, size };
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
 * The file of a store on this disk; null for bytes from elsewhere. A photograph of 2 MB that is read here is copied three times on its
 * way to the decoder, and every tenth of them costs a whole collection of this process's memory. A disk that hangs for longer than a
 * decoder may take is not told from a picture that does: its source is suspected for a while.
 */
function fileBehind(stream: Readable, size: number): SourceFile | null {
  if (!(stream instanceof ReadStream) || typeof stream.path !== 'string') return null;
  stream.on('error', () => {
    // What keeps the file from being opened here meets the decoder too, which says so.
  });
  stream.destroy();
  return { path: resolve(stream.path), size };
}

async function readAll(size: number, stream: Readable): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  // The size is what the store says; what arrives is counted too.
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
