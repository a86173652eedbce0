import { Readable } from 'node:stream';
import type { ByteRange } from '../message/byte-ranges.ts';
import type { MultipartFraming } from '../message/multipart-byteranges.ts';

/** Streams a multipart body; `open` is called for one range after the other, never for two at the same time. */
export function multipartStream({ parts, end }: MultipartFraming, open: (range: ByteRange) => Readable): Readable {
  let current: Readable | undefined;
  async function* pieces(): AsyncGenerator<Uint8Array | string> {
    for (const { head, range } of parts) {
      yield head;
      current = open(range);
      yield* current;
    }
    yield end;
  }
  const turn = pieces();
  return new Readable({
    read() {
      turn.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    // A generator that waits for bytes cannot be ended from outside, but the stream that it waits for can.
    destroy(error, done) {
      current?.destroy();
      done(error);
    },
  });
}
