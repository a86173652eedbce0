/** What happens in the edge, for logs, counters and tests. */

import type { ForwardReason } from '../policy/lookup-decision.ts';
import type { PurgeMode } from '../store/purge-epochs.ts';

export type EdgeEvent =
  | { readonly kind: 'hit'; readonly key: string; readonly stale: boolean }
  | { readonly kind: 'forward'; readonly key: string; readonly reason: ForwardReason }
  | { readonly kind: 'joined'; readonly key: string }
  | { readonly kind: 'stored'; readonly key: string; readonly bytes: number }
  | { readonly kind: 'not-stored'; readonly key: string; readonly because: string }
  /** Its coded forms are in the store: quick ones first, then the best. */
  | { readonly kind: 'coded'; readonly key: string; readonly quality: 'quick' | 'best' }
  | { readonly kind: 'validated'; readonly key: string }
  | { readonly kind: 'stale-for-error'; readonly key: string; readonly cause: unknown }
  | { readonly kind: 'refresh'; readonly key: string }
  | { readonly kind: 'refresh-skipped'; readonly key: string; readonly because: 'bound' | 'backoff' }
  | { readonly kind: 'refresh-failed'; readonly key: string; readonly cause: unknown }
  | { readonly kind: 'origin-failed'; readonly key: string; readonly cause: unknown }
  | { readonly kind: 'waiter-refused'; readonly key: string }
  | { readonly kind: 'late-error'; readonly key: string; readonly cause: unknown }
  /** A fault of the edge itself or of its store. Where the answer depended on it the client got 502 or was cut off. */
  | { readonly kind: 'fault'; readonly key: string; readonly cause: unknown }
  | { readonly kind: 'purged'; readonly what: string; readonly mode: PurgeMode }
  | { readonly kind: 'invalidated'; readonly key: string };

export type EdgeReporter = (event: EdgeEvent) => void;
