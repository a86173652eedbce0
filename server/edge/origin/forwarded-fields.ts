/** The request fields that go to the origin. */
import type { IncomingMessage } from 'node:http';
import { type Fields, filterFields, hasField } from '../../message/field-lines.ts';
import { endToEndFields } from '../../message/forwarding.ts';
import { withoutPreconditions } from '../../message/preconditions.ts';
import type { Near } from '../policy/related-responses.ts';
import { validatingFields } from '../policy/validation.ts';
import type { StoredResponse } from '../response/stored-response.ts';

export interface OriginRequest {
  readonly fields: Fields;
  /** Carries the validators of the stored response. */
  readonly validates: boolean;
  /** Carries the client's own preconditions, so the answer is for the client as it is. */
  readonly evaluated: boolean;
  readonly ranged: boolean;
}

/** Directives of the client do not bind a refresh that the edge makes for itself. */
const OF_THE_CLIENT: ReadonlySet<string> = new Set(['pragma', 'range', 'cache-control']);

export interface ForwardingRules {
  /** Leaves out a range of what is not stored. */
  readonly whole: boolean;
  /** Asks for the whole of what is not stored, whatever the client holds. */
  readonly fill: boolean;
  /** Asks for no content coding: the edge makes its own. */
  readonly identity: boolean;
}

/** Fields for a request that a client waits for. `stored` may be validated. */
export function forwardedFields(
  req: IncomingMessage,
  stored: StoredResponse | null,
  { whole, fill, identity }: ForwardingRules,
): OriginRequest {
  const fields = askedFields(req, identity);
  const validating = stored !== null && stored.part === null ? validatingFields(fields, stored) : null;
  // A validated response answers the range itself (RFC 9111 §4.3.1), so the origin is asked about the whole.
  if (validating !== null) return { fields: withoutRange(validating), validates: true, evaluated: false, ranged: false };
  if (!whole) return { fields, validates: false, evaluated: true, ranged: true };
  if (fill) return { fields: withoutPreconditions(withoutRange(fields)), validates: false, evaluated: false, ranged: false };
  return { fields: withoutRange(fields), validates: false, evaluated: true, ranged: false };
}

/** Fields for a request that a client waits for, made smaller by what is stored nearby. */
export function nearbyFields(req: IncomingMessage, near: Near, { identity }: Pick<ForwardingRules, 'identity'>): OriginRequest {
  const fields = withoutPreconditions(withoutRange(askedFields(req, identity)));
  if (near.kind === 'part') {
    const { missing, stored } = near;
    // RFC 9110 §13.1.5: when the representation is another by now, the origin sends all of it.
    const ranged = [...fields, 'Range', `bytes=${missing.first}-${missing.last}`, 'If-Range', stored.etag ?? ''];
    return { fields: ranged, validates: false, evaluated: false, ranged: true };
  }
  const tags = [...new Set(near.stored.map(({ etag }) => etag))].join(', ');
  return { fields: [...fields, 'If-None-Match', tags], validates: false, evaluated: false, ranged: false };
}

/** Fields for a refresh in the background. */
export function refreshFields(req: IncomingMessage, stored: StoredResponse, identity: boolean): OriginRequest {
  const fields = filterFields(askedFields(req, identity), (name) => !OF_THE_CLIENT.has(name));
  const validating = validatingFields(fields, stored);
  return { fields: validating ?? withoutPreconditions(fields), validates: validating !== null, evaluated: false, ranged: false };
}

/** RFC 9110 §13.1.5: no `If-Range` without a `Range`. */
function withoutRange(fields: Fields): Fields {
  return hasField(fields, 'range') ? filterFields(fields, (name) => name !== 'range' && name !== 'if-range') : fields;
}

/**
 * Fields that frame the content of a request, announce it, or can only be checked against it. Content-Type is none: clients send it with
 * requests that have no content, and servers choose by it.
 */
const OF_THE_CONTENT: ReadonlySet<string> = new Set([
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
 * The content of a GET or HEAD has no meaning (RFC 9110 §9.3.1) and is not sent on. With the length of it the origin would wait for bytes
 * that never come, or take them from the next request of the same connection (RFC 9112 §6.3, §11.2).
 */
function askedFields(req: IncomingMessage, identity: boolean): Fields {
  return filterFields(endToEndFields(req.rawHeaders), (name) => !OF_THE_CONTENT.has(name) && !(identity && name === 'accept-encoding'));
}
