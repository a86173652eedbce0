/**
 * The file of a backup: a compressed tar, so that any tool opens it. `linhas/` has the rows of the tables in pieces, `arquivos/` the contents of
 * the files under their SHA-256, and `manifesto.json`, the last, what there must be. A file that was cut has no manifest.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { type Manifest, manifestSchema } from './manifest.ts';

/** The file cannot be restored: it is cut, damaged, or of another program. The message is for the operator. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

const MANIFEST = 'manifesto.json';
const ROWS = 'linhas/';
const FILES = 'arquivos/';

/** More than any manifest of a site with a million files, which are not named in it. */
const LARGEST_MANIFEST = 64 * 2 ** 20;

export interface ArchiveWriter {
  /** Adds a piece of rows. Returns its name and digest for the manifest. */
  addRows(table: number, piece: number, bytes: Uint8Array): Promise<{ readonly name: string; readonly sha256: string }>;
  /** Adds the content of a file; its size must be the right one. Resolves with the digest that the bytes have. */
  addFile(sha256: string, size: number, content: Readable): Promise<string>;
  /** Resolves when everything is written to the output. */
  finish(manifest: Manifest): Promise<void>;
}

/** Writes to `output`, which is ended at the end. */
export function writeArchive(output: Writable): ArchiveWriter {
  const tar = pack();
  // Pictures and PDFs do not get smaller; rows do at any level.
  const written = pipeline(tar, createGzip({ level: 3 }), output);
  written.catch(() => undefined);
  const add = (name: string, bytes: Uint8Array): Promise<void> => entered(tar, { name, size: bytes.length }, bytes, written);
  return {
    async addRows(table, piece, bytes) {
      const name = `${ROWS}${table}/${String(piece).padStart(6, '0')}.jsonl`;
      await add(name, bytes);
      return { name, sha256: digestOf(bytes) };
    },
    async addFile(sha256, size, content) {
      const hash = createHash('sha256');
      content.on('data', (chunk: Buffer) => hash.update(chunk));
      await entered(tar, { name: FILES + sha256, size }, content, written);
      return hash.digest('hex');
    },
    async finish(manifest) {
      await add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
      tar.finalize();
      await written;
    },
  };
}

/** Rejects also when the output fails meanwhile, when the entry would wait for it for ever, or has failed before. */
async function entered(
  tar: Pack,
  header: { readonly name: string; readonly size: number },
  content: Uint8Array | Readable,
  written: Promise<void>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = (error?: Error | null): void => (error ? reject(error) : resolve());
  // Its error says why the next line would be refused.
  if (tar.destroyed) await written;
  const entry = tar.entry({ ...header, mode: 0o600, mtime: new Date(0) }, end);
  if (content instanceof Uint8Array) entry.end(content);
  else pipeline(content, entry).catch(reject);
  await Promise.race([promise, written]);
}

export type ArchiveEntry =
  | { readonly kind: 'rows'; readonly name: string; readonly bytes: Buffer }
  | { readonly kind: 'file'; readonly sha256: string; readonly content: Readable };

/**
 * Reads the whole file and compares it with its manifest, which it returns. Writes nothing.
 * @throws ArchiveError naming what is wrong
 */
export async function proveArchive(file: string): Promise<Manifest> {
  const pieces = new Map<string, string>();
  const files = { count: 0, bytes: 0 };
  const damaged: string[] = [];
  let manifest: Manifest | undefined;
  try {
    for await (const { name, content } of entriesOf(file)) {
      if (manifest !== undefined) throw new ArchiveError(`${name} follows the manifest`);
      if (name === MANIFEST) {
        manifest = manifestOf(await bytesOf(content, LARGEST_MANIFEST));
        continue;
      }
      const { sha256, size } = await measured(content);
      if (name === FILES + sha256) {
        files.count += 1;
        files.bytes += size;
      } else if (name.startsWith(FILES)) {
        damaged.push(name.slice(FILES.length));
      } else if (name.startsWith(ROWS)) {
        pieces.set(name, sha256);
      } else {
        throw new ArchiveError(`${name} is damaged`);
      }
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`it cannot be read to its end: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (manifest === undefined) throw new ArchiveError('it has no manifest: it was cut, or is no backup of this site');
  compare(manifest, pieces, files);
  // What was damaged when the backup was made is in its manifest.
  const { missing } = manifest.files;
  const unexpected = damaged.find((sha256) => !missing.includes(sha256));
  if (unexpected !== undefined) throw new ArchiveError(`${FILES}${unexpected} is damaged`);
  return manifest;
}

function compare(manifest: Manifest, pieces: ReadonlyMap<string, string>, files: { readonly count: number; readonly bytes: number }): void {
  const named = manifest.tables.flatMap((table) => table.pieces);
  const wrong = named.find(({ name, sha256 }) => pieces.get(name) !== sha256);
  if (wrong !== undefined) throw new ArchiveError(`${wrong.name} is missing or damaged`);
  if (named.length !== pieces.size) throw new ArchiveError('it holds rows that its manifest does not name');
  const { count, bytes } = manifest.files;
  if (files.count !== count || files.bytes !== bytes) throw new ArchiveError(`it holds ${files.count} files in place of ${count}`);
}

function manifestOf(bytes: Buffer): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(bytes.toString('utf8')));
  if (!parsed.success) throw new ArchiveError('its manifest is of another version of this program');
  return parsed.data;
}

/** Rows and files of a verified archive, in its order. The content of a file must be consumed before the next entry. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  for await (const { name, content } of entriesOf(file)) {
    if (name.startsWith(FILES)) yield { kind: 'file', sha256: name.slice(FILES.length), content };
    else if (name.startsWith(ROWS)) yield { kind: 'rows', name, bytes: await bytesOf(content, LARGEST_MANIFEST) };
    else await measured(content);
  }
}

async function* entriesOf(file: string): AsyncGenerator<{ readonly name: string; readonly content: Readable }> {
  const tar = extract();
  const read = pipeline(createReadStream(file), createGunzip(), tar);
  read.catch(() => undefined);
  // The library's streams are not Node's.
  for await (const entry of tar) yield { name: entry.header.name, content: Readable.from(entry, { objectMode: false }) };
  await read;
}

async function bytesOf(content: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new ArchiveError('one of its parts is larger than any of a backup');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function measured(content: Readable): Promise<{ readonly sha256: string; readonly size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
