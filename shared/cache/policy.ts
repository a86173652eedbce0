/**
 * Cache policies as data. A policy sits on a route or a router and is written as `CDN-Cache-Control` (RFC 9213) for shared caches and
 * `Cache-Control` for browsers by `server/http/cache-headers.ts`, the only writer of either.
 */
import { DAY, HOUR, MINUTE, type Seconds, seconds, YEAR } from '../time/seconds.ts';

export type CachePolicy =
  /** Kept by shared caches; browsers ask again each time (`no-cache` with a validator). */
  | {
      readonly kind: 'shared';
      readonly freshFor: Seconds;
      readonly staleWhileRevalidate: Seconds;
      readonly staleIfError: Seconds;
    }
  /** The URL changes whenever the bytes do. */
  | { readonly kind: 'immutable' }
  /** Kept by every cache for `freshFor`; for files whose URL is stable and whose bytes rarely change. */
  | { readonly kind: 'timed'; readonly freshFor: Seconds; readonly staleWhileRevalidate: Seconds; readonly staleIfError: Seconds }
  /** Belongs to one visitor or one moment; no cache keeps it. */
  | { readonly kind: 'never' };

/** Pages of content: fresh for minutes, stale for hours while a new one is made, for days when the backend is down. */
export const CONTENT_POLICY: CachePolicy = {
  kind: 'shared',
  freshFor: seconds(5 * MINUTE),
  staleWhileRevalidate: seconds(6 * HOUR),
  staleIfError: seconds(3 * DAY),
};

/** An id or slug that does not exist: one minute, so that a scan costs little and a new row appears soon. */
export const UNKNOWN_ID_POLICY: CachePolicy = {
  kind: 'shared',
  freshFor: MINUTE,
  staleWhileRevalidate: seconds(0),
  staleIfError: seconds(0),
};

/** Files and pictures of the content store. */
export const FILE_POLICY: CachePolicy = {
  kind: 'timed',
  freshFor: HOUR,
  staleWhileRevalidate: DAY,
  staleIfError: seconds(30 * DAY),
};

export const IMMUTABLE_POLICY: CachePolicy = { kind: 'immutable' };
export const NEVER_POLICY: CachePolicy = { kind: 'never' };

/** Lifetime given to immutable answers (RFC 8246). */
export const IMMUTABLE_FOR: Seconds = YEAR;
