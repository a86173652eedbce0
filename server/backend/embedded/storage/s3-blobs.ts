/**
 * The bytes of files in a bucket, under the names that they have in a folder. A put is one request with the length and the SHA-256 of its
 * body, so the service stores all of it or nothing. A stream is written to a local file first: its length and hash are not known before.
 */
import { createHash, hash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { formatRange, parseContentRange } from '../../../message/byte-ranges.ts';
import { type BlobStore, type ByteRange, blobPath, FileBytesMissingError, type StagedBlob, type Blob as StoredBlob } from './blob-store.ts';
import { pulledStream } from './pulled-stream.ts';
import { S3Client, type S3Options } from './s3-client.ts';
import { removeAbandonedFiles, writeHashed } from './staged-files.ts';

type Body = Uint8Array<ArrayBuffer> | Blob;

/** Milliseconds for a marker, which is a few bytes, to its end and with all attempts. */
const MARKER_MS = 30_000;

export class S3Blobs implements BlobStore {
  readonly #client: S3Client;
  readonly #spool: string;
  readonly #markerMs: number;

  /** `spool` is a folder for streams on their way to the service; made when it is needed. */
  constructor(options: S3Options, spool: string) {
    this.#client = new S3Client(options);
    this.#spool = spool;
    this.#markerMs = options.headMs === undefined ? MARKER_MS : 3 * options.headMs;
  }

  async stage(content: Uint8Array | Readable): Promise<StagedBlob> {
    if (!(content instanceof Readable)) {
      const bytes = new Uint8Array(content);
      const blob = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
      return { ...blob, keep: () => this.#put(blob, bytes), discard: () => Promise.resolve() };
    }
    await mkdir(this.#spool, { recursive: true, mode: 0o700 });
    const file = path.join(this.#spool, randomUUID());
    const blob = await writeHashed(file, content, false);
    const discard = (): Promise<void> => rm(file, { force: true });
    const keep = async (): Promise<void> => {
      try {
        await this.#put(blob, await openAsBlob(file));
      } finally {
        await discard();
      }
    };
    return { ...blob, keep, discard };
  }

  async #put({ sha256, size }: StoredBlob, bytes: Body): Promise<void> {
    if ((await this.size(sha256)) === size) return;
    await this.#client.send({ method: 'PUT', key: blobPath(sha256), body: { bytes, sha256 } });
  }

  async size(sha256: string): Promise<number | undefined> {
    const response = await this.#client.send({ method: 'HEAD', key: blobPath(sha256) });
    return response.status === 404 ? undefined : Number(response.headers.get('Content-Length') ?? Number.NaN);
  }

  open(sha256: string, range?: ByteRange): Readable {
    return pulledStream((signal) => this.#pieces(sha256, range, signal));
  }

  async *#pieces(sha256: string, range: ByteRange | undefined, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const wanted = range === undefined ? undefined : { first: range.start, last: range.end };
    const part = wanted === undefined ? {} : { range: formatRange(wanted) };
    const response = await this.#client.send({ method: 'GET', key: blobPath(sha256), ...part, signal });
    if (response.status === 404) throw new FileBytesMissingError(`the bucket holds no content ${sha256}`);
    // A service that ignores the range would be read from its first byte.
    const sent = parseContentRange(response.headers.get('Content-Range'), null);
    if (wanted !== undefined && (sent?.first !== wanted.first || sent.last !== wanted.last)) {
      await response.body?.cancel();
      throw new FileBytesMissingError(`the bucket gave another part of the content ${sha256}`);
    }
    if (response.body !== null) yield* response.body;
  }

  async remove(sha256: string): Promise<void> {
    await this.#client.send({ method: 'DELETE', key: blobPath(sha256) });
  }

  flush(): Promise<void> {
    // The service has acknowledged each put.
    return Promise.resolve();
  }

  removeAbandoned(): Promise<void> {
    // A put is all or nothing, so only this machine has rests.
    return removeAbandonedFiles(this.#spool);
  }

  async writeMarker(replica: string): Promise<void> {
    const bytes = new TextEncoder().encode(replica);
    await this.#client.send({ method: 'PUT', key: markerKey(replica), body: { bytes, sha256: hash('sha256', bytes) } });
  }

  async hasMarker(replica: string): Promise<boolean> {
    const response = await this.#client.send({ method: 'GET', key: markerKey(replica), signal: AbortSignal.timeout(this.#markerMs) });
    return response.status !== 404 && (await response.text()) === replica;
  }

  async removeMarker(replica: string): Promise<void> {
    await this.#client.send({ method: 'DELETE', key: markerKey(replica) });
  }
}

function markerKey(replica: string): string {
  return `replicas/${replica}`;
}
