/** A lost connection for notifications: the record of changes says what its listeners have missed, so that nothing else is purged. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeEvent } from '../../../../server/backend/backend.ts';
import { type ChangeFeed, openChangeFeed } from '../../../../server/backend/embedded/changes/change-feed.ts';
import { followMissedChanges } from '../../../../server/backend/embedded/changes/missed-changes.ts';
import { openPostgresDatabase } from '../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../../server/backend/embedded/graphql/engine.ts';
import { migratedPostgres } from '../../../support/embedded/migrated-database.ts';
import type { TestPostgres } from '../../../support/postgres.ts';
import { projectMetadata } from '../../../support/project-metadata.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';

/** Ends the connection that listens, and waits until it is gone. */
const cut = (): string => `
do $$ begin
  perform pg_terminate_backend(${listening});
  loop
    perform pg_stat_clear_snapshot();
    exit when not exists (select from pg_stat_activity where pid = ${listening});
    perform pg_sleep(0.005);
  end loop;
end $$`;

/** The process that serves the listening connection: its heartbeat has no text of its own, so it is known by what it just listened to. */
const LISTENING = "select pid from pg_stat_activity where datname = current_database() and query ~ '^(un)?listen'";

/** Number of that process. */
let listening: number;
let server: TestPostgres;
let database: Database;
let editor: Database;
let feed: ChangeFeed;
let events: ChangeEvent[];
let told: PromiseWithResolvers<void>;

beforeAll(async () => {
  server = await migratedPostgres();
  database = await openPostgresDatabase({ connectionString: server.connectionString });
  editor = await openPostgresDatabase({ connectionString: server.connectionString });
  await editor.script("insert into noticia (slug, titulo) select 'n-' || n, 'Notícia' from generate_series(1, 10) n");
  const engine = await createGraphqlEngine({ database, metadata: await projectMetadata() });
  const fail = (error: unknown): never => {
    throw error;
  };
  feed = await openChangeFeed(database, {
    missed: await followMissedChanges({ database, execute: (request, options) => engine.execute(request, options), log: SILENT_LOG }),
    onBadPayload: fail,
    onListenerError: fail,
  });
  feed.subscribe((event) => {
    events.push(event);
    told.resolve();
  });
}, 120_000);
afterAll(async () => {
  await feed.close();
  await Promise.all([database.close(), editor.close()]);
  await server.stop();
});
beforeEach(async () => {
  events = [];
  told = Promise.withResolvers();
  await received();
  listening = Number((await editor.query(LISTENING)).rows[0]?.['pid']);
});

/** Resolves when the listening connection has delivered what was committed before. */
async function received(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await database.listen('tudo_recebido', () => resolve(), resolve);
  await editor.query("select pg_notify('tudo_recebido', '')");
  await promise;
  await stop();
}

// The second case leaves more than is read until the horizon comes again, a minute later.
describe('after a cut connection', { shuffle: false }, () => {
  test('listeners are told the rows that changed meanwhile, and no gap', async () => {
    await editor.transaction(async (tx) => {
      await tx.query("update noticia set titulo = 'Mudou' where slug in ('n-3', 'n-7')");
      await tx.script(cut());
    });
    await told.promise;
    const { rows } = await editor.query("select id::text from noticia where slug in ('n-3', 'n-7')");
    const keys = rows.map(({ id }) => id);
    expect(events.every(({ kind }) => kind === 'rows')).toBe(true);
    const changed = events.flatMap((event) => (event.kind === 'rows' ? event.changes : [])).filter(({ table }) => table === 'noticia');
    expect(changed.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
  });

  test('listeners get one gap where the record holds too much', async () => {
    await editor.transaction(async (tx) => {
      await tx.query("insert into noticia (slug, titulo) select 'm-' || n, 'Notícia' from generate_series(1, 5001) n");
      await tx.script(cut());
    });
    await told.promise;
    expect(events).toEqual([{ kind: 'gap' }]);
  });
});
