/** What records traces. Without a collector nothing is recorded, and a request has a trace id for the log and for the services that it asks. */
import { newPart, type TraceContext } from './trace-context.ts';

/** `server`: a request that came in. `client`: one that goes out. `internal`: work of this process. */
export type SpanKind = 'server' | 'client' | 'internal';

export interface SpanStart {
  /** The name, from a closed set; what differs between requests is in the attributes. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Null begins a trace. */
  readonly parent: TraceContext | null;
}

export interface SpanEnd {
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly hasFailed: boolean;
}

export interface OpenSpan {
  readonly context: TraceContext;
  /** To be called once. */
  end(end: SpanEnd): void;
}

export interface Tracer {
  start(span: SpanStart): OpenSpan;
  /** Sends what is recorded, and ends. Never rejects. */
  close(): Promise<void>;
}

const NOTHING = (): void => {};

/** Makes the tracer that records nothing. A part of a request has the context of the request: a finer one would be recorded nowhere. */
export function unrecordedTracer(): Tracer {
  return {
    start: ({ parent, kind }) => ({ context: parent !== null && kind !== 'server' ? parent : newPart(parent), end: NOTHING }),
    close: () => Promise.resolve(),
  };
}
