/** The engine's fixture with live queries over it, on any kind of database. */
import { readFile } from 'node:fs/promises';
import type { Caller, ChangeEvent, GraphqlAnswer } from '../../../../../server/backend/backend.ts';
import { openChangeFeed } from '../../../../../server/backend/embedded/changes/change-feed.ts';
import type { Database } from '../../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../../../server/backend/embedded/graphql/engine.ts';
import { LiveQueries } from '../../../../../server/backend/embedded/subscriptions/live-queries.ts';
import { fixtureMetadata, installFixture, installRows } from '../../../../support/graphql-fixture/project.ts';
import { type RecordingDatabase, recordingDatabase } from '../graphql/recording-database.ts';

const NOTICES = 'server/project/bootstrap/7_avisos_de_tabelas.sql';

/** The comments of the fixture tell their rows as the tables of the site do; no other table of it tells anything. */
const TELLING = `
create function contar() returns trigger language plpgsql as $$
begin
  perform pg_notify('conteudo', json_build_object('table', tg_table_name, 'key', coalesce(new.id, old.id)::text, 'op', tg_op)::text);
  return null;
end $$;
create trigger contar after insert or update or delete on comentario for each row execute function contar();
create function contar_tudo() returns trigger language plpgsql as $$
begin perform pg_notify('conteudo', json_build_object('table', tg_table_name, 'key', '*', 'op', 'DELETE')::text); return null; end $$;
create trigger contar_tudo after truncate on comentario for each statement execute function contar_tudo();`;

export interface Subscribed {
  readonly next: () => Promise<GraphqlAnswer | undefined>;
  /** The parsed data of the next answer. */
  readonly data: () => Promise<unknown>;
  readonly leave: () => void;
}

export interface LiveFixture extends AsyncDisposable {
  readonly database: RecordingDatabase;
  readonly live: LiveQueries;
  subscribe(query: string, caller?: Partial<Caller>, variables?: Readonly<Record<string, unknown>>): Subscribed;
  /** Emits an event as if the feed had. */
  emit(event: ChangeEvent): void;
  /** How often statements of subscriptions ran since the last call. */
  runs(): number;
}

export async function installLiveFixture(database: Database): Promise<void> {
  await installFixture(database);
  await database.script(`${await readFile(NOTICES, 'utf8')}; ${TELLING}`);
}

/** Puts the rows back as `installLiveFixture` made them. */
export async function resetRows(database: Database): Promise<void> {
  await database.script('truncate humor, autor, noticia, comentario, voto, acervo.item, ninguem, amostra, larga cascade');
  await installRows(database);
}

/** Live queries over a database that holds the fixture and stays open. */
export async function liveOver(inner: Database, options: { readonly mostQueries?: number } = {}): Promise<LiveFixture> {
  const database = recordingDatabase(inner);
  const engine = await createGraphqlEngine({ database, metadata: await fixtureMetadata() });
  const fail = (error: unknown): never => {
    throw error;
  };
  const feed = await openChangeFeed(inner, { onBadPayload: fail, onListenerError: fail });
  const listeners = new Set<(event: ChangeEvent) => void>();
  const onChange = (listener: (event: ChangeEvent) => void): (() => void) => {
    listeners.add(listener);
    return feed.subscribe(listener);
  };
  const live = new LiveQueries({ database, engine, onChange, onFault: () => undefined, now: () => 0, ...options });
  return {
    database,
    live,
    subscribe(query, caller = {}, variables = {}) {
      const ended = new AbortController();
      const options = { caller: { role: 'public', trust: 'service', session: {}, ...caller }, signal: ended.signal } as const;
      const answers = live.subscribe({ query, variables }, options)[Symbol.asyncIterator]();
      const next = async (): Promise<GraphqlAnswer | undefined> => (await answers.next()).value ?? undefined;
      const data = async (): Promise<unknown> => {
        const answer = await next();
        if (answer?.kind !== 'data') throw new Error(`expected data, got ${JSON.stringify(answer)}`);
        return JSON.parse(answer.json);
      };
      return { next, data, leave: () => ended.abort() };
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    runs: () => database.take().filter((statement) => statement.options.yields === true).length,
    async [Symbol.asyncDispose]() {
      await live.close();
      await feed.close();
    },
  };
}
