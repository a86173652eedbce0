/**
 * Purges by epoch: a purge records its moment, and a stored response is compared by the moment at which its request to the origin started.
 * So a render that was under way during a purge cannot store old content, and no index from groups to responses is needed.
 */
import { LRUCache } from 'lru-cache';
import type { Moment } from '../response/stored-response.ts';

/** Hard: the response is never sent again. Soft: it is only sent as stale-if-error. */
export type PurgeMode = 'hard' | 'soft';

/** The effect of all purges on a stored response. */
export type PurgeVerdict = 'valid' | PurgeMode;

interface Purgeable {
  readonly began: Moment;
  readonly groups: readonly string[];
}

/** The start of a request whose response, and so its groups, are not known yet. */
export interface RequestStart {
  readonly began: Moment;
  readonly generation: number;
  /** Number of group purges before it. */
  readonly groupPurges: number;
}

export interface PurgeEpochs {
  /** Returns the moment at which a request to the origin starts. */
  begin(): Moment;
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

interface Epoch {
  readonly hard: Moment;
  readonly soft: Moment;
}

const NEVER = 0 as Moment;

/**
 * Makes the epochs of one process.
 * @param bound how many groups, and how many keys, are remembered. A forgotten epoch counts for all responses: this purges too much, never
 * too little.
 */
export function createPurgeEpochs(now: () => number, bound: number): PurgeEpochs {
  let last = NEVER;
  let all: Epoch = { hard: NEVER, soft: NEVER };
  let generation = 0;
  let groupPurges = 0;
  const forget = (epoch: Epoch, _name: string, reason: string): void => {
    if (reason === 'evict') all = { hard: later(all.hard, epoch.hard), soft: later(all.soft, epoch.soft) };
  };
  const groups = new LRUCache<string, Epoch>({ max: bound, dispose: forget });
  const keys = new LRUCache<string, Epoch>({ max: bound, dispose: forget });
  const tick = (): Moment => {
    last = Math.max(last + 1, Math.floor(now() * 1_000)) as Moment;
    return last;
  };
  const raised = (epoch: Epoch | undefined, mode: PurgeMode): Epoch => {
    generation += 1;
    return { ...(epoch ?? { hard: NEVER, soft: NEVER }), [mode]: tick() };
  };
  const verdict = (key: string, response: Purgeable): PurgeVerdict => {
    let { hard, soft } = all;
    for (const epoch of [keys.get(key), ...response.groups.map((group) => groups.get(group))]) {
      if (epoch === undefined) continue;
      hard = later(hard, epoch.hard);
      soft = later(soft, epoch.soft);
    }
    if (response.began < hard) return 'hard';
    return response.began < soft ? 'soft' : 'valid';
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
      groups.set(group, raised(groups.get(group), mode));
    },
    purgeKey: (key, mode) => {
      keys.set(key, raised(keys.get(key), mode));
    },
    verdict,
    get generation() {
      return generation;
    },
  };
}

function later(one: Moment, other: Moment): Moment {
  return one > other ? one : other;
}
