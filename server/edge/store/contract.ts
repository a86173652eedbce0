/**
 * The contract of a store of responses. A store holds or drops what it is given and knows nothing of freshness or purges. It may throw:
 * the edge then serves that request without it and reports a fault.
 */
import type { StoredResponse } from '../response/stored-response.ts';

export interface StoreUse {
  /** Keys held. */
  readonly entries: number;
  readonly bytes: number;
  /** Keys evicted since the start. */
  readonly evictions: number;
}

export interface Store {
  /** Returns the variants of a key, the most recent first; empty without any. Counts as use. */
  read(key: string): readonly StoredResponse[];
  /** Replaces all variants of a key; an empty list removes it. False when they are larger than the store accepts. */
  write(key: string, variants: readonly StoredResponse[]): boolean;
  remove(key: string): void;
  clear(): void;
  use(): StoreUse;
}
