/** Where the bytes of our own pictures come from: the content store, or the folder of public files. */
import { open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { fileGroups } from '../../shared/cache/groups.ts';
import { type CachePolicy, FILE_POLICY } from '../../shared/cache/policy.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ImageSource } from '../../shared/images/source.ts';
import { type ContentBackend, PUBLIC_CALLER } from '../backend/backend.ts';

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
  /** Reads everything. @throws SourceChanged, or AppError IMAGE_TOO_LARGE, BACKEND_TIMEOUT, BACKEND_UNAVAILABLE or of `fetchRemote` */
  read(): Promise<Buffer>;
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
    read: () => readAll(file.size, () => file.open()),
  };
}

/** `path` has no dot segment by its grammar; the real path is compared as well, so that a link cannot lead out of the folder. */
async function findPublicFile(path: string, directory: string): Promise<OpenSource | null> {
  try {
    const root = await realpath(directory);
    const file = await realpath(join(root, path));
    const facts = await stat(file);
    if (!file.startsWith(root + sep) || !facts.isFile()) return null;
    return {
      policy: FILE_POLICY,
      isKept: true,
      identity: `public ${path} ${facts.size} ${facts.mtimeMs}`,
      name: path.slice(path.lastIndexOf('/') + 1),
      read: () => readFileWhole(file, facts.size),
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

/** In one read: pieces would cost a photograph of 2 MB three times the work. */
async function readFileWhole(path: string, size: number): Promise<Buffer> {
  checkSize(size);
  const file = await open(path);
  try {
    const bytes = Buffer.allocUnsafeSlow(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    if (bytesRead !== size) throw new AppError('BACKEND_UNAVAILABLE', { detail: `${bytesRead} of ${size} bytes` });
    return bytes;
  } finally {
    await file.close();
  }
}

async function readAll(size: number, openStream: () => Readable): Promise<Buffer> {
  checkSize(size);
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  try {
    const bytes = Buffer.allocUnsafeSlow(size);
    let length = 0;
    // The size is what the store says; what arrives is counted too.
    for await (const chunk of addAbortSignal(signal, openStream())) {
      const piece = chunk as Uint8Array;
      if (length + piece.length > size) throw new AppError('BACKEND_UNAVAILABLE', { detail: `more than ${size} bytes` });
      bytes.set(piece, length);
      length += piece.length;
    }
    if (length !== size) throw new AppError('BACKEND_UNAVAILABLE', { detail: `${length} of ${size} bytes` });
    return bytes;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(signal.aborted ? 'BACKEND_TIMEOUT' : 'BACKEND_UNAVAILABLE', { cause, detail: 'picture not read' });
  }
}

function checkSize(size: number): void {
  if (size > MAX_SOURCE_BYTES) throw new AppError('IMAGE_TOO_LARGE', { detail: `${size} bytes` });
}
