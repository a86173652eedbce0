/** W3C Trace Context: the field `traceparent`, by which the work of several services for one request is found together. */
import { randomBytes } from 'node:crypto';

export interface TraceContext {
  /** 32 hexadecimal digits, the same for the whole trace. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the part of the trace that asks. */
  readonly spanId: string;
  /** Whether who asks records the trace. */
  readonly isSampled: boolean;
}

/** W3C Trace Context §3.2: version, trace, parent, flags. A later version may have more behind. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,200})?$/;

const SAMPLED = 1;

/** Reads the field; null where it is not there or not valid: a new trace begins then (§3.2.2.1). */
export function parseTraceparent(field: string | undefined): TraceContext | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(field ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Writes the field. */
export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Returns the context of a new part: of `parent`, or of a new trace. Random bytes are zero less often than memory fails. */
export function newPart(parent: TraceContext | null): TraceContext {
  const spanId = randomBytes(8).toString('hex');
  return parent === null ? { traceId: randomBytes(16).toString('hex'), spanId, isSampled: false } : { ...parent, spanId };
}
