import type { IncomingHttpHeaders } from 'node:http';
import type { FileIntent } from '../backend/backend.ts';
import { parseRanges, type RangeSpec } from '../message/byte-ranges.ts';

/** Predicts from a request which bytes of the file its answer needs. A wrong prediction costs a round trip and does not change the answer. */
export function fileIntent(method: string, headers: IncomingHttpHeaders): FileIntent {
  // A client that sends a validator mostly has the current file, so the answer has no body.
  const mayEndInHead = headers['if-none-match'] ?? headers['if-modified-since'] ?? headers['if-match'] ?? headers['if-unmodified-since'];
  if (method !== 'GET' || mayEndInHead !== undefined) return { kind: 'look' };
  if (headers.range === undefined) return { kind: 'whole' };
  // PDF readers and video players request one range. For several, and for an invalid field, the file is looked up before its bytes are read.
  const [range, ...others] = parseRanges(headers.range) ?? [];
  if (range === undefined || others.length > 0 || !isExact(range)) return { kind: 'look' };
  return { kind: 'range', ...range };
}

/** Says whether JavaScript holds both positions exactly, so that they can be sent to the storage. */
function isExact({ first, last }: RangeSpec): boolean {
  return [first, last].every((position) => position === null || Number.isSafeInteger(position));
}
