/** `Cache-Status` (RFC 9211): how the edge handled a request, appended to the members of caches nearer to the origin. */

import { type Fields, fieldValue, replaceField } from '../../message/field-lines.ts';

/** Why a stored response does not answer a request (RFC 9211 §2.2). */
export type MissReason = 'uri-miss' | 'vary-miss' | 'partial';

/** Why a request is forwarded (RFC 9211 §2.2). */
export type ForwardReason = MissReason | 'bypass' | 'method' | 'miss' | 'request' | 'stale';

export type CacheOutcome =
  /** Answered from the store. `ttl` is the remaining freshness, negative when stale. */
  | { readonly kind: 'hit'; readonly ttl: number; readonly detail?: string }
  /** Forwarded to the origin. */
  | {
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
      readonly ttl?: number;
      readonly detail?: string;
    };

/** Returns one member of the list. `name` is a token. */
export function cacheStatusMember(name: string, outcome: CacheOutcome): string {
  const detail = outcome.detail === undefined ? '' : `; detail=${outcome.detail}`;
  if (outcome.kind === 'hit') return `${name}; hit; ttl=${outcome.ttl}${detail}`;
  const parts = [name, `fwd=${outcome.reason}`];
  if (outcome.status !== undefined) parts.push(`fwd-status=${outcome.status}`);
  if (outcome.stored === true) parts.push('stored');
  if (outcome.collapsed === true) parts.push('collapsed');
  if (outcome.ttl !== undefined) parts.push(`ttl=${outcome.ttl}`);
  return parts.join('; ') + detail;
}

/** Returns the fields with the member appended: the list starts at the origin (RFC 9211 §2). */
export function withCacheStatus(fields: Fields, member: string): readonly string[] {
  const before = fieldValue(fields, 'cache-status');
  return before === null ? [...fields, 'Cache-Status', member] : replaceField(fields, 'Cache-Status', `${before}, ${member}`);
}
