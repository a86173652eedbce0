/** The request fields that go to the origin. */
import type { IncomingMessage } from 'node:http';
import { endToEnd } from './connection-fields.ts';
import { type Fields, filterFields, hasField } from './fields.ts';
import type { Near } from './nearby.ts';
import type { StoredResponse } from './stored-response.ts';
import { validatingFields, withoutPreconditions } from './validation.ts';

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
  /** Asks for the whole of what is not stored, whatever the client holds. */
  readonly fill: boolean;
  /** Asks for no content coding: the edge makes its own. */
  readonly identity: boolean;
}

/** Fields for a request that a client waits for. `stored` may be validated. */
export function forwardedFields(req: IncomingMessage, stored: StoredResponse | null, { fill, identity }: ForwardingRules): OriginRequest {
  const fields = askedFields(req, identity);
  const whole = stored !== null && stored.part === null ? validatingFields(fields, stored) : null;
  // A validated response answers the range itself (RFC 9111 §4.3.1), so the origin is asked about the whole.
  if (whole !== null) {
    return { fields: filterFields(whole, (name) => name !== 'range'), validates: true, evaluated: false, ranged: false };
  }
  const ranged = hasField(req.rawHeaders, 'range');
  if (fill && !ranged) return { fields: withoutPreconditions(fields), validates: false, evaluated: false, ranged };
  return { fields, validates: false, evaluated: true, ranged };
}

/** Fields for a request that a client waits for, made smaller by what is stored nearby. */
export function nearbyFields(req: IncomingMessage, near: Near, { identity }: ForwardingRules): OriginRequest {
  const fields = filterFields(withoutPreconditions(askedFields(req, identity)), (name) => name !== 'range');
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

function askedFields(req: IncomingMessage, identity: boolean): Fields {
  const fields = endToEnd(req.rawHeaders);
  return identity ? filterFields(fields, (name) => name !== 'accept-encoding') : fields;
}
