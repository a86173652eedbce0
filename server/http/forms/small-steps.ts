/**
 * Hands a form to its parser in small steps. The parser goes through what it is given to the end, whatever it meets there, and one chunk of a
 * connection has room for ten thousand empty parts, which take a third of a second. Between two steps it can be stopped.
 */
import { Transform } from 'node:stream';

const STEP_BYTES = 2_048;

/** Makes the stream that stands between a request and its parser; `unpipe` of it stops the parser at once. */
export function smallSteps(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += STEP_BYTES) this.push(chunk.subarray(at, at + STEP_BYTES));
      done();
    },
  });
}
