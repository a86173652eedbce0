/** What the list pages ask of the backend, on real rows: every filter and every order of the operations that take them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { listTotal } from '../../../shared/routes/list-filter.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { type GraphqlClient, graphqlClient } from '../../support/graphql-fixture/graphql-client.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import { type EmptyProject, emptyProject } from './loaded-database.ts';

const ROWS = `
insert into noticia (slug, titulo, publicado, publicado_em) values
  ('a', 'Aposentadoria: novas regras', true, '2024-03-01T12:00:00Z'),
  ('b', 'Pensão por morte', true, '2025-05-01T12:00:00Z'),
  -- 23:30 of the last day of 2024 in Brasília, already 2025 in UTC
  ('c', 'Regras de fim de ano', true, '2025-01-01T02:30:00Z'),
  ('d', 'Rascunho', false, null);
insert into comunicado (titulo, tipo, publicado, publicado_em) values
  ('Prazo do censo', 'prazo', true, '2025-02-01T12:00:00Z'),
  ('Aviso de recesso', 'aviso', true, '2025-12-01T12:00:00Z');
insert into documento (categoria_slug, titulo, numero, exercicio, data_ato, publicado_em, situacao_id, publicado) values
  ('leis', 'Lei do plano', '10', 2023, '2023-06-01', '2023-06-02', 'vigente', true),
  ('leis', 'Lei da taxa', '9', 2024, '2024-06-01', '2024-06-02', 'revogada', true),
  ('leis', 'Ato sem data', null, 2024, null, '2024-01-15', null, true),
  ('decretos', 'Decreto do plano', '1', 2024, '2024-02-01', '2024-02-02', 'vigente', true);
insert into faq_categoria (nome, slug, ordem) values ('Benefícios', 'beneficios', 1);
insert into pergunta_frequente (categoria_id, pergunta, resposta_html, ordem, publicado)
  select id, 'Como peço a aposentadoria?', '<p>x</p>', 1, true from faq_categoria union all
  select id, 'Como peço a pensão?', '<p>y</p>', 2, true from faq_categoria;
insert into resultado_promovido (palavras, titulo, endereco) values ('{boleto}', 'Boletos', '/boletos');
insert into estatistica.soma (canal, ano, dimensao, mes, valor, origem, quantidade) values ('sic', 2024, 'total', 3, 'total', 'importacao', 9);
`;

let project: EmptyProject;
let ask: GraphqlClient;

beforeAll(async () => {
  project = await emptyProject();
  await project.database.transaction((transaction) => transaction.script(ROWS));
  const engine = await createGraphqlEngine({ database: project.database, metadata: await projectMetadata() });
  ask = graphqlClient(() => engine);
});
afterAll(() => project.close());

interface Found {
  readonly names: readonly string[];
  readonly total: number;
}

interface Named {
  readonly titulo?: string;
  readonly pergunta?: string;
}

interface Item {
  readonly total: number;
  readonly [table: string]: unknown;
}

/** The titles that a list page shows for an address, and the number of rows that it counts. */
async function listed(address: string, table: string): Promise<Found> {
  const url = new URL(address, 'http://site');
  const match = matchRoute(ROUTES, url.pathname, url.searchParams);
  if (match.kind !== 'route') throw new Error(`${address} is ${match.kind}`);
  const call = match.route.main?.(match.input) ?? match.route.late(match.input)[0];
  if (call === undefined) throw new Error(`${address} asks for nothing`);
  const data = (await ask.data(QUERY_TEXTS[call.operation], { variables: { ...call.variables } })) as Record<string, unknown>;
  const items = data[table] as readonly Item[];
  const rows = items.flatMap((item) => (item[table] as Named | null) ?? []);
  return { names: rows.map(({ titulo, pergunta }) => titulo ?? pergunta ?? ''), total: listTotal(items) };
}

