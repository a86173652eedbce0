/** One call of the origin: its request, its response, its deadline, and what it settles. */
import type { IncomingMessage } from 'node:http';
import type { Exchange, SettledResponse } from '../../../shared/cache/exchange.ts';
import { faultOf } from './answer-fault.ts';
import { captureResponse } from './captured-response.ts';
import type { Clock } from './clock.ts';
import { IdleWatch } from './idle-watch.ts';
import { type Origin, OriginFailure, type ResponseSink } from './origin.ts';

export interface OpenExchange {
  /** Lets an origin that was asked to wait go on. */
  drained(): void;
  /** Ends the exchange: the origin sees its client go, the sink hears nothing more. Safe to call at any time. */
  abort(): void;
}

export interface ExchangeOptions {
  readonly clock: Clock;
  readonly hasFallback: boolean;
  /** Milliseconds until the head must have come. */
  readonly timeoutMs: number;
  /** Milliseconds that the body may be silent after that. */
  readonly idleMs: number;
  /** Called once at most, with a promise that never rejects. */
  readonly onSettle: (response: Promise<SettledResponse | null>) => void;
  /** Errors that come when the response is whole already, and so change nothing. */
  readonly onLateError: (cause: unknown) => void;
}

/** Makes the request; it is given the function that the end of its connection calls. */
export type RequestMaker = (onDestroy: () => void) => IncomingMessage;

/** Calls the origin, exactly once. */
export function openExchange(origin: Origin, makeRequest: RequestMaker, sink: ResponseSink, options: ExchangeOptions): OpenExchange {
  const { clock, timeoutMs, idleMs, onLateError } = options;
  const tooSlow = (text: string): void => {
    guard.fail(new OriginFailure('timeout', text));
    capture.abort();
  };
  const idle = new IdleWatch(clock, idleMs, () => tooSlow(`no byte for ${idleMs} ms`));
  const request = makeRequest(() => capture.hangUp());
  const guard = new SinkGuard(sink, idle, {
    onLateError,
    faultOf: (status) => faultOf(request, status),
    onFault: () => capture.abort(),
  });
  const capture = captureResponse(request, guard);
  const cancelTimer = clock.after(timeoutMs, () => tooSlow(`no response after ${timeoutMs} ms`));
  guard.onHead = cancelTimer;
  let settled = false;
  const exchange: Exchange = {
    hasFallback: options.hasFallback,
    settle: (response) => {
      if (settled) return;
      settled = true;
      options.onSettle(response.catch(() => null));
    },
  };
  const fail = (cause: unknown): void => {
    guard.fail(cause);
    capture.abort();
  };
  try {
    const result: unknown = origin(request, capture.response, exchange);
    if (result instanceof Promise) result.catch(fail);
  } catch (thrown) {
    fail(thrown);
  }
  return {
    drained: () => {
      idle.heard(false);
      capture.drained();
    },
    abort: () => {
      cancelTimer();
      guard.close();
      capture.abort();
    },
  };
}

interface GuardRules {
  readonly onLateError: (cause: unknown) => void;
  /** What is wrong with a final status; null when nothing is. */
  readonly faultOf: (status: number) => string | null;
  /** Called when something was, after the sink has heard of it. */
  readonly onFault: () => void;
}

/** Keeps the order of a sink's calls whatever the origin does: one head, nothing before it but interims, one ending, nothing after. */
class SinkGuard implements ResponseSink {
  onHead: () => void = () => {};
  readonly #sink: ResponseSink;
  readonly #idle: IdleWatch;
  readonly #rules: GuardRules;
  #headGiven = false;
  #over = false;

  constructor(sink: ResponseSink, idle: IdleWatch, rules: GuardRules) {
    this.#sink = sink;
    this.#idle = idle;
    this.#rules = rules;
  }

  close(): void {
    this.#over = true;
    this.#idle.stop();
  }

  information(status: number, fields: readonly string[]): void {
    if (!this.#over && !this.#headGiven) this.#sink.information(status, fields);
  }

  head(status: number, reason: string, fields: readonly string[]): void {
    if (this.#over || this.#headGiven) return;
    const fault = this.#rules.faultOf(status);
    if (fault !== null) {
      this.fail(new OriginFailure('unreachable', fault));
      this.#rules.onFault();
      return;
    }
    this.#headGiven = true;
    this.onHead();
    this.#idle.start();
    this.#sink.head(status, reason, fields);
  }

  data(chunk: Buffer): boolean {
    if (this.#over) return true;
    const goOn = this.#sink.data(chunk);
    this.#idle.heard(!goOn);
    return goOn;
  }

  end(trailers: readonly string[], overran: Error | null): void {
    if (this.#over) return;
    this.close();
    this.#sink.end(trailers, overran);
  }

  fail(cause: unknown): void {
    if (this.#over) {
      this.#rules.onLateError(cause);
      return;
    }
    this.close();
    this.onHead();
    this.#sink.fail(cause);
  }
}
