/** What replicas share, in the memory of a test, with the faults that the test chooses. It keeps the contract of `tests/integration/edge/shared`. */
import { compareIds, type LogEntry, type SharedMedium } from '../../../server/edge/store/shared/medium.ts';

export interface MemoryMedium extends SharedMedium {
  /** Calls reject with it while it is set. */
  fault: Error | null;
  readonly values: Map<string, Buffer>;
  readonly locks: Map<string, string>;
  /** Calls so far, by name of the method. */
  readonly calls: Map<string, number>;
  /** Forgets everything, as a server does that is emptied; with `restarts`, as one that is restarted. */
  empty(restarts: boolean): void;
  /** Removes the oldest entries of the log, as a bound does. */
  cutLog(kept: number): void;
  /** Ends waits for entries. */
  wake(): void;
  /** A view of another replica, whose calls fail by themselves. */
  view(): MemoryMedium;
}

interface World {
  readonly values: Map<string, Buffer>;
  readonly locks: Map<string, string>;
  entries: LogEntry[] | null;
  server: number;
  ids: number;
  waiting: { readonly wake: () => void; readonly fail: (cause: Error) => void }[];
}

/** Makes an empty one. Locks and values do not end by time. */
export function memoryMedium(
  world: World = { values: new Map(), locks: new Map(), entries: null, server: 1, ids: 0, waiting: [] },
): MemoryMedium {
  const calls = new Map<string, number>();
  const wake = (): void => world.waiting.splice(0).forEach((reader) => reader.wake());
  const call = async <T>(name: string, act: () => T): Promise<T> => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    await Promise.resolve();
    if (medium.fault !== null) throw medium.fault;
    return act();
  };
  const following = (after: string): readonly LogEntry[] => (world.entries ?? []).filter(({ id }) => compareIds(id, after) > 0);
  const medium: MemoryMedium = {
    fault: null,
    values: world.values,
    locks: world.locks,
    calls,
    empty: (restarts) => {
      world.values.clear();
      world.locks.clear();
      world.entries = null;
      if (!restarts) return wake();
      world.server += 1;
      for (const reader of world.waiting.splice(0)) reader.fail(new Error('the server has restarted'));
    },
    cutLog: (kept) => {
      world.entries = (world.entries ?? []).slice(-kept);
      wake();
    },
    wake,
    view: () => memoryMedium(world),
    get: (name) => call('get', () => world.values.get(name) ?? null),
    set: (name, value) => call('set', () => void world.values.set(name, Buffer.from(value))),
    remove: (name) => call('remove', () => void world.values.delete(name)),
    lock: (name, token) =>
      call('lock', () => {
        const holder = world.locks.get(name) ?? token;
        world.locks.set(name, holder);
        return { holder, value: world.values.get(name) ?? null };
      }),
    passLock: (name, token, heir) =>
      call('passLock', () => {
        if (world.locks.get(name) !== token) return;
        if (heir === null) world.locks.delete(name);
        else world.locks.set(name, heir);
      }),
    append: (text, begins) =>
      call('append', () => {
        if (world.entries === null && !begins) throw new Error('there is no log');
        world.ids += 1;
        (world.entries ??= []).push({ id: `${world.ids}-0`, text });
        wake();
      }),
    readLog: async (after, waitMs) => {
      if (after === null) return call('readLog', () => ({ isContinuous: true, entries: world.entries ?? [], isComplete: true }));
      const isContinuous = (): boolean => world.entries?.some(({ id }) => id === after) === true;
      if (waitMs > 0 && isContinuous() && following(after).length === 0)
        await new Promise<void>((resolve, reject) => world.waiting.push({ wake: resolve, fail: reject }));
      return call('readLog', () => ({
        isContinuous: isContinuous(),
        entries: isContinuous() ? following(after) : [],
        isComplete: isContinuous(),
      }));
    },
    serverId: () => call('serverId', () => String(world.server)),
  };
  return medium;
}
