/**
 * Where stored responses live. A store keeps what it is given or drops it; it knows nothing of freshness or purges. It may throw: the
 * edge then does without it for that request, and reports a fault.
 */
import type { StoredResponse } from '../response/stored-response.ts';

export interface StoreUse {
  /** Keys held. */
  readonly entries: number;
  readonly bytes: number;
  /** Keys dropped to make room, since the start. */
  readonly evictions: number;
}

export interface Store {
  /** The variants of a key, the most recent first; empty when there is none. Counts as use. */
  read(key: string): readonly StoredResponse[];
  /** Replaces all variants of a key; an empty list removes it. False when they are larger than the store takes. */
  write(key: string, variants: readonly StoredResponse[]): boolean;
  remove(key: string): void;
  clear(): void;
  use(): StoreUse;
}
