/** Collects the parameters and aliases of one statement while its text is written. */
import type { Binder } from '../model/bool-exp.ts';

/** Keys, numbers, dates, and lists of them: nothing that a quoted literal of SQL reads as anything but itself. */
const PLAIN = /^[A-Za-z0-9_ .,:+{}"-]*$/;

export class StatementBuilder {
  readonly #binders: Binder[] = [];
  #aliases = 0;
  #dependsOnValues = false;

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

  /** Adds the offset of a list. Which index serves a page depends on how deep it is and on how common its words are. */
  offset(bind: Binder): string {
    this.#dependsOnValues = true;
    return this.parameter(bind, 'pg_catalog.int8');
  }

  /** Whether the best plan differs with the values: one that Postgres keeps for all of them was seen to be ten times slower. */
  get dependsOnValues(): boolean {
    return this.#dependsOnValues;
  }

  get binders(): readonly Binder[] {
    return this.#binders;
  }
}
