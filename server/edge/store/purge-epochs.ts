/**
 * Purges by epoch: a purge records its moment, and a stored response is compared by the moment at which its request to the origin started.
 * So a render that was under way during a purge cannot store old content, and no index from groups to responses is needed.
 */
import { LRUCache } from 'lru-cache';
import type { LogicalTimestamp } from '../response/stored-response.ts';

/**
 * Hard: the response is never sent again. Soft: it is only sent as stale-if-error. Refresh: it is sent for a bounded time while it is
 * revalidated in the background, and then as after a soft purge.
 */
export type PurgeMode = 'hard' | 'soft' | 'refresh';

/** The effect of all purges on a stored response. */
export type PurgeVerdict = 'valid' | PurgeMode;

interface Purgeable {
  readonly began: LogicalTimestamp;
  readonly groups: readonly string[];
}

/** The start of a request whose response, and so its groups, are not known yet. */
export interface RequestStart {
  readonly began: LogicalTimestamp;
  readonly generation: number;
  /** Number of group purges before it. */
  readonly groupPurges: number;
}

export interface PurgeEpochs {
  /** Returns the moment at which a request to the origin starts. */
  begin(): LogicalTimestamp;
  /** Returns such a moment with the state that `mayAffect` compares. */
  start(): RequestStart;
  /**
   * Says whether a purge since `start` may affect the response under way for `key`: a purge of any group may, because its groups are not
   * known, but a purge of another key may not. Otherwise unsafe requests, which invalidate keys, could disturb requests for other keys.
   */
  mayAffect(key: string, start: RequestStart): boolean;
  purgeAll(mode: PurgeMode): void;
  purgeGroup(group: string, mode: PurgeMode): void;
  purgeKey(key: string, mode: PurgeMode): void;
  /** Returns the effect of the purges since the request for a stored response started. */
  verdict(key: string, response: Purgeable): PurgeVerdict;
  /** Increases with every purge: a valid response stays valid while this is unchanged. */
  readonly generation: number;
}

export interface EpochOptions {
  readonly now: () => number;
  /**
   * How many groups, and how many keys, are remembered. A forgotten epoch counts for all responses: this purges too much, never too little.
   */
  readonly bound: number;
  /** Milliseconds for which a response is sent after a purge of the mode `refresh`. */
  readonly refreshForMs: number;
}

interface Epoch {
  readonly hard: LogicalTimestamp;
  readonly soft: LogicalTimestamp;
  readonly refresh: LogicalTimestamp;
  /** Instant from which the purge of the mode `refresh` counts as a soft one. */
  readonly refreshEndsAt: number;
}

const NEVER = 0 as LogicalTimestamp;
const NO_PURGE: Epoch = { hard: NEVER, soft: NEVER, refresh: NEVER, refreshEndsAt: Number.POSITIVE_INFINITY };

/** Makes the epochs of one process. */
export function createPurgeEpochs({ now, bound, refreshForMs }: EpochOptions): PurgeEpochs {
  let last = NEVER;
  let all = NO_PURGE;
  let generation = 0;
  let groupPurges = 0;
  const forget = (epoch: Epoch, _name: string, reason: string): void => {
    if (reason === 'evict') all = merged(current(all), current(epoch));
  };
  const groups = new LRUCache<string, Epoch>({ max: bound, dispose: forget });
  const keys = new LRUCache<string, Epoch>({ max: bound, dispose: forget });
  const tick = (): LogicalTimestamp => {
    last = Math.max(last + 1, Math.floor(now() * 1_000)) as LogicalTimestamp;
    return last;
  };
  /** Returns the epoch with a refresh whose time is over as the soft purge that it has become. */
  const current = (epoch: Epoch): Epoch => {
    const left = epoch.refreshEndsAt - now();
    // More than the whole time is only left when the clock was set back.
    const isOver = epoch.refresh !== NEVER && (left <= 0 || left > refreshForMs);
    return isOver ? { ...NO_PURGE, hard: epoch.hard, soft: later(epoch.soft, epoch.refresh) } : epoch;
  };
  const raised = (epoch: Epoch, mode: PurgeMode): Epoch => {
    generation += 1;
    const before = current(epoch);
    // A second refresh does not extend the time of the first, or frequent changes would keep an old response for ever.
    const refreshEndsAt = mode === 'refresh' && before.refresh === NEVER ? now() + refreshForMs : before.refreshEndsAt;
    return { ...before, refreshEndsAt, [mode]: tick() };
  };
  const verdict = (key: string, { began, groups: names }: Purgeable): PurgeVerdict => {
    let found = all;
    for (const epoch of [keys.get(key), ...names.map((group) => groups.get(group))]) {
      if (epoch !== undefined) found = merged(current(found), current(epoch));
    }
    const { hard, soft, refresh } = current(found);
    if (began < hard) return 'hard';
    if (began < soft) return 'soft';
    return began < refresh ? 'refresh' : 'valid';
  };
  return {
    begin: tick,
    start: () => ({ began: tick(), generation, groupPurges }),
    mayAffect: (key, { began, groupPurges: before }) => before !== groupPurges || verdict(key, { began, groups: [] }) !== 'valid',
    purgeAll: (mode) => {
      all = raised(all, mode);
    },
    purgeGroup: (group, mode) => {
      groupPurges += 1;
      groups.set(group, raised(groups.get(group) ?? NO_PURGE, mode));
    },
    purgeKey: (key, mode) => {
      keys.set(key, raised(keys.get(key) ?? NO_PURGE, mode));
    },
    verdict,
    get generation() {
      return generation;
    },
  };
}

/** Returns the epoch of two sets of purges. The refresh that ends first ends both. */
function merged(one: Epoch, other: Epoch): Epoch {
  return {
    hard: later(one.hard, other.hard),
    soft: later(one.soft, other.soft),
    refresh: later(one.refresh, other.refresh),
    refreshEndsAt: Math.min(one.refreshEndsAt, other.refreshEndsAt),
  };
}

function later(one: LogicalTimestamp, other: LogicalTimestamp): LogicalTimestamp {
  return one > other ? one : other;
}
