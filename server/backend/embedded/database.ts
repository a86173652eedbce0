/**
 * What the embedded backend asks of a Postgres: the same face over PGlite in a worker thread and over a real server through `pg`.
 */
export interface QueryOptions {
  /** Name of the prepared statement; the same name always comes with the same text. */
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which the call rejects with `DatabaseTimeoutError`. A PGlite statement then still runs to its end. */
  readonly timeoutMs?: number | undefined;
  /** On PGlite, which has one connection: the statement waits until no other does. On a server it changes nothing. */
  readonly yields?: boolean | undefined;
}

export type Row = Readonly<Record<string, unknown>>;

export interface QueryResult {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

export interface Queryable {
  /** Runs one statement with `$1..$n` parameters. Rejects with `DatabaseError` (SQLSTATE in `code`) for a fault of the statement. */
  query(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<QueryResult>;
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>;
}

export interface TransactionOptions {
  /**
   * Milliseconds that one statement may take on PGlite before its thread is taken for dead and replaced; the default is the database's own.
   * On a server the work sets its `statement_timeout` itself.
   */
  readonly silentMs?: number;
}

/**
 * For work of a start or a command that must end whatever it takes: a migration that fills a column of a large table, a backup, the load of the
 * demonstration on a slow machine. It would fail each time after half a minute otherwise. A server sets no limit; its operator can cancel.
 */
export const LONG_TRANSACTION: TransactionOptions = { silentMs: 3_600_000 };

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  /** Runs `work` in one transaction; commits when it resolves, rolls back when it rejects. Only `tx` may be used inside. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Subscribes to a NOTIFY channel. `onGap` is called after a lost connection was replaced. */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>;
  /** Asks for one answer, on a way of its own: statements that wait do not delay it. @throws when there is none within `timeoutMs`. */
  probe(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A statement that Postgres refused. `code` is the SQLSTATE; `constraint` and `detail` as Postgres reported them. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;

  constructor(message: string, options: { code: string; constraint?: string | undefined; detail?: string | undefined; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = options.code;
    this.constraint = options.constraint;
    this.detail = options.detail;
  }
}

/** The database did not answer within the caller's time. */
export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError';
}
