/** Collects the parameters and aliases of one statement while its text is written, and what the statement reads. */
import type { TableName } from '../metadata/metadata.ts';
import type { Binder } from '../model/bool-exp.ts';
import { quoteTable } from './identifiers.ts';

/** What a statement names: tables and views, and functions. What stands behind a view or a function is the catalog's matter. */
export interface Reads {
  readonly relations: readonly TableName[];
  readonly functions: readonly TableName[];
}

/** Keys, numbers, dates, and lists of them: nothing that a quoted literal of SQL reads as anything but itself. */
const PLAIN = /^[A-Za-z0-9_ .,:+{}"-]*$/;

export class StatementBuilder {
  readonly #binders: Binder[] = [];
  readonly #relations = new Map<string, TableName>();
  readonly #functions = new Map<string, TableName>();
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

  /** Returns a table or view as SQL and remembers that the statement reads it. */
  relation(name: TableName): string {
    const sql = quoteTable(name);
    this.#relations.set(sql, name);
    return sql;
  }

  /** Returns the name of a function as SQL and remembers that the statement calls it. */
  function(name: TableName): string {
    const sql = quoteTable(name);
    this.#functions.set(sql, name);
    return sql;
  }

  get reads(): Reads {
    return { relations: [...this.#relations.values()], functions: [...this.#functions.values()] };
  }

  get binders(): readonly Binder[] {
    return this.#binders;
  }
}
