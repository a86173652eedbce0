/** How hard each coding works, by what its result is for. All of it is done in the thread pool. */
import { promisify } from 'node:util';
import {
  type BrotliCompress,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  type Gzip,
  gzip,
  type ZstdCompress,
  zstdCompress,
} from 'node:zlib';
import type { Coding } from '../response/content-coding.ts';

export type EncodingStream = BrotliCompress | Gzip | ZstdCompress;

type Compress = (body: Buffer) => Promise<Buffer>;

const brotli =
  (quality: number): Compress =>
  (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    });

const zstd =
  (level: number): Compress =>
  (body) =>
    promisify(zstdCompress)(body, { params: { [constants.ZSTD_c_compressionLevel]: level } });

/** What is made once and sent often. Brotli's highest costs ten times the one before it for a few bytes in a hundred. */
export const BEST: Readonly<Record<Coding, Compress>> = {
  br: brotli(10),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
  zstd: zstd(15),
};

/** What is sent until the best is there: a page in one to three milliseconds each, an eighth larger. */
export const QUICK: Readonly<Record<Coding, Compress>> = {
  br: brotli(4),
  gzip: (body) => promisify(gzip)(body, { level: 5 }),
  zstd: zstd(3),
};

/** What is made while a client waits. */
export const STREAMING: Readonly<Record<Coding, () => EncodingStream>> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 6 }),
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
};
