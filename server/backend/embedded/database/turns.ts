/** Runs pieces of work one after the other, in the order of arrival. A piece that rejects does not disturb the next. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
