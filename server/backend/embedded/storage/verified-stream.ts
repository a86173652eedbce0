import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { FileBytesMissingError } from './blob-store.ts';

/**
 * Passes a content on, one piece late, and fails in place of the last piece where the bytes are not those of the hash: a store that lies, or a disk that
 * has rotted. SHA-256 costs 0.5 ms of processor time for each MB.
 */
export function verifiedStream(content: Readable, sha256: string): Readable {
  const hash = createHash('sha256');
  let held: Buffer | null = null;
  const verified = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      const before = held;
      held = piece;
      done(null, before);
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, held);
      else done(new FileBytesMissingError(`the store gave other bytes than the content ${sha256}`));
    },
  });
  // The reader of the stream hears of every error; leaving it ends the source.
  pipeline(content, verified, () => undefined);
  return verified;
}
