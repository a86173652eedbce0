/** `Cache-Status` (RFC 9211): how the edge handled a request, appended to the members of caches nearer to the origin. */

import { type Fields, fieldValue, replaceField } from '../../message/field-lines.ts';

/** Why a stored response does not answer a request (RFC 9211 §2.2). */
export type MissReason = 'uri-miss' | 'vary-miss' | 'partial';

/** Why a request is forwarded (RFC 9211 §2.2). */
export type ForwardReason = MissReason | 'bypass' | 'method' | 'miss' | 'request' | 'stale';

export type CacheOutcome = (HitOutcome | ForwardOutcome) & {
  /** Remaining freshness in seconds, negative when stale. Absent for a response that is not stored. */
  readonly ttl?: number;
  readonly detail?: string;
};

/** Answered from the store. */
interface HitOutcome {
  readonly kind: 'hit';
}

/** Forwarded to the origin. */
interface ForwardOutcome {
  readonly kind: 'forward';
  readonly reason: ForwardReason;
  /** Absent when the origin gave no response. */
  readonly status?: number;
  /**
   * The response is being stored. It is sent with the head, so without a Content-Length it is a forecast: a body that exceeds
   * `bounds.bodyBytes`, or that breaks off, is not stored.
   */
  readonly stored?: boolean;
  /** Collapsed with a request that was already under way. */
  readonly collapsed?: boolean;
}

/** Returns one member of the list. `name` is a token. */
export function cacheStatusMember(name: string, outcome: CacheOutcome): string {
  const parts = [name, ...(outcome.kind === 'hit' ? ['hit'] : forwardParameters(outcome))];
  if (outcome.ttl !== undefined) parts.push(`ttl=${outcome.ttl}`);
  if (outcome.detail !== undefined) parts.push(`detail=${outcome.detail}`);
  return parts.join('; ');
}

function forwardParameters({ reason, status, stored, collapsed }: ForwardOutcome): readonly string[] {
  const parameters = [`fwd=${reason}`];
  if (status !== undefined) parameters.push(`fwd-status=${status}`);
  if (stored === true) parameters.push('stored');
  if (collapsed === true) parameters.push('collapsed');
  return parameters;
}

/** Returns the fields with the member appended: the list starts at the origin (RFC 9211 §2). */
export function withCacheStatus(fields: Fields, member: string): readonly string[] {
  const before = fieldValue(fields, 'cache-status');
  return before === null ? [...fields, 'Cache-Status', member] : replaceField(fields, 'Cache-Status', `${before}, ${member}`);
}
