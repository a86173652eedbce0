import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createSiteRenderer } from '../../../client/entry-server.tsx';
import type { ContentBackend, RowChange } from '../../../server/backend/backend.ts';
import { createEmbeddedBackend } from '../../../server/backend/embedded/backend.ts';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database, QueryResult } from '../../../server/backend/embedded/database.ts';
import { createPublicationBoundaries, type PublicationBoundaries } from '../../../server/backend/publication/boundaries.ts';
import { tablesRead } from '../../../server/ssr/response/tables-read.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { migratedPostgres } from '../../support/embedded/migrated-database.ts';
import { type TestPostgres } from '../../support/postgres.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { type SsrServer, startSsr } from './ssr-server.ts';

/**
 * Stands still, so that lifetimes are exact; what is due after it is hidden by the database's own clock, which does not come that far while the
 * tests run.
 */
const NOW = Date.now() + 3_600_000;

let folder: string;
let postgres: TestPostgres;
let editor: Database;
let backend: ContentBackend;
let boundaries: PublicationBoundaries;
let site: SsrServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agenda-'));
  postgres = await migratedPostgres();
  const databaseUrl = postgres.connectionString;
  backend = await createEmbeddedBackend({ dataDirectory: folder, databaseUrl, demonstration: false, log: SILENT_LOG });
  editor = await openPostgresDatabase({ connectionString: databaseUrl });
  boundaries = await createPublicationBoundaries({ backend, log: SILENT_LOG, now: () => NOW });
  site = await startSsr({
    backend,
    boundary: (page) => boundaries.secondsUntilNext(tablesRead(page), NOW),
    texts: QUERY_TEXTS,
    routes: ROUTES,
    renderer: createSiteRenderer,
  });
}, 120_000);

afterEach(async () => {
  for (const table of ['noticia', 'documento', 'pagina']) await changed(table, 'DELETE', () => editor.query(`delete from public.${table}`));
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  boundaries.close();
  await editor.close();
  await backend.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function sharedLifetime(address: string): Promise<string | null> {
  const response = await fetch(`${site.origin}${address}`);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return response.headers.get('CDN-Cache-Control');
}

/** Changes rows of `table`; resolves when each of them was told and the moments were loaded after it. */
async function changed(table: string, op: RowChange['op'], change: () => Promise<QueryResult>): Promise<QueryResult> {
  const waiting = Promise.withResolvers<void>();
  let [told, expected] = [0, Number.POSITIVE_INFINITY];
  const settle = (): void => {
    if (told >= expected) waiting.resolve();
  };
  const stop = backend.onChange((event) => {
    if (event.kind === 'rows') told += event.changes.filter((row) => row.table === table && row.op === op).length;
    settle();
  });
  const result = await change();
  expected = result.rowCount;
  settle();
  await waiting.promise;
  stop();
  await boundaries.refresh();
  return result;
}

/** Inserts a row of `table`; resolves as `changed` does. Returns the row's id. */
async function insert(table: string, columns: string, values: readonly unknown[]): Promise<string> {
  const places = values.map((_value, index) => `$${index + 1}`).join(', ');
  const text = `insert into public.${table} (${columns}) values (${places}) returning id`;
  const { rows } = await changed(table, 'INSERT', () => editor.query(text, values));
  return String(rows[0]?.['id']);
}

function schedule(titulo: string, seconds: number): Promise<string> {
  const publicadoEm = new Date(NOW + seconds * 1_000).toISOString();
  return insert('noticia', 'slug, titulo, publicado, publicado_em', [`agendada-${seconds}`, titulo, true, publicadoEm]);
}

it('the list of news is fresh until the next publication date; other pages keep their lifetime', async () => {
  expect(await sharedLifetime('/informacoes/noticias')).toBe('max-age=300, stale-while-revalidate=21600, stale-if-error=259200');
  await schedule('Na próxima hora', 3_600);
  expect(await sharedLifetime('/informacoes/noticias')).toBe('max-age=300, stale-while-revalidate=3300, stale-if-error=259200');
  await schedule('Em dois minutos', 120);
  expect(await sharedLifetime('/informacoes/noticias')).toBe('max-age=120, stale-if-error=259200');
  expect(await sharedLifetime('/informacoes/noticias?pagina=1')).toBe('max-age=120, stale-if-error=259200');
  expect(await sharedLifetime('/informacoes/faq')).toBe('max-age=300, stale-while-revalidate=21600, stale-if-error=259200');
});

it('the 404 of a scheduled news item is fresh until its publication date', async () => {
  const id = await schedule('Em meio minuto', 30);
  const missing = await fetch(`${site.origin}/informacoes/noticia/${id}`);
  expect([missing.status, missing.headers.get('CDN-Cache-Control')]).toEqual([404, 'max-age=30']);
});

/** Returns the id of a law that is withdrawn in so many seconds. */
function withdrawLater(seconds: number): Promise<string> {
  const retiradoEm = new Date(NOW + seconds * 1_000).toISOString();
  return insert('documento', 'categoria_slug, titulo, exercicio, publicado, publicado_em, retirado_em, retirado_motivo', [
    'leis',
    'Lei com dado pessoal',
    2020,
    true,
    '2020-01-01',
    retiradoEm,
    'Contém dado pessoal',
  ]);
}

it('every page is fresh until the next withdrawal of a document, which it may count or name', async () => {
  await withdrawLater(60);
  expect(await sharedLifetime('/lai/documentos/leis')).toBe('max-age=60, stale-if-error=259200');
  expect(await sharedLifetime('/informacoes/faq')).toBe('max-age=60, stale-if-error=259200');
});

it('a redirect is fresh until the content behind it changes by its date', async () => {
  const id = await withdrawLater(3_600);
  const moved = await fetch(`${site.origin}/lai/documentos/decretos/${id}`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('Location')]).toEqual([302, `/lai/documentos/leis/${id}`]);
  expect(moved.headers.get('CDN-Cache-Control')).toBe('max-age=300, stale-while-revalidate=3300, stale-if-error=259200');
});

it('every page is fresh until the next publication of a page, which the footer may link', async () => {
  const publicadoEm = new Date(NOW + 90_000).toISOString();
  await insert('pagina', 'slug, titulo, publicado, publicado_em', ['privacidade', 'Privacidade', true, publicadoEm]);
  expect(await sharedLifetime('/informacoes/faq')).toBe('max-age=90, stale-if-error=259200');
});
