/**
 * Names of prepared statements. Planning a page's statement costs 3 to 20 ms and running it often under 1 ms (measured on PGlite with
 * 3,800 documents), so what will come again is prepared. A prepared statement lives as long as its connection and is never given up;
 * therefore the number is bounded wherever a caller could choose it.
 */
import { createHash } from 'node:crypto';

// Each may hold a plan of some 100 KB on every connection. The site's lists have about 40 shapes.
const MAX_OPEN = 100;
const MAX_OPEN_LENGTH = 40_000;

/** The name is made of the text: the same name always comes with the same text. */
function nameOf(text: string): string {
  return `gql_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

export class StatementNames {
  readonly #open = new Set<string>();

  /**
   * Returns the name of a statement that is run for the first time. An open one, whose variables hold a condition or an ordering, has
   * none yet: the number of such statements is up to the caller.
   */
  first(statement: { readonly text: string; readonly isOpen: boolean }): string | undefined {
    return statement.isOpen ? undefined : nameOf(statement.text);
  }

  /** Returns the name of an open statement that has come again, undefined when there is no room for another. */
  repeated(text: string): string | undefined {
    if (text.length > MAX_OPEN_LENGTH) return undefined;
    const name = nameOf(text);
    if (this.#open.size < MAX_OPEN) this.#open.add(name);
    return this.#open.has(name) ? name : undefined;
  }
}
