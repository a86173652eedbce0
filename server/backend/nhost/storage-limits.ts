import type { ServiceRequestLimits } from './service-client.ts';
import type { BodyDeadlines } from './storage-body.ts';
import type { UnreadBodyLimits } from './storage-unread-body.ts';

/** Bounds of everything that waits for the storage service. */
export interface StorageLimits extends ServiceRequestLimits, BodyDeadlines, UnreadBodyLimits {}

export const DEFAULT_LIMITS: StorageLimits = {
  // A cold service on a free plan needs some seconds for its first answer; the pages' own deadline is near.
  headMs: 10_000,
  atOnce: 256,
  idleMs: 20_000,
  // A file of 1 MB may take 60 s + 32 s of the storage's time.
  patienceMs: 60_000,
  leastRate: 32 * 1024,
  heldMs: 5_000,
  drainBytes: 64 * 1024,
};
