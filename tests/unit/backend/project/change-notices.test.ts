/** What the triggers of the project's tables say on the channel of changes. */
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, openProjectDatabase } from './database.ts';

let database: PGlite;
beforeAll(async () => {
  database = await openProjectDatabase();
}, 60_000);
afterAll(() => database.close());

/** Runs statements and returns the notices that their transactions sent. */
async function noticesOf(statements: string): Promise<readonly unknown[]> {
  const notices: unknown[] = [];
  const stop = await database.listen('conteudo', (payload) => notices.push(JSON.parse(payload)));
  await database.exec(statements);
  // Notices come before the answer to the next statement.
  await database.query('select 1');
  await stop();
  return notices;
}

describe('change notices', () => {
  it('name the row and what was done to it', async () => {
    const notices = await noticesOf(`
      insert into public.termo_glossario (id, termo, definicao) values (7, 'RPPS', 'Regime próprio');
      update public.termo_glossario set sigla = 'RPPS' where id = 7;
      delete from public.termo_glossario where id = 7;
    `);
    expect(notices).toEqual(['INSERT', 'UPDATE', 'DELETE'].map((op) => ({ table: 'termo_glossario', key: '7', op })));
  });

  it('tell an emptied table as the deletion of every row, and each table that went with it', async () => {
    expect(await noticesOf('truncate public.termo_glossario')).toEqual([{ table: 'termo_glossario', key: '*', op: 'DELETE' }]);
    const cascaded = await noticesOf('truncate public.noticia, public.comunicado cascade');
    expect(cascaded).toContainEqual({ table: 'comunicado_arquivo', key: '*', op: 'DELETE' });
  });

  it('watch for emptying wherever they watch rows', async () => {
    const watched = (trigger: string): Promise<readonly unknown[]> =>
      column(database, `select tgrelid::regclass::text from pg_trigger where tgname = '${trigger}' order by 1`);
    const rows = await watched('notificar_mudanca');
    expect(rows.length).toBeGreaterThan(30);
    expect(await watched('notificar_esvaziamento')).toEqual(rows);
  });
});
