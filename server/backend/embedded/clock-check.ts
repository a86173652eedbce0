/**
 * Proof that the clock of this replica is that of the database, and so of the other replicas: access tokens that one whose clock is behind has
 * signed are over too soon for the others, who then ask the browser to renew them at each request.
 */
import type { Database } from './database.ts';

/** Milliseconds. Tokens are good for a quarter of an hour, and clocks that follow a server of time differ by less than a second. */
const MOST_APART_MS = 30_000;

const CLOCK = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as agora';

/** The clocks are too far apart. */
export class ClockApartError extends Error {
  override readonly name = 'ClockApartError';
}

/** Makes the check. @param now milliseconds since 1970 */
export function createClockCheck(database: Pick<Database, 'query'>, now: () => number = Date.now): () => Promise<void> {
  return async () => {
    const before = now();
    const { rows } = await database.query(CLOCK, [], { name: 'relogio' });
    const there = Number(rows[0]?.['agora']);
    // Its answer was made at some moment of the wait.
    const apartMs = Math.max(before - there, there - now());
    if (apartMs > MOST_APART_MS)
      throw new ClockApartError(`the clock of this machine is ${Math.round(apartMs / 1_000)} seconds from the database's`);
  };
}
