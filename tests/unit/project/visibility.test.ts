import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { column, openProjectDatabase } from './database.ts';

let database: PGlite;

beforeAll(async () => {
  database = await openProjectDatabase();
});

afterAll(async () => {
  await database.close();
});

/** Publishes a row in the middle of an open transaction: its moment lies after that transaction's now() and before the next one's. */
async function publishAfterNow(insert: string): Promise<void> {
  await database.exec('do $$ begin while clock_timestamp() <= now() loop end loop; end $$');
  await database.exec(insert);
}

describe('a prepared statement', () => {
  it.each([
    ['noticia', `insert into noticia (slug, titulo, publicado, publicado_em) values ('agora', 'Agora', true, clock_timestamp())`],
    ['comunicado', `insert into comunicado (titulo, publicado, publicado_em) values ('Agora', true, clock_timestamp())`],
    ['pagina', `insert into pagina (slug, titulo, publicado, publicado_em) values ('agora', 'Agora', true, clock_timestamp())`],
    ['banner_comunicado', `insert into banner_comunicado (titulo, publicado, exibir_de) values ('Agora', true, clock_timestamp())`],
  ])('does not see a %s before its moment and sees it afterwards', async (table, insert) => {
    const count = () => column(database, `execute visiveis_${table}`);
    await database.exec(
      `set plan_cache_mode = force_generic_plan; prepare visiveis_${table} as select count(*)::int from ${table} t where exists (select 1 from ${table}_visivel v where v.id = t.id)`,
    );
    await database.exec('begin');
    expect(await count()).toEqual([0]);
    await publishAfterNow(insert);
    expect(await count()).toEqual([0]);
    await database.exec('commit');
    expect(await count()).toEqual([1]);
    await database.exec(`delete from ${table}`);
  });
});

describe('the visible rows', () => {
  it.each(['noticia', 'comunicado', 'pagina', 'banner_comunicado', 'documento', 'declaracao_inexistencia'])(
    'the visible rows of %s are found without reading the table twice',
    async (table) => {
      const [plan] = await column(
        database,
        `explain (format json) select t.id from ${table} t where exists (select 1 from ${table}_visivel v where v.id = t.id)`,
      );
      expect(JSON.stringify(plan).split(`"Relation Name":"${table}"`)).toHaveLength(2);
    },
  );
});

describe('the visibility views', () => {
  beforeEach(async () => {
    await database.exec('begin');
  });

  afterEach(async () => {
    await database.exec('rollback');
  });

  const insertDocument = (set: string) =>
    column(
      database,
      `insert into documento (categoria_slug, titulo, exercicio, publicado, publicado_em, retirado_em, retirado_motivo) ${set} returning id`,
    );

  it.each([
    ['published today', 'seen', `'leis', 'x', 2026, true, hoje(), null, null`],
    ['published tomorrow', 'hidden', `'leis', 'x', 2026, true, hoje() + 1, null, null`],
    ['in draft', 'hidden', `'leis', 'x', 2026, false, hoje(), null, null`],
    ['of a category that is not active', 'hidden', `'certidoes', 'x', 2026, true, hoje(), null, null`],
    ['withdrawn', 'hidden', `'leis', 'x', 2026, true, hoje(), now(), 'Dado pessoal'`],
    ['to be withdrawn later', 'seen', `'leis', 'x', 2026, true, hoje(), now() + interval '1 day', 'Dado pessoal'`],
  ])('treat a document %s as %s in lists and counts', async (_name, fate, values) => {
    const expected = fate === 'seen' ? 1 : 0;
    await insertDocument(`values (${values})`);
    expect(await column(database, 'select count(*)::int from documento_visivel')).toEqual([expected]);
    expect(await column(database, `select coalesce(sum(total), 0)::int from categoria_resumo`)).toEqual([expected]);
    expect(await column(database, `select coalesce(sum(total), 0)::int from categoria_exercicio`)).toEqual([expected]);
  });

  it('list the reason of a withdrawn document and nothing of a draft', async () => {
    await insertDocument(
      `values ('leis', 'x', 2026, true, hoje(), now(), 'Dado pessoal'), ('leis', 'y', 2026, false, hoje(), now(), 'Segredo')`,
    );
    expect(await column(database, 'select retirado_motivo from documento_retirado')).toEqual(['Dado pessoal']);
  });

  it('take the day from the time zone of the institute', async () => {
    await database.exec(
      `insert into configuracao_site (nome, sigla, ente, uf, fuso_horario) values ('x', 'x', 'x', 'AM', 'Pacific/Kiritimati')`,
    );
    expect(await column(database, `select hoje() = (now() at time zone 'Pacific/Kiritimati')::date`)).toEqual([true]);
    await database.exec(`update configuracao_site set fuso_horario = 'Pacific/Pago_Pago'`);
    expect(await column(database, `select hoje() = (now() at time zone 'Pacific/Pago_Pago')::date`)).toEqual([true]);
  });

  it('show an expired notice or banner, and not as in force', async () => {
    await database.exec(`
      insert into comunicado (titulo, publicado, publicado_em, valido_de, valido_ate) values
        ('vigente', true, now() - interval '2 days', null, null),
        ('vencido', true, now() - interval '2 days', now() - interval '2 days', now()),
        ('adiante', true, now() - interval '2 days', now() + interval '1 hour', null),
        ('rascunho', false, now() - interval '2 days', null, null);
      insert into banner_comunicado (titulo, publicado, exibir_de, exibir_ate) values
        ('vigente', true, now(), now() + interval '1 hour'),
        ('vencido', true, now() - interval '2 days', now() - interval '1 day'),
        ('adiante', true, now() + interval '1 hour', null)`);
    const seen = (table: string, view: string) =>
      column(database, `select titulo from ${table} join ${table}_${view} using (id) order by 1`);
    expect(await seen('comunicado', 'visivel')).toEqual(['adiante', 'vencido', 'vigente']);
    expect(await seen('comunicado', 'vigente')).toEqual(['vigente']);
    expect(await seen('banner_comunicado', 'visivel')).toEqual(['vencido', 'vigente']);
    expect(await seen('banner_comunicado', 'vigente')).toEqual(['vigente']);
  });

  it('show a person only with a published role', async () => {
    await database.exec(`
      insert into pessoa (nome) values ('conselheira'), ('oculta'), ('chefe'), ('sem cargo');
      insert into orgao_colegiado (chave, nome) values ('conselho_fiscal', 'Conselho Fiscal');
      insert into membro_orgao (orgao_id, pessoa_id, publicado) select o.id, p.id, p.nome = 'conselheira' from orgao_colegiado o, pessoa p where p.nome in ('conselheira', 'oculta');
      insert into unidade (nome, titular_pessoa_id, publicado) select 'Diretoria', id, true from pessoa where nome = 'chefe'`);
    expect(await column(database, 'select nome from pessoa join pessoa_visivel using (id) order by 1')).toEqual(['chefe', 'conselheira']);
  });

  it('show a term as in force from its first to its last day', async () => {
    await database.exec(`
      insert into orgao_colegiado (chave, nome) values ('conselho_fiscal', 'Conselho Fiscal');
      insert into pessoa (nome) values ('p');
      insert into membro_orgao (orgao_id, pessoa_id, cargo, mandato_inicio, mandato_fim, publicado)
        select o.id, p.id, m.* from orgao_colegiado o, pessoa p, (values
          ('primeiro dia', hoje(), hoje() + 10, true), ('último dia', hoje() - 10, hoje(), true), ('acabou', hoje() - 11, hoje() - 1, true),
          ('não começou', hoje() + 1, null, true), ('oculto', hoje() - 1, null, false)) m`);
    expect(await column(database, 'select cargo from membro_orgao join membro_orgao_vigente using (id) order by id')).toEqual([
      'primeiro dia',
      'último dia',
    ]);
  });
});

