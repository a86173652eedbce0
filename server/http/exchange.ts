/**
 * Carries the exchange of the cache in front through Express, which hands its routers the request that it was given: the caller of the app
 * as an origin sets it, the pages read it.
 */
import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../../shared/cache/exchange.ts';

const EXCHANGE: unique symbol = Symbol('exchange');

declare module 'node:http' {
  interface IncomingMessage {
    [EXCHANGE]?: Exchange;
  }
}

/** Sets the exchange that a request belongs to. */
export function carryExchange(req: IncomingMessage, exchange: Exchange): void {
  req[EXCHANGE] = exchange;
}

/** Returns the exchange that a request belongs to; null where no cache stands in front. */
export function exchangeOf(req: IncomingMessage): Exchange | null {
  return req[EXCHANGE] ?? null;
}
