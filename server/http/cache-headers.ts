/**
 * The only writer of `Cache-Control` for our own responses. Shared caches obey `CDN-Cache-Control` (RFC 9213) and `Cache-Groups`
 * (RFC 9875); browsers obey `Cache-Control`, which makes them revalidate pages, because no purge reaches a browser.
 */
import type { ServerResponse } from 'node:http';
import { MAX_GROUPS, tableGroupsOf } from '../../shared/cache/groups.ts';
import { type CachePolicy, IMMUTABLE_FOR } from '../../shared/cache/policy.ts';

const NEVER = [
  ['Cache-Control', 'private, no-store'],
  ['CDN-Cache-Control', 'no-store'],
] as const;

/** Field lines (name, value, name, value) of a response that no cache may store. */
export const NEVER_FIELDS: readonly string[] = NEVER.flat();

/**
 * Sets the cache fields of `policy`, and `groups` where shared caches may store the response. Call before the head is sent.
 * @param boundarySeconds until the next scheduled publication or expiry that changes this response; no lifetime is longer
 */
export function applyCachePolicy(res: ServerResponse, policy: CachePolicy, groups: readonly string[] = [], boundarySeconds?: number): void {
  switch (policy.kind) {
    case 'never':
      for (const [name, value] of NEVER) res.setHeader(name, value);
      return;
    case 'immutable':
      res.setHeader('Cache-Control', `public, max-age=${IMMUTABLE_FOR}, immutable`);
      break;
    case 'shared':
      res.setHeader('Cache-Control', 'no-cache');
      res.setHeader('CDN-Cache-Control', sharedLifetimes(policy, boundarySeconds));
      break;
    case 'timed':
      // No purge reaches a browser, so its copy must expire by itself before the scheduled change.
      res.setHeader('Cache-Control', `public, max-age=${freshUntil(policy.freshFor, boundarySeconds)}`);
      res.setHeader('CDN-Cache-Control', sharedLifetimes(policy, boundarySeconds));
      break;
  }
  const field = cacheGroupsField(groups);
  if (field !== '') res.setHeader('Cache-Groups', field);
}

/** Sets the cache fields of a response that is streamed with a nonce: shared caches must not store it, browsers must revalidate it. */
export function applyStreamedPolicy(res: ServerResponse): void {
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('CDN-Cache-Control', 'no-store');
}

function sharedLifetimes(policy: Extract<CachePolicy, { kind: 'shared' | 'timed' }>, boundarySeconds = Number.POSITIVE_INFINITY): string {
  const freshFor = freshUntil(policy.freshFor, boundarySeconds);
  const staleWhileRevalidate = Math.max(0, Math.min(policy.staleWhileRevalidate, Math.floor(boundarySeconds) - freshFor));
  const parts = [`max-age=${freshFor}`];
  if (staleWhileRevalidate > 0) parts.push(`stale-while-revalidate=${staleWhileRevalidate}`);
  if (policy.staleIfError > 0) parts.push(`stale-if-error=${policy.staleIfError}`);
  return parts.join(', ');
}

function freshUntil(freshFor: number, boundarySeconds = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Math.min(freshFor, Math.floor(boundarySeconds)));
}

/** Serialises groups as an RFC 9651 list of strings. More than MAX_GROUPS are replaced by the groups of their tables. */
export function cacheGroupsField(groups: readonly string[]): string {
  const all = [...new Set(groups)];
  const bounded = all.length <= MAX_GROUPS ? all : [...new Set(all.flatMap(tableGroupsOf))];
  // RFC 9651 §3.3.3: strings hold printable ASCII only. Group names are table names and keys, so no other characters occur.
  return bounded
    .filter((group) => PLAIN.test(group) || /^[\x20-\x7e]+$/.test(group))
    .slice(0, MAX_GROUPS)
    .map((group) => (PLAIN.test(group) ? `"${group}"` : `"${group.replaceAll(/["\\]/g, '\\$&')}"`))
    .join(', ');
}

/** Names that need no escape, as nearly all groups do. Tested first, it halves the time for a page of fifty groups (measured). */
const PLAIN = /^[\w:*+-]+$/;
