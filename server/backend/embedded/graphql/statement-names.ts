/**
 * Names of prepared statements. Planning a page's statement costs 3 to 20 ms and running it often under 1 ms (measured on PGlite with
 * 3,800 documents), so what comes again is prepared. How many a connection keeps is the connection's matter.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

// A prepared statement may hold a plan of some 100 KB on every connection.
const MAX_LENGTH = 40_000;

/** A comparison with a pattern that comes with the request. */
const PATTERN = / (?:i?like|similar to|~\*?) \(?\$\d/;

/**
 * Whether the rows that a statement finds depend on a pattern. Once a statement is prepared, Postgres may take one plan for all patterns, and does so
 * where conditions on several words look rare together: it then reads every row that has the words.
 */
export function dependsOnPattern(text: string): boolean {
  return PATTERN.test(text);
}

/**
 * Returns the name, which is made of the text: the same name always comes with the same text, on every connection and replica. Undefined for a
 * very long text.
 */
export function statementName(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  return `gql_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

const MAX_REMEMBERED = 100;

/** Names texts from their second time on: most that are sent once are not sent again. */
export class RepeatedStatements {
  /** The names by their texts; empty for one that is not prepared. */
  readonly #names = new LRUCache<string, string>({ max: MAX_REMEMBERED });

  nameOf(text: string): string | undefined {
    if (text.length > MAX_LENGTH) return undefined;
    const known = this.#names.get(text);
    // The hash is worked out for what comes again.
    if (known === undefined) this.#names.set(text, '');
    else if (known === '') this.#names.set(text, statementName(text) ?? '');
    return this.#names.get(text) || undefined;
  }
}
