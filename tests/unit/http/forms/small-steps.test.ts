import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { smallSteps } from '../../../../server/http/forms/small-steps.ts';

test('what is stopped within a chunk gets no more of it than a step', async () => {
  const steps = smallSteps();
  const got: number[] = [];
  const parser = new Writable({
    write(chunk: Buffer, _encoding, done) {
      got.push(chunk.length);
      steps.unpipe(parser);
      done();
    },
  });
  const request = new PassThrough();
  request.pipe(steps).pipe(parser);
  request.end(Buffer.alloc(65_536));
  await new Promise((resolve) => setImmediate(resolve));
  expect(got).toEqual([2_048]);
});

test('what is not stopped gets everything, in order', async () => {
  const sent = Buffer.from(Array.from({ length: 70_001 }, (_, index) => index % 251));
  const steps = smallSteps();
  steps.end(sent);
  expect(Buffer.concat(await steps.toArray())).toEqual(sent);
});
