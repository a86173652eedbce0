import { request } from 'node:http';
import express from 'express';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Identify } from '../../../server/backend/auth/identity.ts';
import { PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { createGraphqlRouter } from '../../../server/graphql/router.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import { fixtureMetadata, installFixture } from '../../support/graphql-fixture/project.ts';
import { type Listening, listening } from '../../support/listening.ts';
import { postgresForTests, type TestPostgres } from '../../support/postgres.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const QUERY = 'query Autores { autor(order_by: [{id: asc}], limit: 1) { id } }';

let server: TestPostgres;
let database: Database;
let site: Listening;
let observer: pg.Client;
beforeAll(async () => {
  server = await postgresForTests();
  database = await openPostgresDatabase({ connectionString: server.connectionString, connections: 1 });
  await installFixture(database);
  const engine = await createGraphqlEngine({ database, metadata: await fixtureMetadata() });
  const app = express();
  app.use(requestContext(SILENT_LOG));
  const identify: Identify = () => Promise.resolve({ kind: 'caller', caller: PUBLIC_CALLER });
  app.use(createGraphqlRouter({ backend: engine, allowedOperations: [QUERY], identify, admit: () => UNLIMITED, log: SILENT_LOG }));
  app.use(errorHandler(SILENT_LOG));
  site = await listening(app);
  observer = new pg.Client({ connectionString: server.connectionString });
  await observer.connect();
}, 120_000);
afterAll(async () => {
  await site.close();
  await observer.end();
  await database.close();
  await server.stop();
});

const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
const waiting = async (): Promise<number> => {
  const text = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await observer.query(text)).rowCount ?? 0;
};

test('the statement of a request is gone from Postgres after its client disconnects, and its connection serves the next request', async () => {
  await observer.query('begin; lock table autor in access exclusive mode');
  const client = request(`${site.origin}/v1/graphql`, post);
  client.on('error', () => undefined);
  client.end(JSON.stringify({ query: QUERY }));
  await expect.poll(waiting).toBe(1);
  client.destroy();
  // The lock is still held: only a cancelled statement waits no more.
  await expect.poll(waiting).toBe(0);
  await observer.query('rollback');
  const next = await fetch(`${site.origin}/v1/graphql`, { ...post, body: JSON.stringify({ query: QUERY }) });
  expect(await next.json()).toEqual({ data: { autor: [{ id: 1 }] } });
});
