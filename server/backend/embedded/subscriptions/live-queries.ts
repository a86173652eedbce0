/**
 * The live queries of one database. Subscriptions with equal answers share one; which ones a change concerns is known by the tables that each
 * reads, so a change of one table costs nothing to the others. Nothing is asked while nothing changes.
 */

import { madeOnce } from '../../../../shared/cache/remembering.ts';
import { Semaphore } from '../../../../shared/cache/semaphore.ts';
import { SYSTEM_TIMERS, type Timers } from '../../../../shared/time/timers.ts';
import type { Caller, ChangeEvent, GraphqlAnswer, GraphqlRequest } from '../../backend.ts';
import type { Database } from '../database.ts';
import { loadReadSources, type ReadSources } from '../graphql/catalog/read-sources.ts';
import type { GraphqlEngine, PreparedSubscription } from '../graphql/engine.ts';
import { LiveQuery } from './live-query.ts';
import { Subscriber } from './subscriber.ts';
import { createTableNotices } from './table-notices.ts';

export interface LiveQueriesOptions {
  readonly database: Database;
  readonly engine: Pick<GraphqlEngine, 'execute' | 'prepare'>;
  readonly onChange: (listener: (event: ChangeEvent) => void) => () => void;
  /** Told about a subscription that could not be begun. */
  readonly onFault: (error: unknown) => void;
  /** The process's unless a test brings its own. */
  readonly timers?: Timers;
  readonly now?: () => number;
  /** Live queries at the same time; a test takes fewer. */
  readonly mostQueries?: number;
}

/** PGlite runs one statement at a time. Of the ten connections to a server, pages keep seven. */
const RUNS_AT_ONCE = { pglite: 1, postgres: 3 } as const;

/** Each keeps its last answer. An editor's screens have some ten. */
const MOST_QUERIES = 2_000;

const TOO_MANY: GraphqlAnswer = {
  kind: 'errors',
  errors: [{ message: 'too many subscriptions', extensions: { path: '$', code: 'too-many-subscriptions' } }],
};
const NOT_FOLLOWED: GraphqlAnswer = {
  kind: 'errors',
  errors: [{ message: 'the subscription could not be begun', extensions: { path: '$', code: 'unexpected' } }],
};

interface Group {
  readonly query: LiveQuery;
  /** What it reads; undefined until that is known. */
  names: ReadonlySet<string> | undefined;
}

/** Nothing is asked of the database before the first subscription. */
export class LiveQueries {
  readonly #options: LiveQueriesOptions;
  readonly #groups = new Map<string, Group>();
  readonly #readers = new Map<string, Set<LiveQuery>>();
  readonly #queue;
  readonly #notices;
  readonly #stopListening: () => void;
  readonly #sources = madeOnce(() => loadReadSources(this.#options.database));

  constructor(options: LiveQueriesOptions) {
    this.#options = options;
    this.#queue = new Semaphore(RUNS_AT_ONCE[options.database.kind]);
    this.#notices = createTableNotices(options.database, (table) => (table === null ? this.#invalidateAll() : this.invalidate([table])));
    this.#stopListening = options.onChange((event) => {
      if (event.kind === 'gap') this.#invalidateAll();
      else this.invalidate(new Set(event.changes.map(({ table }) => table)));
    });
  }

  /** As `ContentBackend.subscribe`. */
  async *subscribe(
    request: GraphqlRequest,
    { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  ): AsyncGenerator<GraphqlAnswer, void> {
    const { engine } = this.#options;
    if (signal.aborted) return;
    const prepared = engine.prepare(request, caller) ?? (await engine.execute(request, { caller, signal }));
    if (prepared.kind !== 'prepared') yield prepared;
    else if (prepared.after === undefined) yield* this.#follow(prepared, signal);
    else yield* this.#stream(prepared, signal);
  }

  /** The batches of a stream. Subscribers at the same place of it share one query there, and one that is without rows waits for a change. */
  async *#stream(first: PreparedSubscription, signal: AbortSignal): AsyncGenerator<GraphqlAnswer, void> {
    let place: PreparedSubscription | undefined = first;
    let isBegun = false;
    while (place !== undefined && !signal.aborted) {
      const here: PreparedSubscription = place;
      place = undefined;
      for await (const answer of this.#follow(here, signal)) {
        place = here.after?.(answer);
        // An empty answer is told once.
        if (place !== undefined || !isBegun || answer.kind === 'errors') yield answer;
        isBegun = true;
        if (place !== undefined) break;
      }
    }
  }

  async *#follow(prepared: PreparedSubscription, signal: AbortSignal): AsyncGenerator<GraphqlAnswer, void> {
    const query = this.#queryOf(prepared);
    if (!(query instanceof LiveQuery)) {
      yield query;
      return;
    }
    const subscriber = new Subscriber();
    const leave = (): void => {
      query.remove(subscriber);
      subscriber.end();
    };
    signal.addEventListener('abort', leave, { once: true });
    query.add(subscriber);
    try {
      for (let answer = await subscriber.next(); answer !== undefined && !signal.aborted; answer = await subscriber.next()) yield answer;
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }

  /** Runs again what reads one of these tables or views. */
  invalidate(names: Iterable<string>): void {
    const concerned = new Set<LiveQuery>();
    for (const name of names) for (const query of this.#readers.get(name) ?? []) concerned.add(query);
    for (const query of concerned) query.invalidate();
  }

  async close(): Promise<void> {
    this.#stopListening();
    for (const { query } of this.#groups.values()) query.close();
    await this.#notices.close();
  }

  #invalidateAll(): void {
    for (const { query } of this.#groups.values()) query.invalidate();
  }

  #queryOf(prepared: PreparedSubscription): LiveQuery | GraphqlAnswer {
    const known = this.#groups.get(prepared.key);
    if (known !== undefined) return known.query;
    const { timers = SYSTEM_TIMERS, now = () => performance.now(), mostQueries = MOST_QUERIES } = this.#options;
    if (this.#groups.size >= mostQueries) return TOO_MANY;
    const query: LiveQuery = new LiveQuery({
      run: (signal) => this.#run(prepared, signal),
      queue: this.#queue,
      timers,
      now,
      onClosed: () => this.#forget(prepared.key),
    });
    this.#groups.set(prepared.key, { query, names: undefined });
    return query;
  }

  /** The first run begins when every change is told, so that none is missed between. */
  async #run(prepared: PreparedSubscription, signal: AbortSignal): Promise<GraphqlAnswer> {
    const group = this.#groups.get(prepared.key);
    if (group !== undefined && group.names === undefined) {
      try {
        const sources = await this.#sourcesOf(prepared);
        await this.#notices.follow(sources.tables);
        // All subscribers may have left meanwhile.
        if (this.#groups.get(prepared.key) === group) this.#watch(group, sources.names);
      } catch (error) {
        this.#options.onFault(error);
        return NOT_FOLLOWED;
      }
    }
    signal.throwIfAborted();
    return prepared.run(signal);
  }

  async #sourcesOf({ reads }: PreparedSubscription): Promise<ReadSources> {
    return (await this.#sources())(reads);
  }

  #watch(group: Group, names: ReadonlySet<string>): void {
    group.names = names;
    for (const name of names) {
      const readers = this.#readers.get(name) ?? new Set();
      this.#readers.set(name, readers.add(group.query));
    }
  }

  #forget(key: string): void {
    const group = this.#groups.get(key);
    this.#groups.delete(key);
    for (const name of group?.names ?? []) {
      const readers = this.#readers.get(name);
      if (group !== undefined) readers?.delete(group.query);
      if (readers?.size === 0) this.#readers.delete(name);
    }
  }
}
