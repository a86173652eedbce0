import { Transform } from 'node:stream';

export interface ExactLengthOptions {
  /** Milliseconds in which at least one chunk must pass, or the transfer fails. */
  readonly stalledMs: number;
}

/**
 * Passes bytes on and fails when they are fewer or more than promised. Without it a body that ends early leaves the client waiting on a
 * connection that stays open (`strictContentLength` of Node throws outside any handler instead of failing the pipeline). It fails as well
 * when nothing moves: a reader that has stopped reading would hold a file, or a connection to the storage, for ever.
 */
export function exactLength(bytes: number, { stalledMs }: ExactLengthOptions): Transform {
  let passed = 0;
  const timer = setTimeout(() => gate.destroy(new Error(`a transfer stood still for ${stalledMs} ms`)), stalledMs).unref();
  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      passed += chunk.length;
      if (passed > bytes) done(new Error(`a stored file has more than its ${bytes} bytes`));
      else done(null, chunk);
    },
    flush(done) {
      if (passed < bytes) done(new Error(`a stored file ended after ${passed} of ${bytes} bytes`));
      else done();
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
  return gate;
}