describe('news', () => {
  test.each([
    ['', ['Pensão por morte', 'Regras de fim de ano', 'Aposentadoria: novas regras']],
    ['?ordem=antigos', ['Aposentadoria: novas regras', 'Regras de fim de ano', 'Pensão por morte']],
    ['?ordem=titulo', ['Aposentadoria: novas regras', 'Pensão por morte', 'Regras de fim de ano']],
    ['?q=REGRAS', ['Regras de fim de ano', 'Aposentadoria: novas regras']],
    ['?q=regras+novas', ['Aposentadoria: novas regras']],
    ['?q=100%25', []],
    ['?ano=2024', ['Regras de fim de ano', 'Aposentadoria: novas regras']],
    ['?ano=2024&ano=2025', ['Pensão por morte', 'Regras de fim de ano', 'Aposentadoria: novas regras']],
    ['?ano=2019', []],
  ])('%s lists the rows that match, counted', async (search, names) => {
    expect(await listed(`/informacoes/noticias${search}`, 'noticia')).toEqual({ names, total: names.length });
  });
});

describe('notices', () => {
  test.each([
    ['', ['Aviso de recesso', 'Prazo do censo']],
    ['?tipo=prazo', ['Prazo do censo']],
    ['?tipo=inexistente', []],
    ['?tipo=prazo&ano=2024', []],
  ])('%s lists the rows that match, counted', async (search, names) => {
    expect(await listed(`/informacoes/comunicados${search}`, 'comunicado')).toEqual({ names, total: names.length });
  });
});

describe('documents of a category', () => {
  test.each([
    ['', ['Lei da taxa', 'Lei do plano', 'Ato sem data']],
    ['?ordem=antigos', ['Lei do plano', 'Lei da taxa', 'Ato sem data']],
    ['?ordem=titulo', ['Ato sem data', 'Lei da taxa', 'Lei do plano']],
    ['?ordem=numero', ['Lei da taxa', 'Ato sem data', 'Lei do plano']],
    ['?ano=2024', ['Lei da taxa', 'Ato sem data']],
    ['?situacao=vigente', ['Lei do plano']],
    ['?q=lei&ano=2024&situacao=revogada', ['Lei da taxa']],
    ['?situacao=inexistente', []],
  ])('%s lists the rows that match, counted', async (search, names) => {
    expect(await listed(`/lai/documentos/leis${search}`, 'documento')).toEqual({ names, total: names.length });
  });
});

test('questions are filtered inside their category', async () => {
  const variables = { palavra1: '%pensao%' };
  expect(await ask.data(QUERY_TEXTS.Faq, { variables })).toMatchObject({
    faq_categoria: [{ perguntas: [{ pergunta: 'Como peço a pensão?' }] }],
    pergunta_frequente_aggregate: { aggregate: { count: 1 } },
  });
});

// The public may call the functions of the lists with more than a page ever sends, and the database in process cannot stop a statement.
describe('arguments that are longer than those of a page', () => {
  const page = { slug: 'leis', ordem: 'recentes', limit: 20, offset: 0 };
  const documents = async (variables: Record<string, unknown>): Promise<readonly Item[]> => {
    const data = await ask.data(QUERY_TEXTS.DadosDosDocumentos, { variables: { ...page, ...variables } });
    return (data as { documento: readonly Item[] }).documento;
  };

  test('a year that is named many times is one year', async () => {
    expect(await documents({ anos: '2024,2024,2023,2024' })).toEqual(await documents({ anos: '2024,2023' }));
  });

  test('words are read up to their 200th character', async () => {
    expect(await documents({ palavras: `${'lei'.padEnd(200)} taxa` })).toEqual(await documents({ palavras: 'lei' }));
    const search = { limit: 10, offset: 0 };
    const found = await ask.data(QUERY_TEXTS.Busca, { variables: { ...search, texto: `${' '.repeat(200)}boleto` } });
    expect(found).toMatchObject({ recomendado: [] });
    expect(await ask.data(QUERY_TEXTS.Busca, { variables: { ...search, texto: 'boleto' } })).toMatchObject({
      recomendado: [{ titulo: 'Boletos' }],
    });
  });

  test('a report has the months of a year', async () => {
    const report = (months: object): Promise<unknown> =>
      ask.data(QUERY_TEXTS.RelatorioDeCasos, { variables: { canal: 'sic', anos: '2024', ...months } });
    expect(await report({ de: -2_147_483_648, ate: 2_147_483_647 })).toEqual(await report({}));
    expect(await report({})).toMatchObject({ linha_do_relatorio: [{ maximo: 9 }, {}] });
  });
});
