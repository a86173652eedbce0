/**
 * Which sources everybody could see when they were last asked for. Only these may be shown "from earlier" while the store does not answer:
 * of all others it is not known whether they have been hidden since, by a change that came before this process or in a gap of its events.
 */
import { LRUCache } from 'lru-cache';

/** Names of about 50 characters; those that fall out have no picture from earlier. */
const MOST_SEEN = 20_000;

export class SeenSources {
  readonly #seen = new LRUCache<string, true>({ max: MOST_SEEN });
  #hidings = 0;

  has(name: string): boolean {
    return this.#seen.has(name);
  }

  /** To be called before a source is asked for. Returns whether nothing has been hidden since. */
  asking(): () => boolean {
    const before = this.#hidings;
    return () => before === this.#hidings;
  }

  add(name: string): void {
    this.#seen.set(name, true);
  }

  /** A source was not there when it was asked for. One that nobody has seen changes nothing: anybody may ask for such names. */
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
