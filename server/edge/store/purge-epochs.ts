/**
 * Purges as moments. A purge writes down when it happened; a stored response is judged by when the request that made it *began*, so a
 * render that was under way during a purge cannot bring the old content back. There is no index from groups to responses.
 */
import { LRUCache } from 'lru-cache';

/** A place in the order of request beginnings and purges: later is larger, no two are equal. About microseconds since the epoch. */
export type Moment = number & { readonly moment: unique symbol };

/** Hard: as if it had never been stored. Soft: kept to stand in for an error only. */
export type PurgeMode = 'hard' | 'soft';

export type Verdict = 'valid' | PurgeMode;

interface Purgeable {
  readonly began: Moment;
  readonly groups: readonly string[];
}

/** A beginning whose groups are not known yet. */
export interface Mark {
  readonly began: Moment;
  readonly generation: number;
  /** Purges of groups before it. */
  readonly groupPurges: number;
}

export interface Epochs {
  /** The moment at which a request to the origin begins. */
  begin(): Moment;
  /** A beginning, as `begin` gives it, with what `mayConcern` has to know. */
  mark(): Mark;
  /**
   * Whether a purge since `mark` may be about what is under way for `key`: one of any group, for its own are not known, but not one of
   * another key. Whoever can have keys invalidated by unsafe requests must not disturb what is made for others.
   */
  mayConcern(key: string, mark: Mark): boolean;
  purgeAll(mode: PurgeMode): void;
  purgeGroup(group: string, mode: PurgeMode): void;
  purgeKey(key: string, mode: PurgeMode): void;
  /** What purges since its beginning have made of a stored response. */
  verdict(key: string, response: Purgeable): Verdict;
  /** Rises with every purge: a response found valid stays so while this is the same. */
  readonly generation: number;
}

interface Epoch {
  readonly hard: Moment;
  readonly soft: Moment;
}

const NEVER = 0 as Moment;

/**
 * Makes the epochs of one process.
 * @param bound how many groups, and how many keys, are remembered. What falls out raises the epoch of everything: too much is purged
 * then, never too little.
 */
export function createEpochs(now: () => number, bound: number): Epochs {
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
  const marked = (epoch: Epoch | undefined, mode: PurgeMode): Epoch => {
    generation += 1;
    return { ...(epoch ?? { hard: NEVER, soft: NEVER }), [mode]: tick() };
  };
  const verdict = (key: string, response: Purgeable): Verdict => {
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
    mark: () => ({ began: tick(), generation, groupPurges }),
    mayConcern: (key, { began, groupPurges: before }) => before !== groupPurges || verdict(key, { began, groups: [] }) !== 'valid',
    purgeAll: (mode) => {
      all = marked(all, mode);
    },
    purgeGroup: (group, mode) => {
      groupPurges += 1;
      groups.set(group, marked(groups.get(group), mode));
    },
    purgeKey: (key, mode) => {
      keys.set(key, marked(keys.get(key), mode));
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
