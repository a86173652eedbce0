import { describe, expect, test } from 'vitest';
import { ClockApartError, createClockCheck } from '../../../../server/backend/embedded/clock-check.ts';

/** A database at this moment, in milliseconds, and a replica whose clock shows these before and after its answer. */
function check(database: number, ...replica: [before: number, after: number]): Promise<void> {
  const times = [...replica];
  const query = () => Promise.resolve({ rows: [{ agora: database }], rowCount: 1 });
  return createClockCheck({ query }, () => times.shift() ?? 0)();
}

describe('the clock of a replica', () => {
  test.each([
    [1_000_000, 1_000_000, 1_000_010],
    [1_000_000, 1_029_000, 1_029_010],
    [1_000_000, 970_000, 970_010],
    [1_000_000, 960_000, 1_010_000],
  ])('is right where the database has %i and it shows %i before and %i after the answer', async (database, before, after) => {
    await expect(check(database, before, after)).resolves.toBeUndefined();
  });

  test.each([
    [1_000_000, 1_031_000, 1_031_010],
    [1_000_000, 968_000, 968_010],
  ])('is apart where the database has %i and it shows %i before and %i after the answer', async (database, before, after) => {
    await expect(check(database, before, after)).rejects.toThrow(ClockApartError);
  });
});
