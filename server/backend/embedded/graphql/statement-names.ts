/**
 * Names of prepared statements. Planning a page's statement costs 3 to 20 ms and running it often under 1 ms (measured on PGlite with
 * 3,800 documents), so what comes again is prepared. How many a connection keeps is the connection's matter.
 */
import { createHash } from 'node:crypto';

// A prepared statement may hold a plan of some 100 KB on every connection.
const MAX_LENGTH = 40_000;

/**
 * Returns the name, which is made of the text: the same name always comes with the same text, on every connection and replica. Undefined for a
 * very long text.
 */
export function statementName(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  return `gql_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
