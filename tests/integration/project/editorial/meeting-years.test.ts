/** The correction of meetings that were written under another year before the database worked the year out. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const CORRECTION = new URL(
  '../../../../server/project/nhost/migrations/default/1767227460000_ano_das_reunioes_anteriores/up.sql',
  import.meta.url,
);

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
  }, 120_000);
  afterAll(() => project.close());

  test('a meeting gets the year of its beginning, unless its number is taken there', async () => {
    await project.database.script(`
      insert into orgao_colegiado (id, chave, nome, periodicidade) values (901, 'conselho_fiscal', 'Conselho', 'mensal');
      alter table reuniao disable trigger datar_reuniao;
      insert into reuniao (id, orgao_id, numero, ano, inicio) values
        (901, 901, 1, 2026, '2026-01-12 12:00Z'), (902, 901, 2, 2025, '2026-02-09 12:00Z'),
        (903, 901, 1, 2025, '2026-03-09 12:00Z'), (904, 901, 3, 2027, '2027-01-01 01:00Z');
      alter table reuniao enable trigger datar_reuniao`);
    await project.database.script(await readFile(CORRECTION, 'utf8'));
    expect(await project.rows('select id::int, ano::int from reuniao order by id')).toEqual([
      { id: 901, ano: 2026 },
      { id: 902, ano: 2026 },
      { id: 903, ano: 2025 },
      { id: 904, ano: 2026 },
    ]);
  });
});
