/** The boundaries over a Postgres server on which something holds a table that they ask for, as a migration or a long report does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContentBackend } from '../../../../server/backend/backend.ts';
import { createEmbeddedBackend } from '../../../../server/backend/embedded/backend.ts';
import { openPostgresDatabase } from '../../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../../server/backend/embedded/database.ts';
import { createPublicationBoundaries, type PublicationBoundaries } from '../../../../server/backend/publication/boundaries.ts';
import { migratedPostgres } from '../../../support/embedded/migrated-database.ts';
import { type TestPostgres } from '../../../support/postgres.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';

let folder: string;
let postgres: TestPostgres;
let editor: Database;
let backend: ContentBackend;
let boundaries: PublicationBoundaries;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agenda-'));
  postgres = await migratedPostgres();
  const databaseUrl = postgres.connectionString;
  backend = await createEmbeddedBackend({ dataDirectory: folder, databaseUrl, demonstration: false, log: SILENT_LOG });
  editor = await openPostgresDatabase({ connectionString: databaseUrl });
  boundaries = await createPublicationBoundaries({ backend, log: SILENT_LOG });
}, 120_000);

afterAll(async () => {
  boundaries.close();
  await editor.close();
  await backend.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const until = (table: string): number | undefined => boundaries.secondsUntilNext([table], Date.now());

it('boundaries of a changed table are at most two seconds until its moments can be loaded', async () => {
  const heard = Promise.withResolvers<void>();
  const stop = backend.onChange(() => heard.resolve());
  await editor.transaction(async (holder) => {
    await holder.query('lock table public.reuniao in access exclusive mode');
    await editor.query(
      `insert into public.noticia (slug, titulo, publicado, publicado_em) values ('logo', 'Logo', true, now() + interval '100 seconds')`,
    );
    await heard.promise;
    // 0, or 2 where the machine was slower than the limit of a load.
    expect(until('noticia')).toBeLessThanOrEqual(2);
    expect(until('comunicado')).toBeUndefined();
  });
  stop();
  await boundaries.refresh();
  expect(until('noticia')).toBeGreaterThan(2);
  expect(until('noticia')).toBeLessThanOrEqual(100);
});
