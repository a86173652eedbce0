/** What an institution brings from before its site makes no list look as if it were on time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProjectDatabase, type ProjectDatabase } from './database.ts';

let database: ProjectDatabase;
beforeAll(async () => {
  database = await openProjectDatabase();
});
afterAll(() => database.close());

const LIST = 'atasDoConselhoFiscal';

/** Publishes a document of the list today, without competência and date of its act, and returns the state of the monthly list. */
async function afterPublishing(exercicio: string): Promise<unknown> {
  await database.exec(`insert into documento (categoria_slug, titulo, exercicio, publicado_em, publicado)
    values ('${LIST}', 'Ata', ${exercicio}, public.hoje(), true)`);
  const { rows } = await database.query<{ situacao: string }>(
    `select situacao_atualizacao as situacao from categoria_resumo where slug = '${LIST}'`,
  );
  return rows[0]?.situacao;
}

test('a document of another year that is published today covers no period of this year, and one of this year does', async () => {
  expect(await afterPublishing('2014')).toBe('atrasada');
  expect(await afterPublishing('extract(year from public.hoje())')).toBe('em_dia');
});
