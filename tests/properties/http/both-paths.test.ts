/** The same bytes get the same answers from Node's parser and at the socket. `tests/bench/direct-paths.ts` sends a hundred thousand. */
import { expect, test } from 'vitest';
import { comparePaths } from '../../support/both-paths/compare.ts';

const seed = Math.floor(Math.random() * 2_147_483_647);

test.each(['site', 'plain'] as const)(
  `random bytes get the same answers from both paths, by the rules of a %s edge (seed ${seed})`,
  async (rules) => {
    const { packets, direct } = await comparePaths(rules, 150, seed);
    expect(packets).toBeGreaterThan(1_000);
    expect(direct).toBeGreaterThan(100);
  },
);
