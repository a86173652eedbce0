/** Collects the parameters and aliases of one statement while its text is written. */
import type { Binder } from '../model/bool-exp.ts';

/** Keys, numbers, dates, and lists of them: nothing that a quoted literal of SQL reads as anything but itself. */
const PLAIN = /^[A-Za-z0-9_ .,:+{}"-]*$/;

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

  /**
   * Writes a value that is the same in every request into the statement, with the cast of a parameter: the step through `text` keeps `now` from
   * being evaluated when the statement is prepared. A value with a character that could end a literal stays a parameter.
   */
  constant(text: string, cast: string): string {
    return PLAIN.test(text) ? `'${text}'::text::${cast}` : this.parameter(() => text, cast);
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
