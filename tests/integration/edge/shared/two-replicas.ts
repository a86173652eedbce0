/** Two edges that share a medium, each with an origin that numbers its answers; short waits end at the next turn of the event loop. */
import type { EdgeOptions, LoggedPurge, Origin } from '../../../../server/edge/index.ts';
import type { Clock } from '../../../../server/edge/origin/clock.ts';
import { type MemoryMedium, memoryMedium } from '../../../support/shared-medium/memory-medium.ts';
import { fakeClock, startWorld, until, type World } from '../harness.ts';

export interface Replica extends World {
  readonly medium: MemoryMedium;
  /** Purges of the other replica. */
  readonly heard: LoggedPurge[];
  /** Whether purges of the other replica are followed now. */
  isSynced(): boolean;
  kinds(): readonly string[];
}

export const SECRET = Buffer.alloc(32, 7);

export const AFTER_GAP: readonly LoggedPurge[] = [{ kind: 'all', mode: 'soft' }];

/** Waits of less than a second end at once: retries, and questions for the render of another replica. */
export function impatientClock(): Clock & { advance(seconds: number): void } {
  const clock = fakeClock();
  return {
    ...clock,
    after: (ms, act) => {
      if (ms >= 1_000) return clock.after(ms, act);
      const waiting = setImmediate(act);
      return () => clearImmediate(waiting);
    },
  };
}

/** Starts a replica, and waits until it follows the purges of the others. */
export async function startReplica(medium: MemoryMedium, origin: Origin, options: Partial<EdgeOptions> = {}): Promise<Replica> {
  const heard: LoggedPurge[] = [];
  const clock = impatientClock();
  const world = await startWorld(origin, {
    clock,
    shared: { medium, secret: SECRET, isShared: () => true, afterGap: AFTER_GAP, onPurge: (purge) => heard.push(purge) },
    ...options,
  });
  const kinds = (): readonly string[] => world.events.map(({ kind }) => kind);
  const isSynced = (): boolean => kinds().findLast((kind) => kind === 'shared-synced' || kind === 'shared-lost') === 'shared-synced';
  if (medium.fault === null) await until(isSynced);
  return {
    ...world,
    // As all fakes: time passes for this replica only.
    clock: { ...clock, advance: (seconds) => clock.advance(seconds) },
    medium,
    heard,
    isSynced,
    kinds,
    close: async () => {
      world.edge.close();
      medium.wake();
      await world.close();
    },
  };
}

/** Starts two replicas in front of one origin. */
export async function startTwo(origin: Origin, options: Partial<EdgeOptions> = {}): Promise<readonly [Replica, Replica]> {
  const one = memoryMedium();
  return [await startReplica(one, origin, options), await startReplica(one.view(), origin, options)];
}

/** Waits until a response has been shared. */
export async function untilShared({ medium }: Replica, count = 1): Promise<void> {
  await until(() => medium.values.size >= count);
}
