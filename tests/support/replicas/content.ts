/** What visitors of a site on a server read: a news item with a picture, and a document with its file. Written as any tool writes it. */
import sharp from 'sharp';
import { openPostgresDatabase } from '../../../server/backend/embedded/database/postgres-database.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { PostgresBlobs } from '../../../server/backend/embedded/storage/postgres-blobs.ts';
import { fileUrl } from '../../../shared/files/file-url.ts';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { TestFiles } from '../embedded/test-files.ts';

const PICTURE = '00000000-0000-4000-8000-0000000000a1';
const DOCUMENT = '00000000-0000-4000-8000-0000000000b2';

/** Every kind of stored answer: pages, data of a page, a file, a picture. */
export const PATHS: readonly string[] = [
  '/',
  '/informacoes/noticias',
  '/informacoes/noticia/1',
  '/lai',
  '/lai/documentos/leis',
  '/lai/documentos/leis/_payload.json',
  fileUrl(DOCUMENT),
  imageUrl(fileUrl(PICTURE), 320),
];

export const NEWS_PATH = '/informacoes/noticia/1';

/** Pages that no visitor has asked for. */
export const COLD_PATHS: readonly string[] = [2, 3, 4, 5].map((id) => `/informacoes/noticia/${id}`);

/** Writes the content into a database that a replica has migrated. */
export async function writeContent(connectionString: string): Promise<void> {
  const database = await openPostgresDatabase({ connectionString });
  try {
    const files = new TestFiles(database, new PostgresBlobs(database));
    const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1f5a8f' } })
      .png()
      .toBuffer();
    await files.put({ id: PICTURE, name: 'foto.png', mimeType: 'image/png', bytes: picture });
    await files.put({
      id: DOCUMENT,
      name: 'lei.pdf',
      mimeType: 'application/pdf',
      bytes: Buffer.from(`%PDF-1.7\n${'lei '.repeat(50_000)}`),
    });
    await writeRows(database, picture.length);
  } finally {
    await database.close();
  }
}

function writeRows(database: Database, pictureBytes: number): Promise<void> {
  return database.script(`
    insert into arquivo (id, nome, mime, tamanho_bytes, largura, altura) values
      ('${PICTURE}', 'foto.png', 'image/png', ${pictureBytes}, 800, 600);
    insert into arquivo (id, nome, mime, tamanho_bytes) values ('${DOCUMENT}', 'lei.pdf', 'application/pdf', 200009);
    insert into noticia (id, slug, titulo, corpo_html, imagem_id, publicado, publicado_em) values
      (1, 'primeira', 'Antes da mudança', '<p>Texto.</p>', '${PICTURE}', true, now() - interval '1 day');
    insert into noticia (id, slug, titulo, corpo_html, publicado, publicado_em)
      select n, 'fria-' || n, 'Notícia fria ' || n, '<p>Texto.</p>', true, now() - interval '2 days'
      from generate_series(2, ${1 + COLD_PATHS.length}) as n;
    insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em) values
      (1, 'leis', 'Lei 1', 2026, true, now() - interval '1 day');
    insert into documento_arquivo (documento_id, arquivo_id) values (1, '${DOCUMENT}')`);
}

/** Changes the headline of the news item. */
export async function changeNews(connectionString: string, headline: string): Promise<void> {
  const database = await openPostgresDatabase({ connectionString });
  try {
    await database.query('update noticia set titulo = $1 where id = 1', [headline]);
  } finally {
    await database.close();
  }
}

/** Withdraws the news item. */
export async function withdrawNews(connectionString: string): Promise<void> {
  const database = await openPostgresDatabase({ connectionString });
  try {
    await database.query('update noticia set publicado = false where id = 1');
  } finally {
    await database.close();
  }
}

/** Changes the headline without an event, as a restored table does. */
export async function changeNewsUnheard(connectionString: string, headline: string): Promise<void> {
  const database = await openPostgresDatabase({ connectionString });
  try {
    await database.script(`set session_replication_role = replica; update noticia set titulo = '${headline}' where id = 1`);
  } finally {
    await database.close();
  }
}
