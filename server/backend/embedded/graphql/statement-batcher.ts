/**
 * Statements that are asked for in the same moment, as those of one page are, go to the database as one: a statement costs a round trip, and
 * on PGlite two messages between threads, whatever it reads. Each has one row, so the columns of all of them are one row.
 *
 * Only statements without parameters are joined: Postgres keeps their plan, and no parameter needs another number. A combination is joined
 * when it is asked for again; until then the statements that are prepared already answer it. One that was refused or took too long is asked
 * apart from then on, so that a table that does not answer costs a page only the part that reads it.
 */
import { LRUCache } from 'lru-cache';
import { within } from '../database/deadline.ts';
import { CONNECTION_FAILURE } from '../database/postgres-errors.ts';
import { type Database, DatabaseError, DatabaseTimeoutError, type QueryOptions, type Row } from '../database.ts';
import { statementName } from './statement-names.ts';

/** A statement of one row. */
export interface NamedStatement {
  readonly text: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** A page has one, and a few more for what it asks again after a change. */
const MAX_COMBINATIONS = 50;

type Limits = Pick<QueryOptions, 'signal' | 'timeoutMs'>;

interface Pending {
  readonly statement: NamedStatement;
  readonly limits: Limits;
  readonly resolve: (row: Promise<Row>) => void;
}

interface Combination {
  readonly key: string;
  readonly text: string;
  readonly name: string;
}

const SEEN_ONCE = Symbol('a combination that was asked for once');
const APART = Symbol('a combination that is not joined');

export class StatementBatcher {
  readonly #database: Pick<Database, 'query'>;
  readonly #combinations = new LRUCache<string, Combination | typeof SEEN_ONCE | typeof APART>({ max: MAX_COMBINATIONS });
  readonly #pending: Pending[] = [];

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Returns the row of a statement. @throws DatabaseError; DatabaseTimeoutError; the signal's reason */
  row(statement: NamedStatement, limits: Limits): Promise<Row> {
    return new Promise((resolve) => {
      if (this.#pending.length === 0) queueMicrotask(() => this.#send());
      this.#pending.push({ statement, limits, resolve });
    });
  }

  /** A caller that has left before the moment is over is not waited for. */
  #send(): void {
    const pending: Pending[] = [];
    for (const one of this.#pending.splice(0)) {
      if (one.limits.signal?.aborted === true) one.resolve(Promise.reject(one.limits.signal.reason));
      else pending.push(one);
    }
    const combination = pending.length > 1 ? this.#combinationOf(pending) : undefined;
    if (combination !== undefined) this.#queryTogether(pending, combination);
    else for (const { statement, limits, resolve } of pending) resolve(this.#queryAlone(statement, limits));
  }

  #combinationOf(pending: readonly Pending[]): Combination | undefined {
    const key = pending.map(({ statement }) => statement.name).join(' ');
    const known = this.#combinations.get(key);
    if (known === APART) return undefined;
    const combination = known === SEEN_ONCE ? combine(key, pending) : known;
    this.#combinations.set(key, combination ?? SEEN_ONCE);
    return combination;
  }

  async #queryAlone({ text, name }: NamedStatement, limits: Limits): Promise<Row> {
    const { rows } = await this.#database.query(text, [], { name, ...limits });
    return rows[0] ?? {};
  }

  /** The statement is cancelled when no caller waits for it any more. */
  #queryTogether(pending: readonly Pending[], { key, text, name }: Combination): void {
    const controller = new AbortController();
    let waiting = pending.length;
    const leave = (reason: unknown): void => {
      if (reason instanceof DatabaseTimeoutError) this.#combinations.set(key, APART);
      waiting -= 1;
      if (waiting === 0) controller.abort();
    };
    const answer = this.#database.query(text, [], { name, signal: controller.signal });
    // A caller that has left already does not handle the rejection.
    answer.catch(() => undefined);
    for (const [index, { statement, limits, resolve }] of pending.entries()) {
      const row = within(limits, async (abandoned) => {
        abandoned.addEventListener('abort', () => leave(abandoned.reason));
        try {
          const [joined = {}] = (await answer).rows;
          return Object.fromEntries(statement.columns.map((column) => [column, joined[joinedName(index, column)]]));
        } catch (error) {
          // A statement that the database refuses is no fault of the others.
          if (!(error instanceof DatabaseError) || error.code === CONNECTION_FAILURE) throw error;
          this.#combinations.set(key, APART);
          return this.#queryAlone(statement, { signal: abandoned });
        }
      });
      resolve(row);
    }
  }
}

const joinedName = (index: number, column: string): string => `s${index}_${column}`;

/** Undefined for a text that is too long to be prepared: it would be planned each time. */
function combine(key: string, pending: readonly Pending[]): Combination | undefined {
  const parts = pending.map(({ statement: { text, columns } }, index) => {
    const names = columns.map((column) => joinedName(index, column));
    return `(${text}) as s${index}(${names.join(', ')})`;
  });
  const text = `select * from ${parts.join(', ')}`;
  const name = statementName(text);
  return name === undefined ? undefined : { key, text, name };
}
