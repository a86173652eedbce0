import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXEMPLOS_DE_BUSCA } from '../../../shared/routes/search-results.ts';
import { type EmptyProject, loadedProject } from './loaded-database.ts';
import { readRelevanceTable } from './search/relevance.ts';

/** The column (or the child table) in which each field of a category's profile is kept. */
const FIELDS: Readonly<Record<string, string>> = {
  numero: 'd.numero is not null',
  exercicio: 'd.exercicio is not null',
  competencia: 'd.competencia_inicio is not null and d.competencia_fim is not null',
  data_ato: 'd.data_ato is not null',
  publicado_em: 'd.publicado_em is not null',
  ementa: 'd.ementa is not null',
  orgao: 'd.orgao_id is not null',
  vigencia: 'd.vigencia_inicio is not null',
  valor: 'd.valor > 0',
  situacao: 'd.situacao_id is not null',
  interessado: 'd.interessado is not null',
  tipo: 'd.tipo_id is not null',
  reuniao: 'd.tipo_id is not null',
  modalidade: 'd.modalidade is not null',
  fiscais: 'exists (select 1 from contrato_fiscal f where f.documento_id = d.id)',
  licitacao: 'd.licitacao_id is not null',
  // Entries older than the portal have no identifier.
  pncp: 'd.pncp_id is not null or d.exercicio < 2024',
};

let project: EmptyProject;

async function list(sql: string): Promise<readonly unknown[]> {
  return (await project.database.query(sql)).rows.map((row) => Object.values(row)[0]);
}

async function count(sql: string): Promise<number> {
  return Number((await project.database.query(`select count(*)::int as total from ${sql}`)).rows[0]?.['total']);
}

