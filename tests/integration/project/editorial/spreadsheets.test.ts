/** Documents from a spreadsheet: foreseen row by row, done as a whole or not at all, and never twice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../server/backend/embedded/database.ts';
import { ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

type Sheet = readonly Readonly<Record<string, string | number | null>>[];
interface Told {
  readonly linha: number;
  readonly acao: string | null;
  readonly coluna: string | null;
  readonly mensagem: string | null;
}

const SEND = 'mutation ($rows: jsonb!) { part: insert_planilha_de_documentos_one(object: {parte: 1, linhas: $rows}) { planilha } }';
const FORESEE = 'query ($id: uuid!) { rows: prever_planilha(args: {planilha: $id}) { linha acao coluna mensagem } }';
const IMPORT = 'mutation ($id: uuid!) { rows: importar_planilha(args: {planilha: $id}) { linha acao } }';

const FILE = '00000000-0000-4000-8000-0000000000fe';

/** A law that no other test has. */
const law = (numero: string): Sheet[number] & { readonly linha: number } => ({
  linha: 2,
  categoria: 'leis',
  titulo: 'Lei da previdência',
  numero,
  exercicio: 2024,
  data_ato: '2024-03-01',
});

describe.each(PROJECT_ENGINES)('a spreadsheet of documents, on %s', (name, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
    await project.database.script(`
      insert into storage.files (id, bucket_id, name, size, mime_type) values ('${FILE}', 'default', 'a.pdf', 1, 'application/pdf');
      insert into arquivo (id, nome, caminho_storage, mime, tamanho_bytes, sha256)
        values ('${FILE}', 'a.pdf', 'a.pdf', 'application/pdf', 1, repeat('a', 64))`);
  }, 240_000);
  afterAll(() => project.close());

  const send = async (rows: Sheet): Promise<string> => {
    const { part } = (await project.ask.data(SEND, { ...ANA, variables: { rows } })) as { readonly part: { readonly planilha: string } };
    return part.planilha;
  };
  const foresee = async (rows: Sheet): Promise<readonly Told[]> => {
    const id = await send(rows);
    return ((await project.ask.data(FORESEE, { ...ANA, variables: { id } })) as { readonly rows: readonly Told[] }).rows;
  };
  const problems = async (rows: Sheet): Promise<readonly string[]> =>
    (await foresee(rows)).map(({ linha, coluna, mensagem }) => `${linha} ${coluna ?? '-'}: ${mensagem}`);
  const bring = async (rows: Sheet): Promise<readonly string[]> => {
    const id = await send(rows);
    const done = (await project.ask.data(IMPORT, { ...ANA, variables: { id } })) as { readonly rows: readonly Told[] };
    return done.rows.map(({ linha, acao }) => `${linha} ${acao}`);
  };

  const countOf = async (): Promise<unknown> => (await project.rows('select count(*)::integer as total from documento'))[0]?.['total'];

  test('makes documents that are not published, and none twice', async () => {
    const minutes = { linha: 3, categoria: 'Atas do Conselho Fiscal', titulo: 'Ata da reunião de março', data_ato: '2024-03-20' };
    const sheet = [law('11/2024'), minutes];
    const before = await countOf();
    expect((await foresee(sheet)).map(({ linha, acao }) => `${linha} ${acao}`)).toEqual(['2 novo', '3 novo']);
    expect(await countOf()).toBe(before);
    expect(await bring(sheet)).toEqual(['2 novo', '3 novo']);
    expect(
      await project.rows(
        "select categoria_slug, titulo, exercicio, publicado from documento where numero = '11/2024' or titulo = 'Ata da reunião de março' order by id",
      ),
    ).toEqual([
      { categoria_slug: 'leis', titulo: 'Lei da previdência', exercicio: 2024, publicado: false },
      { categoria_slug: 'atasDoConselhoFiscal', titulo: 'Ata da reunião de março', exercicio: 2024, publicado: false },
    ]);
    expect((await foresee(sheet)).map(({ acao }) => acao)).toEqual(['igual', 'igual']);
    expect(await bring(sheet)).toEqual([]);
  });

  test('changes what it has columns for, and empties what is empty in it', async () => {
    const sheet = law('12/2024');
    await bring([sheet]);
    await project.ask.data(
      'mutation { update_documento(where: {numero: {_eq: "12/2024"}}, _set: {fonte: "Câmara", ementa: "Antiga"}) { affected_rows } }',
      ANA,
    );
    expect(await bring([{ ...sheet, titulo: 'Lei nº 12, de 2024', ementa: null, tipo: null, valor: '12.50' }])).toEqual(['2 muda']);
    expect(await project.rows("select titulo, ementa, fonte, valor::text from documento where numero = '12/2024'")).toEqual([
      { titulo: 'Lei nº 12, de 2024', ementa: null, fonte: 'Câmara', valor: '12.50' },
    ]);
    const [{ id } = {}] = await project.rows("select id from documento where numero = '12/2024'");
    expect(await bring([{ linha: 2, id: Number(id), titulo: 'Lei municipal nº 12, de 2024' }])).toEqual(['2 muda']);
  });

  test('names each row and column that is wrong, and then does nothing', async () => {
    const before = await countOf();
    const wrong: Sheet = [
      { linha: 2, categoria: 'leiz', titulo: 'Uma lei', exercicio: 2020 },
      { linha: 3, categoria: 'leis', titulo: null, exercicio: 2020 },
      { linha: 4, categoria: 'leis', titulo: 'Sem ano' },
      { linha: 5, categoria: 'leis', titulo: 'De 123.456.789-09', exercicio: 2020, tipo: 'Bilhete', orgao: 'Conselho da Lua' },
      { linha: 6, categoria: 'leis', titulo: 'Ao contrário', exercicio: 2020, vigencia_inicio: '2020-02-01', vigencia_fim: '2020-01-01' },
      { linha: 7, categoria: 'leis', titulo: 'Igual', exercicio: 2020, arquivo: '00000000-0000-4000-8000-0000000000ff' },
      { linha: 8, categoria: 'leis', titulo: 'igual', exercicio: 2020, url_externa: 'javascript:alert(1)' },
      { linha: 9, id: 999_999, titulo: 'Nenhum' },
    ];
    const told = await problems(wrong);
    expect(told).toEqual([
      '2 categoria: A categoria “leiz” não existe. Escreva o nome da lista, ou o fim do endereço dela.',
      '3 titulo: Falta o título.',
      '4 exercicio: Falta o exercício, ou uma data de que ele se tire.',
      '5 titulo: O título, a ementa, o resumo ou o interessado mostra um CPF inteiro.',
      '5 tipo: O tipo “Bilhete” não existe.',
      '5 orgao: O órgão “Conselho da Lua” não está cadastrado.',
      '6 vigencia_fim: O fim da vigência vem antes do começo.',
      '7 arquivo: Este arquivo não está no site: envie-o antes.',
      '8 arquivo: Este endereço não serve: comece por https://.',
      '8 -: Repete a linha 7: mesma categoria, título, número, exercício e data.',
      '9 id: Nenhum documento do site tem este número.',
      '9 categoria: Falta a categoria.',
      '9 exercicio: Falta o exercício, ou uma data de que ele se tire.',
    ]);
    const id = await send([...wrong, { linha: 10, categoria: 'leis', titulo: 'Boa', exercicio: 2020 }]);
    expect((await project.ask.fault(IMPORT, { ...ANA, variables: { id } })).message).toContain('Linha 2: A categoria “leiz” não existe');
    expect(await countOf()).toBe(before);
  });

  test('names the row whose number another row or another document has', async () => {
    await bring([
      { ...law('21/2024'), linha: 2 },
      { ...law('22/2024'), linha: 3, titulo: 'Outra lei' },
    ]);
    const [{ id } = {}] = await project.rows("select id from documento where numero = '21/2024'");
    expect(await problems([{ linha: 2, id: Number(id), numero: '22/2024' }])).toEqual([
      '2 numero: Outro documento da categoria já tem este número neste exercício.',
    ]);
    const taken = 'A linha 2 já tem este número, na mesma categoria e no mesmo exercício.';
    expect(await problems([law('23/2024'), { ...law('23/2024'), linha: 3, titulo: 'Lei com outro nome' }])).toEqual([`3 numero: ${taken}`]);
    expect(
      await problems([
        { linha: 2, id: Number(id), numero: '24/2024' },
        { ...law('24/2024'), linha: 3 },
      ]),
    ).toEqual([`3 numero: ${taken}`]);
    expect(await problems([law('25/2024'), { ...law('25/2024'), linha: 3 }])).toEqual([
      '3 -: Repete a linha 2: mesma categoria, título, número, exercício e data.',
    ]);
    const tipos = await project.rows('select valor from tipo_documento order by valor limit 2');
    const ofTypes = tipos.map(({ valor }, at) => ({ ...law('26/2024'), linha: at + 2, tipo: String(valor) }));
    expect(await bring(ofTypes)).toEqual(['2 novo', '3 novo']);
  });

  test('takes an empty year from the dates, and names the row where that is no year of a document', async () => {
    const dated = { linha: 2, categoria: 'leis', titulo: 'Lei datada', exercicio: null, data_ato: '2019-05-02' };
    expect(await bring([dated])).toEqual(['2 novo']);
    expect((await foresee([dated])).map(({ acao }) => acao)).toEqual(['igual']);
    expect(await problems([{ ...dated, titulo: 'Lei antiga', data_ato: '1975-05-02' }])).toEqual([
      '2 exercicio: O exercício seria 1975: escreva na coluna exercicio um ano de 1988 a 2100.',
    ]);
  });

  test('counts a row that only gives a document its file as a change', async () => {
    await bring([law('27/2024')]);
    const sheet = [{ ...law('27/2024'), arquivo: FILE }];
    expect((await foresee(sheet)).map(({ acao }) => acao)).toEqual(['muda']);
    expect(await bring(sheet)).toEqual(['2 muda']);
    expect((await foresee(sheet)).map(({ acao }) => acao)).toEqual(['igual']);
  });

  test('that is not kept any more is not imported as one without documents', async () => {
    const id = await send([law('28/2024')]);
    await project.ask.data(IMPORT, { ...ANA, variables: { id } });
    expect((await project.ask.fault(IMPORT, { ...ANA, variables: { id } })).message).toContain('escolha o arquivo de novo');
  });

  test('is not for the public, and writes no column that it has no right to', async () => {
    expect(
      (await project.ask.fault(FORESEE, { role: 'public', variables: { id: '00000000-0000-4000-8000-000000000001' } })).message,
    ).toContain('not found');
    await bring([{ ...law('14/2024'), titulo: 'Ata publicada', publicado: 'true', edicao: 9 }]);
    expect(await project.rows("select publicado, edicao from documento where titulo = 'Ata publicada'")).toEqual([
      { publicado: false, edicao: 1 },
    ]);
  });

  test('leaves to another person what the public sees where approval is asked for, and makes drafts all the same', async () => {
    await bring([law('15/2024')]);
    await project.database.script(`
      insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'I', 'Serra Azul', 'SP') on conflict do nothing;
      update documento set publicado = true, publicado_em = '2024-04-01' where numero = '15/2024';
      update configuracao_site set exige_aprovacao = true`);
    const renamed = [{ ...law('15/2024'), titulo: 'Outro nome' }];
    for (const sheet of [renamed, [{ ...law('15/2024'), arquivo: FILE }]]) {
      expect(await problems(sheet)).toEqual([expect.stringContaining('a mudança precisa da aprovação de outra pessoa')]);
    }
    const id = await send(renamed);
    expect((await project.ask.fault(IMPORT, { ...BIA, variables: { id } })).message).toContain('precisa da aprovação de outra pessoa');
    expect(await bring([{ linha: 2, categoria: 'leis', titulo: 'Lei nova', numero: '13/2024', exercicio: 2024 }])).toEqual(['2 novo']);
    await project.database.script('update configuracao_site set exige_aprovacao = false');
  });

  // A statement of the database in process may take 30 s, and machines that run tests are busy.
  const most = name === 'PGlite' ? 1_000 : 5_000;
  test(`takes ${most} rows in one transaction`, { timeout: 240_000 }, async () => {
    const rows = Array.from({ length: most }, (_, at) => ({
      linha: at + 2,
      categoria: 'portarias',
      titulo: `Portaria nº ${at + 1}`,
      numero: String(at + 1),
      exercicio: 2023,
      ementa: 'Dispõe sobre a organização do serviço e dá outras providências.',
    }));
    const sendAll = async (): Promise<string> => {
      const id = await send(rows.slice(0, 1_000));
      for (let part = 2; part <= most / 1_000; part += 1) {
        const linhas = rows.slice((part - 1) * 1_000, part * 1_000);
        await project.ask.data(
          'mutation ($id: uuid!, $part: Int!, $rows: jsonb!) { insert_planilha_de_documentos_one(object: {planilha: $id, parte: $part, linhas: $rows}) { parte } }',
          { ...ANA, variables: { id, part, rows: linhas } },
        );
      }
      return id;
    };
    const id = await sendAll();
    const done = await project.database.query('select linha from importar_planilha($1)', [id], { timeoutMs: 200_000 });
    expect(done.rows.length).toBe(most);
    expect(await project.rows("select count(*)::integer as total from documento where categoria_slug = 'portarias'")).toEqual([
      { total: most },
    ]);
    // Brought again, no row meets each document of its category, which were 25 million pairs.
    expect(await pairsInVain(project.database, await sendAll())).toBeLessThan(10 * most);
  });
});

interface PlanNode {
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs what compares a spreadsheet with the site as its function does, and returns the pairs of rows that were put together for nothing. */
async function pairsInVain(database: Database, id: string): Promise<number> {
  const found = await database.query("select prosrc, proconfig from pg_catalog.pg_proc where proname = 'conferir_planilha'");
  const [{ prosrc, proconfig } = {}] = found.rows as readonly { readonly prosrc: string; readonly proconfig: readonly string[] }[];
  const body = String(prosrc).replace('= qual', `= '${id}'`);
  const settings = (proconfig ?? []).map((setting) => `set local ${setting};`).join('');
  return database.transaction(async (tx) => {
    await tx.script(settings);
    const { rows } = await tx.query(`explain (analyze, timing off, format json) ${body}`, [], { timeoutMs: 200_000 });
    const [[{ Plan }]] = Object.values(rows[0] ?? {}) as unknown as [[{ readonly Plan: PlanNode }]];
    return inVain(Plan);
  });
}

function inVain(node: PlanNode): number {
  const own = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, below) => sum + inVain(below), own);
}
