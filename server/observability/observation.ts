/**
 * What the server sees of its own work. Each piece of work (a render, an operation of the backend, a picture) runs inside `observe`, which counts it,
 * times it, makes it a part of the trace of its request, and keeps the time for `Server-Timing` where the request may see it. The request that
 * work belongs to is known by Node's asynchronous context, so nothing is passed through what works.
 *
 * What the edge answers from its store passes by here: its counts are read when the metrics are asked for.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { parseTraceparent, type TraceContext, traceparentOf } from './tracing/trace-context.ts';
import type { OpenSpan, SpanKind, Tracer } from './tracing/tracer.ts';

export type WorkKind = 'render' | 'operation' | 'picture';

export interface Work {
  readonly kind: WorkKind;
  /** The name, from a closed set: the id of a route, the name of an operation. */
  readonly name: string;
  /** How the work is done, from a closed set too. */
  readonly how?: string;
}

/** How work ended. A reader who has left is no fault. */
export type Outcome = 'ok' | 'errors' | 'failed' | 'timeout' | 'abandoned';

/** Runs work and returns its result. @param outcomeOf tells a result that is a failure; without it every result is `ok` */
export type Observe = <Value>(work: Work, act: () => Promise<Value>, outcomeOf?: (value: Value) => Outcome) => Promise<Value>;

/** Milliseconds, by kind of work: what `Server-Timing` shows. */
export interface Timings {
  readonly begin: number;
  readonly work: Map<WorkKind, { count: number; milliseconds: number }>;
}

export interface ObservedRequest {
  readonly requestId: string;
  /** Name of the route, from a closed set. */
  readonly route: string;
  readonly method: string;
  readonly traceparent: string | undefined;
}

/** One request that has come to the app. */
export interface RequestScope {
  readonly traceId: string;
  /** Runs what answers it. */
  run(next: () => void): void;
  /** From now on the times of its work are kept. */
  keepTimings(): Timings;
  end(status: number, milliseconds: number): void;
}

/** What counts. */
export interface WorkRecorder {
  request(route: string, method: string, status: number, milliseconds: number): void;
  work(work: Work, outcome: Outcome, milliseconds: number, traceId: string | null): void;
}

export interface Observation {
  readonly observe: Observe;
  readonly open: (request: ObservedRequest) => RequestScope;
  /** The field by which a service that is asked now joins the trace; null outside a request. */
  readonly traceparent: () => string | null;
  /** The id of the request that the running code answers; null outside one, and once it is answered: a timer or connection that it began works for others. */
  readonly requestId: () => string | null;
  readonly close: () => Promise<void>;
}

export interface ObservationOptions {
  readonly recorder: WorkRecorder;
  readonly tracer: Tracer;
  /** Whether `traceparent` of a request is believed: it comes from a proxy that we trust. */
  readonly trustsTraces: boolean;
}

interface Scope {
  readonly span: OpenSpan;
  /** Shared by all parts of a request; null once it is answered. */
  readonly request: { id: string | null };
  /** Null where they may not be shown. Shared by all parts of a request. */
  readonly timings: { kept: Timings | null };
}

const SPAN_KINDS: Readonly<Record<WorkKind, SpanKind>> = { render: 'internal', operation: 'client', picture: 'internal' };

export function createObservation({ recorder, tracer, trustsTraces }: ObservationOptions): Observation {
  const scopes = new AsyncLocalStorage<Scope>();
  return {
    observe: async (work, act, outcomeOf = () => 'ok') => {
      const scope = scopes.getStore();
      const begin = performance.now();
      const span = scope === undefined ? null : startPart(tracer, work, scope.span.context);
      let outcome: Outcome = 'failed';
      try {
        const value = await (scope === undefined || span === null || span.context === scope.span.context
          ? act()
          : scopes.run({ ...scope, span }, act));
        outcome = outcomeOf(value);
        return value;
      } catch (error) {
        outcome = outcomeOfError(error);
        throw error;
      } finally {
        const milliseconds = performance.now() - begin;
        recorder.work(work, outcome, milliseconds, scope?.span.context.traceId ?? null);
        span?.end({ attributes: { outcome }, hasFailed: outcome !== 'ok' && outcome !== 'abandoned' });
        addTiming(scope?.timings.kept, work.kind, milliseconds);
      }
    },
    open: ({ requestId, route, method, traceparent }) => {
      const parent = trustsTraces ? parseTraceparent(traceparent) : null;
      const attributes = { 'http.request.method': method, 'http.route': route, 'portal.request_id': requestId };
      const span = tracer.start({ name: `${method} ${route}`, kind: 'server', attributes, parent });
      const scope: Scope = { span, request: { id: requestId }, timings: { kept: null } };
      return {
        traceId: span.context.traceId,
        run: (next) => scopes.run(scope, next),
        keepTimings: () => {
          scope.timings.kept ??= { begin: performance.now(), work: new Map() };
          return scope.timings.kept;
        },
        end: (status, milliseconds) => {
          scope.request.id = null;
          recorder.request(route, method, status, milliseconds);
          span.end({ attributes: { 'http.response.status_code': status }, hasFailed: status >= 500 });
        },
      };
    },
    traceparent: () => {
      const scope = scopes.getStore();
      return scope === undefined ? null : traceparentOf(scope.span.context);
    },
    requestId: () => scopes.getStore()?.request.id ?? null,
    close: () => tracer.close(),
  };
}

function startPart(tracer: Tracer, { kind, name, how }: Work, parent: TraceContext): OpenSpan {
  const attributes = { 'portal.name': name, ...(how === undefined ? {} : { 'portal.how': how }) };
  return tracer.start({ name: `${kind} ${name}`, kind: SPAN_KINDS[kind], attributes, parent });
}

function addTiming(timings: Timings | null | undefined, kind: WorkKind, milliseconds: number): void {
  if (timings === null || timings === undefined) return;
  const before = timings.work.get(kind) ?? { count: 0, milliseconds: 0 };
  timings.work.set(kind, { count: before.count + 1, milliseconds: before.milliseconds + milliseconds });
}

/** Names of errors by which work ends because its caller does not wait any more. */
const ABANDONED: ReadonlySet<string> = new Set(['AbortError', 'VisitorGone']);

function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof Error)) return 'failed';
  if (ABANDONED.has(error.name)) return 'abandoned';
  return 'code' in error && error.code === 'BACKEND_TIMEOUT' ? 'timeout' : 'failed';
}
