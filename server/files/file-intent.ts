import type { IncomingHttpHeaders } from 'node:http';
import type { FileIntent } from '../backend/backend.ts';

// The forms that readers of PDF and players of video send. What is written otherwise is only looked at, and asked for in a second step.
const SOLE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/** Guesses from a request what of the file its answer will have. A wrong guess costs a round trip, never the answer. */
export function fileIntent(method: string, headers: IncomingHttpHeaders): FileIntent {
  // Who brings a validator mostly has the current file.
  const mayEndInHead = headers['if-none-match'] ?? headers['if-modified-since'] ?? headers['if-match'] ?? headers['if-unmodified-since'];
  if (method !== 'GET' || mayEndInHead !== undefined) return { kind: 'look' };
  if (headers.range === undefined) return { kind: 'whole' };
  const [sole, first, last, suffix] = SOLE_RANGE.exec(headers.range) ?? [];
  if (sole === undefined) return { kind: 'look' };
  if (first === undefined) return { kind: 'range', first: null, last: Number(suffix) };
  const end = last === undefined || last === '' ? null : Number(last);
  // An end before the beginning is no range, and asking for it would be answered with an error.
  return end !== null && end < Number(first) ? { kind: 'look' } : { kind: 'range', first: Number(first), last: end };
}
