/** The contract of what stands behind the edge. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../../shared/cache/exchange.ts';

/**
 * Answers one forwarded request. Any Node handler does, an Express app too: it is given a request and a response of Node's own classes
 * and is called once for each forwarded request. A response that closes without having ended, a throw and a rejection count as an origin
 * that hung up. `exchange` lets an origin that knows of it replace what is stored; a router or middleware that takes a third argument for
 * `next` must be called from an origin that gives it one.
 */
export type Origin = (req: IncomingMessage, res: ServerResponse, exchange: Exchange) => unknown;

/**
 * Returns the origin as the edge calls it. An app of Express or Connect (a function with `handle`) would take `exchange` for `next`: it is
 * called without, and says itself that nothing is found.
 */
export function calledAsOrigin(origin: Origin): Origin {
  return 'handle' in origin ? (req, res): unknown => Reflect.apply(origin, undefined, [req, res]) : origin;
}

/** What an origin's response turns into, in this order: information*, head, data*, then end or fail. */
export interface ResponseSink {
  /** An interim response (RFC 9110 §15.2). */
  information(status: number, fields: readonly string[]): void;
  head(status: number, reason: string, fields: readonly string[]): void;
  /** Takes bytes and owns them. False asks the origin to wait until `CapturedResponse.drained` is called. */
  data(chunk: Buffer): boolean;
  /** `overran` is the fault of an origin that wrote more than it announced: what was announced is whole, but not to be trusted again. */
  end(trailers: readonly string[], overran: Error | null): void;
  /** The response will not be complete. Called once at most, and never after `end`. */
  fail(cause: unknown): void;
}

/** The origin did not give a whole response. `kind` says which of the edge's own answers tells the client so. */
export class OriginFailure extends Error {
  readonly kind: 'unreachable' | 'timeout';

  constructor(kind: 'unreachable' | 'timeout', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OriginFailure';
    this.kind = kind;
  }
}
