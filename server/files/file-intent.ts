import type { IncomingHttpHeaders } from 'node:http';
import type { FileIntent } from '../backend/backend.ts';

// The form that PDF readers and video players send. For any other form the file is looked up first and its bytes are requested after that.
const SOLE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/** Predicts from a request which bytes of the file its answer needs. A wrong prediction costs a round trip and does not change the answer. */
export function fileIntent(method: string, headers: IncomingHttpHeaders): FileIntent {
  // A client that sends a validator mostly has the current file, so the answer has no body.
  const mayEndInHead = headers['if-none-match'] ?? headers['if-modified-since'] ?? headers['if-match'] ?? headers['if-unmodified-since'];
  if (method !== 'GET' || mayEndInHead !== undefined) return { kind: 'look' };
  if (headers.range === undefined) return { kind: 'whole' };
  const [sole, first, last, suffix] = SOLE_RANGE.exec(headers.range) ?? [];
  if (sole === undefined) return { kind: 'look' };
  if (first === undefined) return { kind: 'range', first: null, last: Number(suffix) };
  const end = last === undefined || last === '' ? null : Number(last);
  // A range whose end is before its start is invalid, and the storage would answer it with an error.
  return end !== null && end < Number(first) ? { kind: 'look' } : { kind: 'range', first: Number(first), last: end };
}
