/**
 * The sources that were public when they were last found. Only of these may an earlier derivative be served while the store does not answer:
 * any other may have been hidden before this process started or in a gap of its change events.
 */
import { LRUCache } from 'lru-cache';

/** Number of names kept, of about 50 characters each; for dropped ones no earlier derivative is served. */
const MOST_SEEN = 20_000;

export class SeenSources {
  readonly #seen = new LRUCache<string, true>({ max: MOST_SEEN });
  #hidings = 0;

  has(name: string): boolean {
    return this.#seen.has(name);
  }

  /** Call before a source is requested. The returned function says whether nothing has been hidden since. */
  asking(): () => boolean {
    const before = this.#hidings;
    return () => before === this.#hidings;
  }

  add(name: string): void {
    this.#seen.set(name, true);
  }

  /** A source was not found. A name that was never seen changes nothing, because anyone may request such names. */
  miss(name: string): void {
    if (this.#seen.has(name)) this.hide(name);
  }

  hide(name: string): void {
    this.#hidings += 1;
    this.#seen.delete(name);
  }

  hideAll(): void {
    this.#hidings += 1;
    this.#seen.clear();
  }
}
