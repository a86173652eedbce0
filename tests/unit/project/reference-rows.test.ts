import { readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldText } from '../../../shared/locale/fold.ts';
import { FOLD_CASES } from '../shared/locale/fold-cases.ts';
import { column, openProjectDatabase } from './database.ts';

/** The categories that section 2 of the specification lists. */
const SPECIFIED_SLUGS: readonly string[] = [
  ...(/^The preloaded document categories: [^]*?\.$/m.exec(readFileSync('docs/specification.md', 'utf8'))?.[0] ?? '').matchAll(/`(\w+)`/g),
].map(([, slug = '']) => slug);

/** What only Pró-Gestão or the PNTP asks for. */
const SLUGS_OF_PROGRAMMES = [
  'certidoes',
  'codigoDeEtica',
  'controleInterno',
  'convenios',
  'diarias',
  'educacaoPrevidenciaria',
  'fornecedoresSancionados',
  'ordemDePagamentos',
  'passivoJudicial',
  'planejamento',
  'planoDeContratacoesAnual',
  'previdenciaComplementar',
  'quadroDePessoal',
  'relatorioDeGovernanca',
];

let database: PGlite;

beforeAll(async () => {
  database = await openProjectDatabase();
});

afterAll(async () => {
  await database.close();
});

describe('categories', () => {
  it('are active for exactly those of docs/specification.md, section 2', async () => {
    expect(await column(database, `select slug from categoria_documento where ativo order by slug collate "C"`)).toEqual(
      SPECIFIED_SLUGS.toSorted(),
    );
  });

  it('are inactive where only Pró-Gestão or the PNTP asks for the documents', async () => {
    expect(await column(database, `select slug from categoria_documento where not ativo order by slug collate "C"`)).toEqual(
      SLUGS_OF_PROGRAMMES,
    );
  });

  it('serve each of the 18 items of Pró-Gestão', async () => {
    expect(await column(database, 'select item from progestao_item order by ordem')).toEqual(Array.from('abcdefghijklmnopqr'));
    expect(
      await column(
        database,
        'select item from progestao_item i where not exists (select 1 from categoria_documento where item_pro_gestao = i.item)',
      ),
    ).toEqual([]);
  });

  it('name only known fields, each once, and always one date or year', async () => {
    expect(await column(database, `select distinct f from categoria_documento, jsonb_array_elements_text(campos) f order by 1`)).toEqual([
      'competencia',
      'data_ato',
      'ementa',
      'exercicio',
      'fiscais',
      'interessado',
      'licitacao',
      'modalidade',
      'numero',
      'numeros',
      'orgao',
      'pagamentos',
      'pncp',
      'publicado_em',
      'reuniao',
      'situacao',
      'tipo',
      'valor',
      'vigencia',
    ]);
    expect(
      await column(
        database,
        `select slug from categoria_documento where jsonb_array_length(campos) <> (select count(distinct f) from jsonb_array_elements(campos) f)`,
      ),
    ).toEqual([]);
    expect(await column(database, `select slug from categoria_documento where not campos ?| array['exercicio', 'data_ato']`)).toEqual([]);
  });

  it('keep the order of the field profile', async () => {
    expect(await column(database, `select campos from categoria_documento where slug = 'publicacaoLicitacao'`)).toEqual([
      ['numero', 'exercicio', 'modalidade', 'ementa', 'valor', 'data_ato', 'situacao', 'publicado_em', 'pncp'],
    ]);
  });
});

describe('Pró-Gestão', () => {
  it('has 24 actions, 13 of them essential, in the order of the manual', async () => {
    expect(await column(database, 'select count(*)::int from progestao_acao group by dimensao_id order by dimensao_id')).toEqual([
      6, 16, 2,
    ]);
    expect(await column(database, 'select codigo from progestao_acao where essencial order by posicao')).toEqual([
      '1.1',
      '1.2',
      '1.3',
      '1.4',
      '1.6',
      '2.1',
      '2.2',
      '2.3',
      '2.6',
      '2.7',
      '2.8',
      '2.12',
      '3.2',
    ]);
  });

  it('lets a stricter requirement take the place of a looser one of the same action', async () => {
    expect(
      await column(
        database,
        `select n.acao_codigo || ' ' || v.nivel_minimo || '>' || n.nivel_minimo from progestao_requisito n join progestao_requisito v on v.id = n.substitui_id and v.acao_codigo = n.acao_codigo order by 1`,
      ),
    ).toEqual(['1.4 I>III', '2.1 I>III', '2.1 III>IV', '2.2 I>III', '2.8 I>IV']);
  });
});

