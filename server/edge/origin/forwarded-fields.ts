/** The request fields that are forwarded to the origin. */
import { formatRange } from '../../message/byte-ranges.ts';
import { type Fields, filterFields, hasField } from '../../message/field-lines.ts';
import { endToEndFields } from '../../message/forwarding.ts';
import { withoutPreconditions } from '../../message/preconditions.ts';
import type { RelatedResponses } from '../policy/related-responses.ts';
import { validatingFields } from '../policy/validation.ts';
import type { StoredResponse } from '../response/stored-response.ts';

export interface OriginRequest {
  readonly fields: Fields;
  /** Carries the validators of the stored response. */
  readonly validates: boolean;
  /** Carries the client's own preconditions, so the origin's response goes to the client unchanged. */
  readonly hasClientPreconditions: boolean;
  readonly ranged: boolean;
}

/** Fields of the client that are not part of a background revalidation. */
const CLIENT_FIELDS: ReadonlySet<string> = new Set(['pragma', 'range', 'cache-control']);

export interface ForwardingRules {
  /** Requests the complete response instead of a range. */
  readonly complete: boolean;
  /** Removes the client's preconditions, so that the response can be stored. */
  readonly fill: boolean;
  /** Removes Accept-Encoding, because the edge encodes responses itself. */
  readonly identity: boolean;
}

/** Returns the fields of a request that is forwarded for a client with the fields `sent`. It validates `stored` where it can. */
export function forwardedFields(sent: Fields, stored: StoredResponse | null, { complete, fill, identity }: ForwardingRules): OriginRequest {
  const fields = contentlessFields(sent, identity);
  const validating = stored !== null && stored.part === null ? validatingFields(fields, stored) : null;
  // The stored response is validated as a whole and then answers the range itself (RFC 9111 §4.3.1).
  if (validating !== null) return { fields: withoutRange(validating), validates: true, hasClientPreconditions: false, ranged: false };
  if (!complete) return { fields, validates: false, hasClientPreconditions: true, ranged: true };
  if (fill) return { fields: withoutPreconditions(withoutRange(fields)), validates: false, hasClientPreconditions: false, ranged: false };
  return { fields: withoutRange(fields), validates: false, hasClientPreconditions: true, ranged: false };
}

/** Returns the fields of a forwarded request that uses related stored responses. */
export function relatedFields(sent: Fields, related: RelatedResponses, { identity }: Pick<ForwardingRules, 'identity'>): OriginRequest {
  const fields = withoutPreconditions(withoutRange(contentlessFields(sent, identity)));
  if (related.kind === 'part') {
    const { missing, stored } = related;
    // RFC 9110 §13.1.5: the origin sends the complete representation when it has changed.
    const ranged = [...fields, 'Range', formatRange(missing), 'If-Range', stored.etag ?? ''];
    return { fields: ranged, validates: false, hasClientPreconditions: false, ranged: true };
  }
  const tags = [...new Set(related.stored.map(({ etag }) => etag))].join(', ');
  return { fields: [...fields, 'If-None-Match', tags], validates: false, hasClientPreconditions: false, ranged: false };
}

/** Returns the fields of a background revalidation that follows a client's request. */
export function refreshFields(sent: Fields, stored: StoredResponse, identity: boolean): OriginRequest {
  return revalidation(
    filterFields(contentlessFields(sent, identity), (name) => !CLIENT_FIELDS.has(name)),
    stored,
  );
}

/** Returns the fields of a background revalidation without a client: those that selected the response (RFC 9111 §4.3.1). */
export function selectingFields(stored: StoredResponse): OriginRequest {
  const { names, raw } = stored.selection;
  const selecting = names.flatMap((name, index) => {
    const value = raw[index] ?? null;
    return value === null ? [] : [name, value];
  });
  return revalidation(stored.scope === '' ? selecting : ['Host', stored.scope, ...selecting], stored);
}

function revalidation(fields: Fields, stored: StoredResponse): OriginRequest {
  const validating = validatingFields(fields, stored);
  return {
    fields: validating ?? withoutPreconditions(fields),
    validates: validating !== null,
    hasClientPreconditions: false,
    ranged: false,
  };
}

/** Removes `Range`, and with it `If-Range` (RFC 9110 §13.1.5). */
function withoutRange(fields: Fields): Fields {
  return hasField(fields, 'range') ? filterFields(fields, (name) => name !== 'range' && name !== 'if-range') : fields;
}

/**
 * Fields that frame or announce the content of a request, or that only a recipient of the content can check. Content-Type is not among
 * them: clients send it without content, and servers select by it.
 */
const CONTENT_FIELDS: ReadonlySet<string> = new Set([
  'content-length',
  'expect',
  'content-encoding',
  'content-range',
  'content-digest',
  'repr-digest',
  'digest',
  'content-md5',
]);

/**
 * The content of a GET or HEAD has no meaning (RFC 9110 §9.3.1) and is not forwarded. With its Content-Length the origin would wait for it,
 * or read it from the next request on the connection (RFC 9112 §6.3, §11.2).
 */
function contentlessFields(sent: Fields, identity: boolean): Fields {
  return filterFields(endToEndFields(sent), (name) => !CONTENT_FIELDS.has(name) && !(identity && name === 'accept-encoding'));
}
