/** The kept counts of documents say what counting the visible documents would say, whatever was written and whatever the time. */
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProjectDatabase } from './database.ts';

const COUNTED = `
  select categoria_slug, exercicio, coalesce(situacao_id, '') as situacao_id, count(*)::integer as total
    from documento join documento_visivel using (id) group by 1, 2, 3 order by 1, 2, 3`;
const KEPT = 'select categoria_slug, exercicio, situacao_id, total from categoria_contagem order by 1, 2, 3';

const ROWS = `
  insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, situacao_id, publicado, retirado_em, retirado_motivo) values
    (1, 'leis', 'a', 2024, '2024-02-01', 'vigente', true, null, null),
    (2, 'leis', 'b', 2024, '2024-02-01', 'vigente', true, null, null),
    (3, 'leis', 'c', 2024, '2024-02-01', null, true, null, null),
    (4, 'leis', 'rascunho', 2024, null, 'vigente', false, null, null),
    (5, 'leis', 'futuro', 2024, current_date + 9, 'vigente', true, null, null),
    (6, 'leis', 'retirado', 2024, '2024-02-01', 'vigente', true, now() - interval '1 day', 'motivo'),
    (7, 'leis', 'a retirar', 2025, '2024-02-01', 'vigente', true, now() + interval '1 day', 'motivo'),
    (8, 'portarias', 'd', 2023, '2024-02-01', 'revogada', true, null, null)`;

let database: PGlite;
beforeAll(async () => {
  database = await openProjectDatabase();
});
// Opening a database takes a second, so the cases share one. What a commit would run late runs at once.
beforeEach(() => database.exec('begin; set constraints all immediate'));
afterEach(() => database.exec('rollback'));
afterAll(() => database.close());

const rowsOf = async (query: string): Promise<readonly unknown[]> => (await database.query(query)).rows;

describe('the counts of documents', () => {
  it('are those of the visible documents after an insert of many', async () => {
    await database.exec(ROWS);
    expect(await rowsOf(KEPT)).toEqual([
      { categoria_slug: 'leis', exercicio: 2024, situacao_id: '', total: 1 },
      { categoria_slug: 'leis', exercicio: 2024, situacao_id: 'vigente', total: 2 },
      { categoria_slug: 'leis', exercicio: 2025, situacao_id: 'vigente', total: 1 },
      { categoria_slug: 'portarias', exercicio: 2023, situacao_id: 'revogada', total: 1 },
    ]);
  });

  it.each([
    `update documento set publicado = true, publicado_em = '2024-01-01' where id = 4`,
    `update documento set publicado = false where id in (1, 8)`,
    `update documento set categoria_slug = 'portarias', exercicio = 2020, situacao_id = null where id in (1, 2)`,
    `update documento set retirado_em = now(), retirado_motivo = 'motivo' where id = 2`,
    `update documento set retirado_em = null, retirado_motivo = null where id in (6, 7)`,
    `update documento set publicado_em = current_date where id = 5`,
    `update documento set titulo = titulo || '.'`,
    'delete from documento where id in (1, 4, 5, 6)',
    'delete from documento',
    'truncate documento cascade',
    `update categoria_documento set ativo = false where slug = 'leis'`,
  ])('follow %s', async (statement) => {
    await database.exec(ROWS);
    await database.exec(statement);
    expect(await rowsOf(KEPT)).toEqual(await rowsOf(COUNTED));
  });

  it('are undone with the change of the documents', async () => {
    await database.exec(ROWS);
    const before = await rowsOf(COUNTED);
    await database.exec('savepoint antes; delete from documento; rollback to savepoint antes');
    expect(await rowsOf(KEPT)).toEqual(before);
  });

  it('stand in the summary of the category, with its years and situations', async () => {
    await database.exec(ROWS);
    const { rows } = await database.query(`select total, ultimo_publicado_em::text from categoria_resumo where slug = 'leis'`);
    expect(rows).toEqual([{ total: 4, ultimo_publicado_em: '2024-02-01' }]);
    expect(
      (await database.query(`select exercicio, total from categoria_exercicio where categoria_slug = 'leis' order by 1`)).rows,
    ).toEqual([
      { exercicio: 2024, total: 3 },
      { exercicio: 2025, total: 1 },
    ]);
    expect((await database.query(`select situacao_id, total from categoria_situacao where categoria_slug = 'leis'`)).rows).toEqual([
      { situacao_id: 'vigente', total: 3 },
    ]);
  });
});
