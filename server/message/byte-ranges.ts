/** The fields `Range` and `Content-Range` in bytes (RFC 9110 §14). First and last positions are both inclusive. */
import { splitList } from './field-lines.ts';

export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The part of a representation that a `Content-Range` names (RFC 9110 §14.4). */
export interface ContentRange extends ByteRange {
  /** Bytes of the complete representation. */
  readonly complete: number;
}

export type RangeChoice =
  /** No range, or one that is ignored: the complete representation is sent. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'ranges'; readonly ranges: readonly [ByteRange, ...ByteRange[]] }
  | { readonly kind: 'unsatisfiable' };

/** A field with more ranges than this is ignored: many small ranges are an attack (RFC 9110 §14.2, §17.15). */
export const MAX_RANGES = 16;

const WHOLE: RangeChoice = { kind: 'whole' };

/** Chooses the bytes that a `Range` field requests of a representation of `size` bytes. Overlapping and adjacent ranges are joined. */
export function chooseRanges(field: string | null, size: number): RangeChoice {
  const specs = field === null ? null : parseRanges(field);
  // RFC 9110 §14.2: a field with another unit or a syntax error is ignored.
  if (specs === null || specs.length > MAX_RANGES) return WHOLE;
  const satisfiable = specs.map((spec) => resolve(spec, size)).filter((range) => range !== null);
  const [first, ...rest] = satisfiable;
  if (first === undefined) return { kind: 'unsatisfiable' };
  return { kind: 'ranges', ranges: coalesce(first, rest) };
}

/** A range as requested: `first` null is a suffix of `last` bytes; `last` null means up to the end (RFC 9110 §14.1.1). */
export type RangeSpec = { readonly first: number; readonly last: number | null } | { readonly first: null; readonly last: number };

/** Parses a `Range` field in bytes; null for another unit, a syntax error, or a range whose end is before its start. */
export function parseRanges(field: string): readonly RangeSpec[] | null {
  const set = /^bytes=(.*)$/i.exec(field.trim())?.[1];
  if (set === undefined) return null;
  const specs: RangeSpec[] = [];
  for (const member of splitList(set)) {
    const [whole, first, last] = /^(\d*)-(\d*)$/.exec(member) ?? [];
    if (whole === undefined || (first === '' && last === '')) return null;
    const spec = first === '' ? { first: null, last: Number(last) } : { first: Number(first), last: last === '' ? null : Number(last) };
    if (spec.first !== null && spec.last !== null && spec.last < spec.first) return null;
    specs.push(spec);
  }
  return specs.length === 0 ? null : specs;
}

function resolve({ first, last }: RangeSpec, size: number): ByteRange | null {
  if (first === null) {
    const length = Math.min(last, size);
    return length === 0 ? null : { first: size - length, last: size - 1 };
  }
  if (first >= size) return null;
  return { first, last: Math.min(last ?? size - 1, size - 1) };
}

function coalesce(first: ByteRange, rest: readonly ByteRange[]): readonly [ByteRange, ...ByteRange[]] {
  const joined: [ByteRange, ...ByteRange[]] = [first];
  for (const range of rest) {
    const index = joined.findIndex((other) => range.first <= other.last + 1 && other.first <= range.last + 1);
    const other = joined[index];
    if (other === undefined) joined.push(range);
    else joined[index] = { first: Math.min(range.first, other.first), last: Math.max(range.last, other.last) };
  }
  // A join may have made two other ranges adjacent: repeat until nothing is joined.
  return joined.length === 1 || joined.length === rest.length + 1 ? joined : coalesce(joined[0], joined.slice(1));
}

/** Writes a `Range` field that requests one range. */
export function formatRange({ first, last }: RangeSpec): string {
  return `bytes=${first ?? ''}-${last ?? ''}`;
}

/** Writes the `Content-Range` of a part of a representation of `complete` bytes. */
export function formatContentRange({ first, last }: ByteRange, complete: number): string {
  return `bytes ${first}-${last}/${complete}`;
}

/** Writes the `Content-Range` of a 416, which names the length alone (RFC 9110 §15.5.17). */
export function formatUnsatisfiedRange(complete: number): string {
  return `bytes */${complete}`;
}

/**
 * Parses the `Content-Range` of a 206 with a body of `length` bytes, null where that is not known. Returns null when the field is malformed or
 * does not match the length.
 */
export function parseContentRange(field: string | null, length: number | null): ContentRange | null {
  const [, first, last, complete] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(field?.trim() ?? '') ?? [];
  if (first === undefined) return null;
  const part = { first: Number(first), last: Number(last), complete: Number(complete) };
  const isValid = part.first <= part.last && part.last < part.complete;
  return isValid && (length === null || part.last - part.first + 1 === length) ? part : null;
}
