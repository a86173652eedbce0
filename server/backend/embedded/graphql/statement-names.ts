/**
 * Names of prepared statements. Planning a page's statement costs 3 to 20 ms and running it often under 1 ms (measured on PGlite with
 * 3,800 documents), so what will come again is prepared. A prepared statement lives as long as its connection and is never given up;
 * therefore the number is bounded where a caller could choose it.
 */
import { createHash } from 'node:crypto';

// Each may hold a plan of some 100 KB on every connection. The site's lists have about 40 shapes.
const MAX_DYNAMIC = 100;
const MAX_DYNAMIC_LENGTH = 40_000;

/** The name is made of the text: the same name always comes with the same text. */
function nameOf(text: string): string {
  return `gql_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

export class StatementNames {
  readonly #dynamic = new Set<string>();

  /**
   * Returns the name of a statement that is run for the first time. A dynamic one, whose variables hold a condition or an ordering, has
   * none yet: a caller can make any number of such statements.
   */
  first(statement: { readonly text: string; readonly isDynamic: boolean }): string | undefined {
    return statement.isDynamic ? undefined : nameOf(statement.text);
  }

  /** Returns the name of a dynamic statement that is run again, undefined when there is no room for another. */
  repeated(text: string): string | undefined {
    if (text.length > MAX_DYNAMIC_LENGTH) return undefined;
    const name = nameOf(text);
    if (this.#dynamic.size < MAX_DYNAMIC) this.#dynamic.add(name);
    return this.#dynamic.has(name) ? name : undefined;
  }
}
