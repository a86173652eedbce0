/**
 * The `Range` field (RFC 9110 §14): what to send of a representation of known size. Malformed fields and unknown units are ignored, which
 * the standard allows and which never breaks a client.
 */

/** Both ends inclusive, within the representation. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type RangeDecision =
  /** Answer with the whole representation, as without the field. */
  | { readonly kind: 'ignore' }
  /** 416: well-formed, but nothing of it exists. */
  | { readonly kind: 'unsatisfiable' }
  /** At least one and at most `MAX_RANGES`; none overlaps or touches another. */
  | { readonly kind: 'ranges'; readonly ranges: readonly ByteRange[] };

/** Parts of one answer. Readers of PDF ask for a handful; more is asked for only to make us work (RFC 9110 §17.15). */
export const MAX_RANGES = 8;
/** Requested ranges that are looked at; a field with more is ignored as a whole. */
const MAX_REQUESTED = 64;

const SPECIFIER = /^[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/;

/** Reads the field against a size in bytes. Pure; `undefined` means that the field is absent. */
export function parseRange(field: string | undefined, size: number): RangeDecision {
  const set = /^bytes=(.*)$/i.exec(field ?? '')?.[1];
  if (set === undefined) return { kind: 'ignore' };
  // A range set has no quoted strings, so its list members hold no comma. Empty members are allowed (RFC 9110 §5.6.1.2).
  const members = set.split(',').filter((member) => member.trim() !== '');
  if (members.length === 0 || members.length > MAX_REQUESTED) return { kind: 'ignore' };
  const wanted: ByteRange[] = [];
  for (const member of members) {
    const range = readMember(member, size);
    if (range === 'malformed') return { kind: 'ignore' };
    if (range !== 'absent') wanted.push(range);
  }
  if (wanted.length === 0) return { kind: 'unsatisfiable' };
  const ranges = coalesce(wanted);
  return ranges.length > MAX_RANGES ? { kind: 'ignore' } : { kind: 'ranges', ranges };
}

function readMember(member: string, size: number): ByteRange | 'malformed' | 'absent' {
  const match = SPECIFIER.exec(member);
  if (match === null) return 'malformed';
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    // RFC 9110 §14.1.3: a suffix of zero bytes is unsatisfiable; one that is too long means the whole.
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'absent' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === undefined || last === '' ? size - 1 : Number(last);
  // RFC 9110 §14.1.1: invalid when the last position lies before the first one that was given with it
  if (last !== undefined && last !== '' && Number(last) < start) return 'malformed';
  return start >= size ? 'absent' : { start, end: Math.min(end, size - 1) };
}

/** Joins what overlaps or touches; keeps the order of the request when nothing does (RFC 9110 §15.3.7.2). */
function coalesce(wanted: readonly ByteRange[]): readonly ByteRange[] {
  const joined: ByteRange[] = [];
  for (const range of wanted.toSorted((a, b) => a.start - b.start)) {
    const before = joined.at(-1);
    if (before === undefined || range.start > before.end + 1) joined.push(range);
    else joined[joined.length - 1] = { start: before.start, end: Math.max(before.end, range.end) };
  }
  return joined.length === wanted.length ? wanted : joined;
}
