import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { carryExchange, exchangeOf } from '../../../server/http/exchange.ts';
import type { Exchange } from '../../../shared/cache/exchange.ts';

it('carries the exchange of the cache with its own request alone', () => {
  const [carrying, other] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())];
  const exchange = {} as Exchange;
  carryExchange(carrying, exchange);
  expect(exchangeOf(carrying)).toBe(exchange);
  expect(exchangeOf(other)).toBeNull();
});
