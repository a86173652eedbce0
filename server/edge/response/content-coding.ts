/**
 * Content codings (RFC 9110 §8.4, §12.5.3): which one a client is sent, and how fields change with it. The store keeps identity; codings
 * are forms of the same stored response, so they are not in the key.
 */
import { ALL_DIGESTS } from '../../message/digest-fields.ts';
import { type Fields, fieldValue, filterFields, hasField, replaceField, splitList } from '../../message/field-lines.ts';
import type { ResponseDirectives } from '../../message/response-directives.ts';

export type Coding = 'br' | 'gzip' | 'zstd';

/** A client's weights: of each coding named, of all others, and of identity. */
export interface AcceptedCodings {
  readonly named: ReadonlyMap<string, number>;
  readonly others: number;
}

/** Reads `Accept-Encoding`. Absent or empty means identity alone: a client that wants codings says so. */
export function parseAcceptEncoding(value: string | null): AcceptedCodings {
  const named = new Map<string, number>();
  let others = 0;
  for (const member of splitList((value ?? '').toLowerCase())) {
    const [, name, weight] = /^([^;\s]+)\s*(?:;\s*q=([\d.]+)\s*)?$/.exec(member) ?? [];
    if (name === undefined) continue;
    const quality = weight === undefined ? 1 : Math.min(1, Number(weight) || 0);
    if (name === '*') others = quality;
    else named.set(name === 'x-gzip' ? 'gzip' : name, quality);
  }
  return { named, others };
}

/**
 * Chooses among `available` codings, which stand in the server's order of preference, and identity (null). The heaviest wins; of equal
 * ones the first, and identity last. When a client refuses everything that there is, identity is sent all the same (RFC 9110 §12.5.3).
 */
export function chooseCoding(accepted: AcceptedCodings, available: readonly Coding[]): Coding | null {
  let best: Coding | null = null;
  let weight = accepted.named.get('identity') ?? 0;
  for (const coding of available) {
    const quality = accepted.named.get(coding) ?? accepted.others;
    // Strictly heavier than the ones before it; equal to identity is enough.
    if (quality > weight || (best === null && quality === weight && quality > 0)) {
      best = coding;
      weight = quality;
    }
  }
  return best;
}

const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:(?:[\w.-]+\+)?(?:json|xml)|javascript|wasm)|image\/svg\+xml)/i;

/** What of a response's head decides about codings, beside its fields. */
export interface EncodableHead {
  readonly status: number;
  readonly policy: Pick<ResponseDirectives, 'noTransform'>;
}

/** Says whether a response may and should be sent in a coding: of a type that gains by it, uncoded so far, and not forbidden to change. */
export function isEncodable({ status, policy }: EncodableHead, fields: Fields): boolean {
  if (!isWhole(status) || policy.noTransform || hasField(fields, 'content-encoding') || hasField(fields, 'content-range')) return false;
  return COMPRESSIBLE.test(fieldValue(fields, 'content-type') ?? '');
}

/** Has a body that is all of what it speaks of: pages that say what is missing, too, are read over slow lines. */
function isWhole(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 205 && status !== 206 && status !== 304;
}

/** Adds `Accept-Encoding` to `Vary`: for every answer that could have been in another coding, identity and 304 included. */
export function varyingByCoding(fields: Fields): Fields {
  const vary = fieldValue(fields, 'vary');
  const members = splitList((vary ?? '').toLowerCase());
  if (members.includes('accept-encoding') || members.includes('*')) return fields;
  return replaceField(fields, 'Vary', vary === null || members.length === 0 ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

export interface CodedBytes {
  /** Null while they are still being made. */
  readonly length: number | null;
  /** Whether the same response is always these bytes in this coding. */
  readonly exact: boolean;
}

/** Fields that are true of the bytes without a coding alone (RFC 9110 §14.1.1, RFC 9530 §3). */
const OF_IDENTITY: ReadonlySet<string> = new Set(['accept-ranges', 'content-length', ...ALL_DIGESTS]);

/**
 * Returns the fields of an encodable response in `coding`. A strong tag becomes another strong tag, because the bytes are others
 * (RFC 9110 §8.8.3.3); of bytes that may be others the next time it becomes a weak one, which still saves who has them the whole.
 */
export function codedFields(fields: Fields, coding: Coding, { length, exact }: CodedBytes): Fields {
  const varying = filterFields(varyingByCoding(fields), (name) => !OF_IDENTITY.has(name));
  const coded = replaceField(varying, 'Content-Encoding', coding);
  const etag = fieldValue(fields, 'etag');
  const tagged = etag === null ? coded : replaceField(coded, 'ETag', codedTag(etag, coding, exact));
  return length === null ? tagged : [...tagged, 'Content-Length', String(length)];
}

function codedTag(etag: string, coding: Coding, exact: boolean): string {
  if (!etag.startsWith('"')) return etag;
  const strong = `${etag.slice(0, -1)}-${coding}"`;
  return exact ? strong : `W/${strong}`;
}
