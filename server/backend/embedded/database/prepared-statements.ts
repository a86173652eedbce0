/**
 * The prepared statements of one connection. `pg` remembers them by name and never gives one up; here a connection keeps those that were used
 * last.
 */
import type pg from 'pg';

/** Each may hold a plan of some 100 KB in the server's process. The site has about 70 statements that come again. */
const MAX_PREPARED = 100;

/** What `pg` keeps of a connection and does not declare: the texts of the statements that the server has parsed, by name. */
interface PreparingConnection extends pg.Connection {
  readonly parsedStatements: Record<string, string>;
}

/**
 * Notes that `name` is about to be used and closes the statement that was used least recently, where one too many would be prepared. The
 * message goes out with the next statement: the server's answer to it needs no reader.
 */
export function makeRoomFor(name: string, client: pg.Client): void {
  const connection = client.connection as PreparingConnection;
  const { parsedStatements } = connection;
  const text = parsedStatements[name];
  const names = Object.keys(parsedStatements);
  // The keys are in the order of use.
  const closed = text === undefined && names.length >= MAX_PREPARED ? names[0] : undefined;
  if (closed !== undefined) {
    connection.close({ type: 'S', name: closed }, true);
    delete parsedStatements[closed];
  }
  if (text !== undefined) {
    delete parsedStatements[name];
    parsedStatements[name] = text;
  }
}
