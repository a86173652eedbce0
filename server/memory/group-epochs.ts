/**
 * Purges by group as epochs (decision 0011), for values that are held in process: a value is compared by the epoch at which its load began,
 * so a load that was under way during a purge keeps nothing old, and no index from groups to values is needed.
 */

/** Number of purges before a moment. */
export type Epoch = number;

export interface GroupEpochs {
  /** The epoch of a load that begins now. */
  current(): Epoch;
  purge(groups: readonly string[] | 'all'): void;
  /** Whether one of the groups, or everything, was purged after `began`. */
  isPurged(began: Epoch, groups: readonly string[]): boolean;
}

/** Makes the epochs; `bound` groups are remembered. A forgotten one counts for all values: this purges too much, never too little. */
export function createGroupEpochs(bound: number): GroupEpochs {
  const purgedAt = new Map<string, Epoch>();
  let last = 0;
  let allPurgedAt = 0;
  const forgetOldest = (): void => {
    const [oldest] = purgedAt;
    if (oldest === undefined) return;
    allPurgedAt = Math.max(allPurgedAt, oldest[1]);
    purgedAt.delete(oldest[0]);
  };
  return {
    current: () => last,
    purge(groups) {
      last += 1;
      if (groups === 'all') {
        allPurgedAt = last;
        purgedAt.clear();
        return;
      }
      for (const group of groups) {
        // Deleted first, so that the groups stand in the order of their purges.
        purgedAt.delete(group);
        purgedAt.set(group, last);
        if (purgedAt.size > bound) forgetOldest();
      }
    },
    isPurged: (began, groups) => allPurgedAt > began || groups.some((group) => (purgedAt.get(group) ?? 0) > began),
  };
}
