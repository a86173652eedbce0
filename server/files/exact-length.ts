import { Transform } from 'node:stream';

/**
 * Makes a stream that passes bytes on and fails when there are fewer or more than `bytes`. Without it a client would wait for the rest of a
 * body that ended early (Node's `strictContentLength` throws outside any handler instead of failing the pipeline). It also fails when no
 * chunk passes for `stalledMs` milliseconds, because a client that stops reading would otherwise hold a file or a connection to the storage.
 */
export function exactLength(bytes: number, stalledMs: number): Transform {
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
