/** Lets a number of pieces of work run at one time; the others wait in the order of arrival. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The permit goes to the next one directly, so that no caller that comes meanwhile takes it.
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
