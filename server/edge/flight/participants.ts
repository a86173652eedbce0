/** Those who wait for one exchange or read it: how many they are, and who is to hear its interim responses. */
import type { Fields } from '../../message/field-lines.ts';
import type { InterimListener } from './plan.ts';

export class Audience {
  readonly #interims = new Set<InterimListener>();
  readonly #onFault: (cause: unknown) => void;
  #count = 0;

  constructor(onFault: (cause: unknown) => void) {
    this.#onFault = onFault;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds one; the answer takes it back, once, and calls `onLeft`. */
  add(onInterim: InterimListener, onLeft: () => void): () => void {
    this.#count += 1;
    this.#interims.add(onInterim);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#count -= 1;
      this.#interims.delete(onInterim);
      onLeft();
    };
  }

  /** Passes an interim response on. One that cannot be sent is left out; the final one is on its way. */
  tell(status: number, fields: Fields): void {
    for (const listener of this.#interims) {
      try {
        listener(status, fields);
      } catch (cause) {
        this.#onFault(cause);
      }
    }
  }
}
