/**
 * Content codings (RFC 9110 §8.4, §12.5.3): which one a client receives, and how fields change with it. The store holds identity and,
 * beside it, encodings of the same stored response, so the coding is not in the key.
 */
import { ALL_DIGESTS } from '../../message/digest-fields.ts';
import { weakTag } from '../../message/entity-tags.ts';
import { type Fields, fieldValue, filterFields, hasField, replaceField, splitList, weightedMember } from '../../message/field-lines.ts';
import type { ResponseDirectives } from '../../message/response-directives.ts';

export type Coding = 'br' | 'gzip' | 'zstd';

/** The weights of a client: of each coding that it names, and of all others. */
export interface AcceptedCodings {
  readonly named: ReadonlyMap<string, number>;
  readonly others: number;
}

/** Reads `Accept-Encoding`. An absent or empty field means identity only; a member that cannot be read is left out. */
export function parseAcceptEncoding(value: string | null): AcceptedCodings {
  const named = new Map<string, number>();
  let others = 0;
  for (const member of splitList((value ?? '').toLowerCase())) {
    const read = weightedMember(member);
    if (read === null) continue;
    if (read.name === '*') others = read.weight;
    else named.set(read.name === 'x-gzip' ? 'gzip' : read.name, read.weight);
  }
  return { named, others };
}

/**
 * Chooses among the `available` codings, in the server's order of preference, and identity (null). The highest weight wins; of equal
 * weights the first coding, and identity last. Identity is also sent to a client that accepts nothing available (RFC 9110 §12.5.3).
 */
export function chooseCoding(accepted: AcceptedCodings, available: readonly Coding[]): Coding | null {
  let best: Coding | null = null;
  let weight = accepted.named.get('identity') ?? 0;
  for (const coding of available) {
    const quality = accepted.named.get(coding) ?? accepted.others;
    // A coding must outweigh the codings before it, but only equal identity.
    if (quality > weight || (best === null && quality === weight && quality > 0)) {
      best = coding;
      weight = quality;
    }
  }
  return best;
}

const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:(?:[\w.-]+\+)?(?:json|xml)|javascript|wasm)|image\/svg\+xml)/i;

/** The values of a response head that decide about encoding, beside its fields. */
export interface EncodableHead {
  readonly status: number;
  readonly directives: Pick<ResponseDirectives, 'noTransform'>;
}

/** Says whether a response may and should be encoded: of a compressible type, without a coding, and without no-transform. */
export function isEncodable({ status, directives }: EncodableHead, fields: Fields): boolean {
  if (!hasCompleteContent(status) || directives.noTransform || hasField(fields, 'content-encoding') || hasField(fields, 'content-range'))
    return false;
  return COMPRESSIBLE.test(fieldValue(fields, 'content-type') ?? '');
}

/** Error pages are encoded too: they are as large as other pages. */
function hasCompleteContent(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 205 && status !== 206 && status !== 304;
}

/** Adds `Accept-Encoding` to `Vary`, for every response that the edge could send in another coding, including identity and 304. */
export function varyingByEncoding(fields: Fields): Fields {
  const vary = fieldValue(fields, 'vary');
  const members = splitList((vary ?? '').toLowerCase());
  if (members.includes('accept-encoding') || members.includes('*')) return fields;
  return replaceField(fields, 'Vary', members.length === 0 ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

export interface EncodedContent {
  /** Null while the content is still being encoded. */
  readonly length: number | null;
  /** Whether the same response always has the same bytes in this coding. */
  readonly isReproducible: boolean;
}

/** Fields that describe only the bytes without a coding (RFC 9110 §14.1.1, RFC 9530 §3). */
const IDENTITY_FIELDS: ReadonlySet<string> = new Set(['accept-ranges', 'content-length', ...ALL_DIGESTS]);

/**
 * Returns the fields of an encodable response in `coding`. A strong entity tag becomes another strong tag, because the bytes differ
 * (RFC 9110 §8.8.3.3). Where they may differ the next time too, it becomes a weak tag, which is still good for a 304.
 */
export function encodedFields(fields: Fields, coding: Coding, { length, isReproducible }: EncodedContent): Fields {
  const varying = filterFields(varyingByEncoding(fields), (name) => !IDENTITY_FIELDS.has(name));
  const encoded = replaceField(varying, 'Content-Encoding', coding);
  const etag = fieldValue(fields, 'etag');
  const tagged = etag === null ? encoded : replaceField(encoded, 'ETag', encodedTag(etag, coding, isReproducible));
  return length === null ? tagged : [...tagged, 'Content-Length', String(length)];
}

function encodedTag(etag: string, coding: Coding, isReproducible: boolean): string {
  if (!etag.startsWith('"')) return etag;
  const opaque = `${etag.slice(1, -1)}-${coding}`;
  return isReproducible ? `"${opaque}"` : weakTag(opaque);
}
