/** The contract between the edge and the handler behind it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../../shared/cache/exchange.ts';

/**
 * Answers one forwarded request. Any Node handler is an origin, an Express app too: it receives a request and a response of Node's own
 * classes and is called once for each forwarded request. A response that closes before its end, a throw and a rejection count as an origin
 * that closed its connection. `exchange` lets the origin replace what is stored. A router or middleware that takes a third argument for
 * `next` must be called by an origin that passes one.
 */
export type Origin = (req: IncomingMessage, res: ServerResponse, exchange: Exchange) => unknown;

/**
 * Returns the origin as the edge calls it. An Express or Connect app (a function with `handle`) would take `exchange` for `next`, so it is
 * called without: it then answers 404 itself.
 */
export function calledAsOrigin(origin: Origin): Origin {
  return 'handle' in origin ? (req, res): unknown => Reflect.apply(origin, undefined, [req, res]) : origin;
}

/** Receives the response of an origin in this order: information*, head, data*, then end or fail. */
export interface ResponseSink {
  /** An interim response (RFC 9110 §15.2). */
  information(status: number, fields: readonly string[]): void;
  head(status: number, reason: string, fields: readonly string[]): void;
  /** Takes ownership of bytes. False asks the origin to wait for `CapturedResponse.drained`. */
  data(chunk: Buffer): boolean;
  /** `excess` is set when the origin wrote more than its Content-Length: the response is complete but must not be stored. */
  end(trailers: readonly string[], excess: Error | null): void;
  /** The response will not be complete. Called once at most, and never after `end`. */
  fail(cause: unknown): void;
}

/** The origin gave no complete response. `kind` selects the error response of the edge. */
export class OriginFailure extends Error {
  readonly kind: 'unreachable' | 'timeout';

  constructor(kind: 'unreachable' | 'timeout', message: string) {
    super(message);
    this.name = 'OriginFailure';
    this.kind = kind;
  }
}
