/**
 * The contract of what replicas share: named values, locks, and one log that all of them append to and read in the same order. It knows
 * nothing of responses and purges. Every call settles within its deadline; one that rejects may have taken effect.
 */

export interface LogEntry {
  /** Place in the log, as `compareIds` orders it. */
  readonly id: string;
  readonly text: string;
}

export interface LogReading {
  /** Whether the log still has the entry that was read after: then none between it and `entries` is missing. */
  readonly isContinuous: boolean;
  readonly entries: readonly LogEntry[];
  /** Whether `entries` reach to the end of the log. */
  readonly isComplete: boolean;
}

interface LockTaking {
  /** Token of the holder of the lock, the caller's where it was free. */
  readonly holder: string;
  /** The value of the same name. */
  readonly value: Buffer | null;
}

export interface SharedMedium {
  get(name: string): Promise<Buffer | null>;
  set(name: string, value: Buffer, lifeMs: number): Promise<void>;
  remove(name: string): Promise<void>;
  /** Takes a lock for `lifeMs` unless it is held, and reads the value of the same name after that. */
  lock(name: string, token: string, lifeMs: number): Promise<LockTaking>;
  /** Lets a lock that `token` holds be held by `heir` for `lifeMs` from now on; free with null. Does nothing where another holds it. */
  passLock(name: string, token: string, heir: string | null, lifeMs: number): Promise<void>;
  /** Appends to the log; with `begins` also where there is none. Rejects where there is no log otherwise. */
  append(text: string, begins: boolean): Promise<void>;
  /** Reads what follows the entry `after`, waiting up to `waitMs` for it; with null from the first entry that is kept, without waiting. */
  readLog(after: string | null, waitMs: number): Promise<LogReading>;
  /** Returns a text that is another one after each restart of the server. */
  serverId(): Promise<string>;
}

/** Orders two ids of log entries: two whole numbers, the first one the more significant. */
export function compareIds(one: string, other: string): number {
  const [first = 0, second = 0] = one.split('-').map(Number);
  const [otherFirst = 0, otherSecond = 0] = other.split('-').map(Number);
  return first - otherFirst || second - otherSecond;
}