describe('freshness of a category', () => {
  it.each([
    ['mensal', 1, '2026-11-21', 31, '2026-09-30'],
    ['mensal on the last day of the term', 1, '2026-10-31', 31, '2026-08-31'],
    ['mensal on the day after the term', 1, '2026-11-01', 31, '2026-09-30'],
    ['bimestral', 2, '2026-11-21', 31, '2026-08-31'],
    ['anual on 31 March', 12, '2026-03-31', 90, '2024-12-31'],
    ['anual on 1 April', 12, '2026-04-01', 90, '2025-12-31'],
    ['due before its year begins', 12, '2026-01-01', -365, '2026-12-31'],
  ])('expects the right period: %s', async (_name, months, today, term, expected) => {
    expect(await column(database, `select (inicio_do_periodo(${months}, date '${today}' - (${term})) - 1)::text`)).toEqual([expected]);
  });

  it('counts a document or a declaration as covering its period', async () => {
    await database.exec(
      `begin; update categoria_documento set prazo_dias_apos_periodo = 0, admite_declaracao = true where slug in ('dair', 'dipr', 'draa')`,
    );
    const state = () =>
      column(database, `select situacao_atualizacao from categoria_resumo where slug in ('dair', 'dipr', 'leis') order by slug`);
    expect(await state()).toEqual(['atrasada', 'atrasada', 'nao_se_aplica']);
    await database.exec(`
      insert into documento (categoria_slug, titulo, competencia_fim, publicado, publicado_em)
        values ('dair', 'DAIR', date_trunc('month', hoje())::date - 1, true, hoje());
      insert into declaracao_inexistencia (categoria_slug, exercicio, competencia_fim, texto, signatario, cargo, declarado_em, publicado)
        values ('dipr', 2026, fim_do_periodo(2, hoje()), 'Não houve.', 'Maria', 'Diretora', hoje(), true)`);
    expect(await state()).toEqual(['em_dia', 'em_dia', 'nao_se_aplica']);
    await database.exec('rollback');
  });

  it('is decided by the latest period that a document of the category covers', async () => {
    // Documents with and without a period of competence, months and years apart, in a different mix in each category.
    await database.exec(`begin; update categoria_documento set prazo_dias_apos_periodo = 20 where prazo_dias_apos_periodo is not null;
      insert into documento (categoria_slug, titulo, exercicio, competencia_fim, data_ato, publicado, publicado_em)
        select slug, 'x', extract(year from hoje())::integer - (n + k) % 3,
               case when (n + k) % 3 = 0 then hoje() - ((n * 37 + k * 91) % 400)::integer end,
               case when n * k % 2 = 0 then hoje() - ((n * 53 + k * 67) % 500)::integer end, true, hoje() - ((n * 29 + k * 41) % 300)::integer
          from (select slug, row_number() over (order by slug) as n from categoria_documento) c, generate_series(1, 3) k`);
    const byRow = `select r.slug, r.situacao_atualizacao,
        (select max(coalesce(d.competencia_fim, case when p.meses = 12 then make_date(d.exercicio, 12, 31)
           else fim_do_periodo(p.meses, coalesce(d.data_ato, least(d.publicado_em, make_date(d.exercicio, 12, 31)))) end))
           from documento d where d.categoria_slug = r.slug) >= r.periodo_devido_fim as em_dia
      from categoria_resumo r join categoria_documento c using (slug) join periodicidade p on p.valor = c.periodicidade
     where r.periodo_devido_fim is not null`;
    expect(await column(database, `select distinct situacao_atualizacao from (${byRow}) x order by 1`)).toEqual(['atrasada', 'em_dia']);
    expect(await column(database, `select slug from (${byRow}) x where em_dia <> (situacao_atualizacao = 'em_dia')`)).toEqual([]);
    await database.exec('rollback');
  });
});

describe('the fold of the database', () => {
  it('equals the fold of the site on the shared cases', async () => {
    const folded = await database.query<[string]>(
      'select pt_sem_acento(t) from unnest($1::text[]) with ordinality as x(t, n) order by n',
      [FOLD_CASES.map(([text]) => text)],
      { rowMode: 'array' },
    );
    expect(folded.rows.map(([text]) => text)).toEqual(FOLD_CASES.map(([, text]) => text));
  });

  it('equals the fold of the site on every Latin letter and sign', async () => {
    const letters = Array.from({ length: 0x2_50 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index));
    const folded = await database.query<[string]>(
      'select pt_sem_acento(t) from unnest($1::text[]) with ordinality as x(t, n) order by n',
      [letters],
      { rowMode: 'array' },
    );
    expect(folded.rows.map(([text]) => text)).toEqual(letters.map(foldText));
  });

  it('gives a singular and its plural one stem where the stemmer alone does not', async () => {
    expect(
      await column(
        database,
        `select to_tsvector('portuguese', pt_fold(a)) @@ plainto_tsquery('portuguese', pt_fold(b)) from (values
        ('promoções', 'promoção'), ('jornais', 'jornal'), ('azuis', 'azul'), ('Aposentadorias', 'aposentadoria'), ('pensões', 'PENSAO')) x(a, b)`,
      ),
    ).toEqual([true, true, true, true, true]);
  });

  it('makes the text by which lists are filtered', async () => {
    expect(
      await column(
        database,
        `insert into documento (categoria_slug, titulo, numero, exercicio, ementa) values ('leis', 'Lei nº 7', '7', 2019, 'Dispõe sobre pensões') returning busca_texto`,
      ),
    ).toEqual(['lei no 7 7 2019 dispoe sobre pensoes']);
  });
});
