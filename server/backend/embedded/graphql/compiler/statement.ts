/** Collects the parameters and aliases of one statement while its text is written. */
import type { Binder } from '../model/bool-exp.ts';

export class StatementBuilder {
  readonly #binders: Binder[] = [];
  #aliases = 0;

  /**
   * Adds a parameter and returns its text. The value travels as text and is cast here, so both drivers send it alike, and the database
   * parses every type by its own rules.
   */
  parameter(bind: Binder, cast: string): string {
    this.#binders.push(bind);
    return `$${this.#binders.length}::text::${cast}`;
  }

  /** Returns an alias that nothing else in the statement has. */
  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  get binders(): readonly Binder[] {
    return this.#binders;
  }
}
