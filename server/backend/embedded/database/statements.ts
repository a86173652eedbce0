import type pg from 'pg';
import { DatabaseError, type QueryOptions, type QueryResult, type Row } from '../database.ts';
import { toDatabaseError } from './postgres-errors.ts';

/** Runs one statement on a client that nothing else uses. */
export async function runStatement(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
  options: QueryOptions = {},
): Promise<QueryResult> {
  const { name } = options;
  const { stream } = client.connection;
  try {
    // One message to the server, with what closes another statement before it.
    stream.cork();
    if (name !== undefined) makeRoomFor(name, client);
    const answer = client.query<Row>({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    stream.uncork();
    const result = await answer;
    return { rows: result.rows, rowCount: result.rowCount ?? 0 };
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/** Runs a script by the simple protocol: several statements, no parameters, no result. */
export async function runScript(client: pg.ClientBase, text: string): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw toDatabaseError(error);
  }
}

/** SQLSTATE 25P02 in_failed_sql_transaction. */
const FAILED_TRANSACTION = '25P02';

/**
 * Runs `work` between BEGIN and COMMIT on a client that nothing else uses.
 * @throws DatabaseError 25P02 when a statement failed and `work` swallowed the error: Postgres then answers COMMIT with ROLLBACK.
 */
export async function runTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await runScript(client, 'begin');
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // The error of the work is what the caller needs; a rollback fails only with a lost connection, which rolls back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  const { command } = await client.query('commit').catch((error: unknown) => Promise.reject(toDatabaseError(error)));
  if (command === 'ROLLBACK') {
    throw new DatabaseError('the transaction was rolled back because one of its statements had failed', { code: FAILED_TRANSACTION });
  }
  return result;
}

/** Each may hold a plan of some 100 KB in the server's process. The site has about 70 statements that come again. */
const MAX_PREPARED = 100;

/** What `pg` keeps of a connection and does not declare: the texts of the statements that the server has parsed, by name. */
interface PreparingConnection extends pg.Connection {
  readonly parsedStatements: Record<string, string>;
}

/**
 * `pg` remembers prepared statements by name and never gives one up; here a connection keeps those that were used last.
 * Notes that `name` is about to be used and closes the statement that was used least recently, where one too many would be prepared. The
 * message goes out with the next statement: the server's answer to it needs no reader.
 */
function makeRoomFor(name: string, client: pg.Client): void {
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
