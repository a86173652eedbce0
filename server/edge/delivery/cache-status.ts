/** `Cache-Status` (RFC 9211): what the edge did with a request, appended to what caches before it wrote. */

import { type Fields, fieldValue, replaceField } from '../../message/field-lines.ts';
import type { ForwardReason } from '../policy/lookup-decision.ts';

export type CacheOutcome =
  /** Answered from the store; `ttl` is what is left of its lifetime, negative when stale. */
  | { readonly kind: 'hit'; readonly ttl: number; readonly detail?: string }
  /** Asked the origin. */
  | {
      readonly kind: 'forward';
      readonly reason: ForwardReason;
      /** Absent when the origin did not answer. */
      readonly status?: number;
      /**
       * It is being stored. Said with the head, so of a body whose length the origin does not announce it is a forecast: when it proves
       * longer than `bounds.bodyBytes`, or breaks off, nothing is stored after all. One that is announced as too long is not said to be.
       */
      readonly stored?: boolean;
      /** Shared with a request that was under way already. */
      readonly collapsed?: boolean;
      readonly ttl?: number;
      readonly detail?: string;
    };

/** Writes one member of the list; `name` is a token. */
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

/** Returns the fields with the member appended: the list begins at the origin (RFC 9211 §2). */
export function withCacheStatus(fields: Fields, member: string): readonly string[] {
  const before = fieldValue(fields, 'cache-status');
  return before === null ? [...fields, 'Cache-Status', member] : replaceField(fields, 'Cache-Status', `${before}, ${member}`);
}