describe('a file', () => {
  const FILE = '00000000-0000-4000-8000-00000000000a';

  beforeEach(async () => {
    await database.exec(`begin;
      insert into storage.files (id, name, bucket_id) values ('${FILE}', 'x', 'default');
      insert into arquivo (id, nome, mime, tamanho_bytes) values ('${FILE}', 'x', 'application/pdf', 1)`);
  });

  afterEach(async () => {
    await database.exec('rollback');
  });

  const seen = () => column(database, 'select count(*)::int from arquivo_visivel');

  it('is hidden when nothing refers to it', async () => {
    expect(await seen()).toEqual([0]);
  });

  it('is shown when it lies in the public bucket', async () => {
    await database.exec(`update storage.files set bucket_id = 'publico'`);
    expect(await seen()).toEqual([1]);
  });

  it.each([
    [
      'document',
      `with d as (insert into documento (categoria_slug, titulo, exercicio, publicado, publicado_em) values ('leis', 'x', 2026, true, $when) returning id) insert into documento_arquivo (documento_id, arquivo_id) select id, '${FILE}' from d`,
    ],
    [
      'notice',
      `with c as (insert into comunicado (titulo, publicado, publicado_em) values ('x', true, $when) returning id) insert into comunicado_arquivo (comunicado_id, arquivo_id) select id, '${FILE}' from c`,
    ],
    ['news item', `insert into noticia (slug, titulo, imagem_id, publicado, publicado_em) values ('x', 'x', '${FILE}', true, $when)`],
    ['page', `insert into pagina (slug, titulo, imagem_id, publicado, publicado_em) values ('x', 'x', '${FILE}', true, $when)`],
    ['banner', `insert into banner_comunicado (titulo, imagem_id, publicado, exibir_de) values ('x', '${FILE}', true, $when)`],
    [
      'declaration',
      `insert into declaracao_inexistencia (categoria_slug, exercicio, texto, signatario, cargo, declarado_em, arquivo_id, publicado) values ('decretos', 2026, 'x', 'x', 'x', $when, '${FILE}', true)`,
    ],
  ])('a file of a %s is shown once that is visible', async (_name, insert) => {
    await database.exec(`savepoint antes; ${insert.replace('$when', `now() + interval '2 days'`)}`);
    expect(await seen()).toEqual([0]);
    await database.exec(`rollback to antes; ${insert.replace('$when', `now() - interval '2 days'`)}`);
    expect(await seen()).toEqual([1]);
  });

  it.each([
    ['person without published role', 'hidden', `insert into pessoa (nome, foto_arquivo_id) values ('x', '${FILE}')`],
    [
      'person who heads a published unit',
      'seen',
      `with p as (insert into pessoa (nome, foto_arquivo_id) values ('x', '${FILE}') returning id) insert into unidade (nome, titular_pessoa_id, publicado) select 'x', id, true from p`,
    ],
    [
      'certificate not yet published',
      'hidden',
      `insert into progestao_certificacao (nivel, versao_manual, certificadora, certificado_em, valido_ate, arquivo_id) values ('I', '4', 'x', '2026-01-01', '2029-01-01', '${FILE}')`,
    ],
    [
      'published certificate',
      'seen',
      `insert into progestao_certificacao (nivel, versao_manual, certificadora, certificado_em, valido_ate, arquivo_id, publicado) values ('I', '4', 'x', '2026-01-01', '2029-01-01', '${FILE}', true)`,
    ],
  ])('a file of a %s is %s', async (_name, fate, insert) => {
    await database.exec(insert);
    expect(await seen()).toEqual([fate === 'seen' ? 1 : 0]);
  });
});
