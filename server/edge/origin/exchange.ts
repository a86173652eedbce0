/** One exchange with the origin: its request, its response, its time limits, and the settled response. */
import type { IncomingMessage } from 'node:http';
import type { Exchange, SettledResponse } from '../../../shared/cache/exchange.ts';
import { hasField } from '../../message/field-lines.ts';
import { captureResponse } from './captured-response.ts';
import type { Clock } from './clock.ts';
import { type Origin, OriginFailure, type ResponseSink } from './origin.ts';

export interface OpenExchange {
  /** Lets a waiting origin continue. */
  drained(): void;
  /** Ends the exchange: the origin sees its client disconnect, and the sink is not called again. Safe to call at any time. */
  abort(): void;
}

export interface ExchangeOptions {
  readonly clock: Clock;
  readonly hasFallback: boolean;
  /** Milliseconds within which the head must arrive. */
  readonly timeoutMs: number;
  /** Milliseconds without a byte after which the body fails. */
  readonly idleMs: number;
  /** Called at most once, with a promise that never rejects. */
  readonly onSettle: (response: Promise<SettledResponse | null>) => void;
  /** Called with errors after the response is complete. */
  readonly onLateError: (cause: unknown) => void;
}

/** Makes the request. `onDestroy` must be called when its connection is destroyed. */
export type RequestMaker = (onDestroy: () => void) => IncomingMessage;

/** Calls the origin once. */
export function openExchange(origin: Origin, makeRequest: RequestMaker, sink: ResponseSink, options: ExchangeOptions): OpenExchange {
  const { clock, timeoutMs, idleMs, onLateError } = options;
  const timeOut = (text: string): void => {
    guard.fail(new OriginFailure('timeout', text));
    capture.abort();
  };
  const idle = new IdleWatch(clock, idleMs, () => timeOut(`no byte for ${idleMs} ms`));
  const request = makeRequest(() => capture.disconnect());
  const guard = new SinkGuard(sink, idle, {
    onLateError,
    protocolError: (status) => protocolError(request, status),
    onProtocolError: () => capture.abort(),
  });
  const capture = captureResponse(request, guard);
  const cancelTimer = clock.after(timeoutMs, () => timeOut(`no response after ${timeoutMs} ms`));
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
      idle.noteBytes(false);
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
  /** Returns the protocol error of a final status; null when it is allowed. */
  readonly protocolError: (status: number) => string | null;
  /** Called after a protocol error has been given to the sink. */
  readonly onProtocolError: () => void;
}

/** Enforces the order of a sink's calls whatever the origin does: interim responses, one head, data, one end. */
class SinkGuard implements ResponseSink {
  onHead: () => void = () => {};
  readonly #sink: ResponseSink;
  readonly #idle: IdleWatch;
  readonly #rules: GuardRules;
  #hasHead = false;
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
    if (!this.#over && !this.#hasHead) this.#sink.information(status, fields);
  }

  head(status: number, reason: string, fields: readonly string[]): void {
    if (this.#over || this.#hasHead) return;
    const error = this.#rules.protocolError(status);
    if (error !== null) {
      this.fail(new OriginFailure('unreachable', error));
      this.#rules.onProtocolError();
      return;
    }
    this.#hasHead = true;
    this.onHead();
    this.#idle.start();
    this.#sink.head(status, reason, fields);
  }

  data(chunk: Buffer): boolean {
    if (this.#over) return true;
    const goOn = this.#sink.data(chunk);
    this.#idle.noteBytes(!goOn);
    return goOn;
  }

  end(trailers: readonly string[], excess: Error | null): void {
    if (this.#over) return;
    this.close();
    this.#sink.end(trailers, excess);
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

/**
 * Detects an origin that stops writing in the middle of a body. One timer serves the whole body: it checks how long ago the last byte was,
 * so that a byte costs one look at the clock and no timer.
 */
export class IdleWatch {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #onIdle: () => void;
  #lastAt = 0;
  /** The origin is asked to wait, so its silence does not count. */
  #paused = false;
  #cancel: (() => void) | null = null;

  /** @param limitMs milliseconds of silence after which `onIdle` is called, once. */
  constructor(clock: Clock, limitMs: number, onIdle: () => void) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#onIdle = onIdle;
  }

  start(): void {
    this.#lastAt = this.#clock.now();
    this.#wait(this.#limitMs);
  }

  /** Notes that bytes arrived. @param paused whether the origin is asked to wait from now on. */
  noteBytes(paused: boolean): void {
    this.#lastAt = this.#clock.now();
    this.#paused = paused;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #wait(ms: number): void {
    this.#cancel = this.#clock.after(ms, () => {
      const now = this.#clock.now();
      // If the clock was set back, the last byte would lie in the future and the limit be reached too late.
      this.#lastAt = Math.min(this.#lastAt, now);
      const left = this.#paused ? this.#limitMs : this.#lastAt + this.#limitMs - now;
      if (left > 0) this.#wait(left);
      else this.#onIdle();
    });
  }
}

/**
 * Returns what is wrong with `status` as the final response to `request`, as the origin received it; null when it is allowed. Beyond the
 * range of statuses this only checks GET and HEAD: another method may have had an effect that an error response would hide.
 */
function protocolError({ method, rawHeaders }: IncomingMessage, status: number): string | null {
  // RFC 9110 §15: clients treat such a status as 5xx or refuse to parse it.
  if (status > 599) return `the origin answered with the invalid status ${status}`;
  if (method !== 'GET' && method !== 'HEAD') return null;
  // RFC 9110 §15.3.7: a client without Range would take the part for the complete representation.
  if (status === 206 && !hasField(rawHeaders, 'range')) return 'the origin answered 206 to a request without Range';
  // RFC 9110 §15.4.5: a client without a stored response cannot use a 304.
  const isConditional = hasField(rawHeaders, 'if-none-match') || hasField(rawHeaders, 'if-modified-since');
  return status === 304 && !isConditional ? 'the origin answered 304 to a request without a condition' : null;
}
