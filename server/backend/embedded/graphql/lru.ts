/** A bounded map that forgets what was not used for the longest time. */
export class LruMap<V> {
  readonly #entries = new Map<string, V>();
  readonly #capacity: number;

  /** @param capacity at least 1 */
  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new Error(`the capacity of a cache must be at least 1, not ${capacity}`);
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map keeps the order of insertion: inserting again makes it the youngest.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#capacity) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  clear(): void {
    this.#entries.clear();
  }
}
