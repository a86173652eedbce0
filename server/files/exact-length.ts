import { Transform } from 'node:stream';

/**
 * Passes bytes on and fails when they are fewer or more than promised. Without it a body that ends early leaves the client waiting on a
 * connection that stays open (`strictContentLength` of Node throws outside any handler instead of failing the pipeline).
 */
export function exactLength(bytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > bytes) done(new Error(`a stored file has more than its ${bytes} bytes`));
      else done(null, chunk);
    },
    flush(done) {
      if (passed < bytes) done(new Error(`a stored file ended after ${passed} of ${bytes} bytes`));
      else done();
    },
  });
}