describe('the loaded demonstration', () => {
  beforeAll(async () => {
    project = await loadedProject();
  });
  afterAll(() => project.close());

  it('fills every part of the site', async () => {
    expect(await count('noticia_visivel')).toBeGreaterThanOrEqual(60);
    expect(await count('comunicado')).toBe(40);
    expect(await count('banner_comunicado')).toBe(5);
    expect(await count('unidade where latitude is not null')).toBeGreaterThanOrEqual(8);
    expect(await count('pergunta_frequente')).toBe(56);
    expect(await count('termo_glossario')).toBeGreaterThanOrEqual(25);
    expect(await count('servico')).toBeGreaterThanOrEqual(10);
    expect(await count('pagina_visivel')).toBeGreaterThanOrEqual(10);
    expect(await count('progestao_avaliacao')).toBe(24);
    expect(await count('documento_visivel')).toBeGreaterThanOrEqual(900);
  });

  it.each([...EXEMPLOS_DE_BUSCA, 'contrato de limpeza', 'DAIR 2025'])(
    'has what the example "%s" of a search box asks for',
    async (texto) => {
      expect(await list(`select modo from buscar('${texto}', limite => 1) where chave is not null`)).toEqual(['todas']);
    },
  );

  it('answers words that many texts have and no title', async () => {
    expect(await count(`buscar('presidente presente', limite => 3)`)).toBe(3);
  });

  it('is found by what people ask: in 98 of 100 searches the first three results hold the expected one', async () => {
    const table = await readRelevanceTable();
    const missed: string[] = [];
    for (const { query, expected } of table) {
      const results = await project.database.query(`select tipo || ': ' || titulo as nome from buscar($1, limite => 3)`, [query]);
      const names = results.rows.map(({ nome }) => String(nome));
      if (!names.some((name) => expected.some((beginning) => name.startsWith(beginning)))) missed.push(`${query} → ${names.join(' | ')}`);
    }
    const score = 1 - missed.length / table.length;
    process.stdout.write(`relevance: ${(100 * score).toFixed(1)} % of ${table.length} searches; not found:\n  ${missed.join('\n  ')}\n`);
    expect(table.length).toBeGreaterThanOrEqual(150);
    expect(score).toBeGreaterThanOrEqual(0.98);
  }, 180_000);

  it('has every category active, and visible documents in all but three, of which one is empty without a declaration', async () => {
    expect(await list('select slug from categoria_documento where not ativo')).toEqual([]);
    expect(await list('select slug from categoria_resumo where total = 0 order by slug collate "C"')).toEqual([
      'fornecedoresSancionados',
      'licitacaoTipoCIF',
      'passivoJudicial',
    ]);
    expect(await list(`select declaracoes from categoria_resumo where slug = 'licitacaoTipoCIF'`)).toEqual([0]);
    expect(await count('categoria_resumo where declaracoes > 0')).toBeGreaterThan(2);
  });

  it('gives each document the fields of its category', async () => {
    const faults: unknown[] = [];
    for (const [campo, condition] of Object.entries(FIELDS)) {
      faults.push(
        ...(await list(
          `select c.slug || ': ${campo} in ' || d.titulo from documento d join categoria_documento c on c.slug = d.categoria_slug
            where c.campos ? '${campo}' and d.publicado and d.retirado_em is null and not (${condition})`,
        )),
      );
    }
    expect(faults).toEqual([]);
    // A contract may wait for its first payment, and a report have no figure.
    const lists = ['numeros', 'pagamentos'];
    const names = await list(`select distinct campo from categoria_documento c, jsonb_array_elements_text(c.campos) campo where c.ativo`);
    expect(new Set(names)).toEqual(new Set([...Object.keys(FIELDS), ...lists]));
    const elsewhere = (table: string, name: string): Promise<number> =>
      count(
        `${table} r join documento d on d.id = r.documento_id join categoria_documento c on c.slug = d.categoria_slug where not c.campos ? '${name}'`,
      );
    expect([await elsewhere('numero_documento', 'numeros'), await elsewhere('pagamento', 'pagamentos')]).toEqual([0, 0]);
  });

  it('hides drafts and rows whose day of publication has not come', async () => {
    expect(await count('documento where not publicado')).toBeGreaterThan(0);
    expect(await count('documento where publicado_em > hoje()')).toBeGreaterThan(0);
    expect(await count('documento d join documento_visivel v on v.id = d.id where not d.publicado or d.publicado_em > hoje()')).toBe(0);
    expect(await count('noticia where publicado_em > now()')).toBeGreaterThan(0);
    expect(await count('noticia n join noticia_visivel v on v.id = n.id where not n.publicado or n.publicado_em > now()')).toBe(0);
    expect(await count('comunicado c left join comunicado_visivel v on v.id = c.id where v.id is null')).toBeGreaterThan(0);
    expect(await count('banner_comunicado b left join banner_comunicado_visivel v on v.id = b.id where v.id is null')).toBe(1);
    expect(
      await count(`arquivo a join documento_arquivo r on r.arquivo_id = a.id join documento d on d.id = r.documento_id
      join arquivo_visivel v on v.id = a.id where d.publicado_em > hoje() or not d.publicado`),
    ).toBe(0);
  });

  it('shows three banners, notices in force, coming meetings and the members of the present term', async () => {
    expect(await count('banner_comunicado_vigente')).toBe(3);
    expect(await count('comunicado_vigente')).toBeGreaterThanOrEqual(8);
    expect(await count('reuniao_futura')).toBeGreaterThanOrEqual(8);
    expect(
      await list(
        'select distinct o.chave from membro_orgao_vigente v join membro_orgao m on m.id = v.id join orgao_colegiado o on o.id = m.orgao_id',
      ),
    ).toHaveLength(4);
    expect(await count('membro_orgao where mandato_fim < hoje()')).toBeGreaterThan(0);
    expect(await count('reuniao where ata_documento_id is not null')).toBeGreaterThan(200);
  });

  it('keeps substituted, revoked, altered and withdrawn documents with their reasons', async () => {
    expect(await count('documento where substitui_documento_id is not null')).toBeGreaterThan(0);
    expect(await count('documento where revogado_por_documento_id is not null')).toBeGreaterThan(5);
    expect(await count('documento_retirado')).toBe(2);
    expect(await count('documento_versao')).toBeGreaterThan(0);
    expect(await list(`select tipo from documento_relacao group by tipo order by tipo`)).toEqual([
      'aditivo',
      'altera',
      'regulamenta',
      'relacionado',
      'resultado_de',
      'revoga',
    ]);
  });

  it('says nothing that another row of it, or the day, denies', async () => {
    // Certificates expire while the demonstration is shown; on the day of its making none had (tests/unit/project/demo/contradictions.test.ts).
    const lasting = `contradicao where tabela not in ('membro_orgao', 'progestao_certificacao')`;
    expect(await list(`select tabela || ': ' || titulo || ': ' || problema from ${lasting}`)).toEqual([]);
  });

  it('stores a file with its bytes for every document and picture', async () => {
    expect(await count('documento d where not exists (select 1 from documento_arquivo r where r.documento_id = d.id)')).toBe(0);
    expect(await count('documento_arquivo where papel <> $$principal$$')).toBeGreaterThan(50);
    const { rows } = await project.database.query('select a.id, a.sha256, a.tamanho_bytes from arquivo a order by a.id');
    for (const row of rows) {
      await project.files.verify({ id: String(row['id']), sha256: String(row['sha256']), size: Number(row['tamanho_bytes']) });
    }
    expect(
      await count(`arquivo where mime = 'application/pdf' and (paginas is null or pesquisavel is not true or texto_extraido is null)`),
    ).toBe(0);
    expect(await count(`arquivo where mime like 'image/%' and (largura is null or alt is null or tamanho_bytes > 250000)`)).toBe(0);
  });

  it('shows no whole CPF in any text of any table', async () => {
    const tables = await list(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const table of tables) {
      expect([table, await count(`public."${String(table)}" t where t::text ~ '\\d{3}\\.?\\d{3}\\.?\\d{3}-\\d{2}'`)]).toEqual([table, 0]);
    }
  });

  it('moves every sequence past the loaded rows', async () => {
    await project.database.query(`insert into noticia (slug, titulo) values ('depois-da-carga', 'Depois da carga')`);
    await project.database.query(
      `insert into documento (categoria_slug, titulo, data_ato) values ('leis', 'Depois da carga', '2026-01-01')`,
    );
    await project.database.query(`delete from noticia where slug = 'depois-da-carga'`);
    await project.database.query(`delete from documento where titulo = 'Depois da carga'`);
    const tables = await list(
      `select c.table_name from information_schema.columns c where c.table_schema = 'public' and c.is_identity = 'YES'`,
    );
    for (const table of tables) {
      const { rows } = await project.database.query(
        `select coalesce((select max(id) from "${String(table)}"), 0)::int as ultimo, coalesce(pg_sequence_last_value(pg_get_serial_sequence('public.${String(table)}', 'id')), 0)::int as sequencia`,
      );
      expect([table, Number(rows[0]?.['sequencia']) >= Number(rows[0]?.['ultimo'])]).toEqual([table, true]);
    }
  });
});
