/** Writes files into a ZIP while it is read, and a list of their SHA-256 sums behind them, as `sha256sum -c` reads it. */
import { createHash } from 'node:crypto';
import { PassThrough, pipeline, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';

export interface PackedFile {
  /** Name inside the package; plain, and not that of another one. */
  readonly name: string;
  readonly changedAt: Date;
  /** Called when it is this file's turn. */
  readonly open: () => Promise<Readable>;
}

const SUMS_NAME = 'SHA256SUMS.txt';

/**
 * Returns the bytes of the package. Files are stored as they are, for most are compressed in themselves, and one is open at a time. A fault of a
 * file ends the stream with it; a reader that stops destroys the stream, which closes the file that is open.
 */
export function packageStream(files: readonly PackedFile[]): Readable {
  const zip = new ZipFile();
  const sums: string[] = [];
  const out = new PassThrough();
  let current: Readable | null = null;
  const fail = (error: unknown): void => void out.destroy(error instanceof Error ? error : new Error(String(error)));
  out.once('close', () => current?.destroy());
  zip.on('error', fail);
  for (const { name, changedAt, open } of files) {
    zip.addReadStreamLazy(name, { compress: false, mtime: changedAt }, (give) => {
      open().then((source) => {
        if (out.destroyed) {
          source.on('error', () => undefined).destroy();
          return;
        }
        current = source;
        give(
          null,
          summed(source, (sum) => sums.push(`${sum}  ${name}\n`), fail),
        );
      }, fail);
    });
  }
  zip.addReadStreamLazy(SUMS_NAME, { compress: false }, (give) => give(null, Readable.from([Buffer.from(sums.join(''))])));
  zip.end();
  pipeline(zip.outputStream, out, (error) => {
    if (error) fail(error);
  });
  return out;
}

function summed(source: Readable, done: (sum: string) => void, fail: (error: unknown) => void): Readable {
  const hash = createHash('sha256');
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      hash.update(chunk);
      next(null, chunk);
    },
    flush: (next) => {
      done(hash.digest('hex'));
      next();
    },
  });
  return pipeline(source, through, (error) => {
    if (error) fail(error);
  });
}
