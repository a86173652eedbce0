/**
 * Hands a form to its parser in small steps. The parser goes through what it is given to the end, whatever it meets there, and one chunk of a
 * connection has room for ten thousand empty parts, which take a third of a second. Between two steps it can be stopped.
 */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';

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

/**
 * Gives a request to its parser through the steps. `fail` gets the errors of both, and that the client has left before the end of what it sends; it may be
 * called again.
 */
export function feed(req: IncomingMessage, steps: Transform, parser: BusboyInstance, fail: (error: unknown) => void): void {
  parser.on('error', fail);
  req.on('error', fail);
  const left = (): void => {
    if (!req.readableEnded) fail(new Error('the client left'));
  };
  req.on('close', left);
  // A request that was closed before, while its sender was looked up, tells nothing more.
  if (req.closed) left();
  req.pipe(steps).pipe(parser);
}
