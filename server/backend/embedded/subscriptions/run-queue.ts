/** Runs of live queries: so many at a time that page reads keep most connections, in the order in which they were asked for. */

export interface RunQueue {
  /** Runs `work` when its turn comes and resolves when it has ended. `work` must not reject. */
  run(work: () => Promise<void>): Promise<void>;
}

/** @param limit runs at the same time */
export function createRunQueue(limit: number): RunQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < limit) running += 1;
      // The turn of the run that ends passes to the next one.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
