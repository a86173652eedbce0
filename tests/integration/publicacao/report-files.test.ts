/** The reports of the service channels as files, and what the public may ask of statistics by GraphQL. */
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { createSiteTarget } from '../../../server/http/site-target.ts';
import { PAGE_FILES } from '../../../server/publicacao/page-files.ts';
import { createPublicationRouter } from '../../../server/publicacao/router.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { LAST_SEARCH_PAGE } from '../../../shared/routes/site-search.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';
import { graphqlClient } from '../../support/graphql-fixture/graphql-client.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import { type EmptyProject, emptyProject } from '../project/loaded-database.ts';

const FILE = `canal;ano;mes;dimensao;valor;quantidade
ouvidoria;2024;1;total;;9
ouvidoria;2025;1;total;;30
ouvidoria;2025;1;tipo;denuncia;3
ouvidoria;2025;1;tipo;elogio;12
ouvidoria;2025;1;assunto;"Uma soma";20`;

const SECTION = {
  chave: 'legislacao',
  nome: 'Legislação',
  descricao: '',
  icone: null,
  links: [],
  categorias: [{ slug: 'atosNormativos', rotulo: 'Atos normativos', descricao: '', total: 1, ultimoEm: null }],
};

const CSV = '/ouvidoria/relatorioEstatistica.csv';
const ADMINISTRATOR = { role: 'administrador', session: { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000c' } };

let project: EmptyProject;
let engine: GraphqlEngine;
let app: express.Express;
let asked = 0;
let imported: unknown;
const ask = graphqlClient(() => engine);

beforeAll(async () => {
  project = await emptyProject();
  engine = await createGraphqlEngine({ database: project.database, metadata: await projectMetadata() });
  const insert =
    'mutation ($c: String!) { insert_importacao_de_estatistica_one(object: {nome: "a.csv", conteudo: $c}) { linhas usuario } }';
  imported = await ask.data(insert, { ...ADMINISTRATOR, variables: { c: FILE } });
  // A formula from before imports refused them.
  await project.database.query("update estatistica.soma set valor = '=SOMA(A1;A2)' where valor = 'Uma soma'");
  const execute: GraphqlEngine['execute'] = (query, options) => {
    asked += 1;
    return engine.execute(query, options);
  };
  app = express();
  app.disable('etag');
  app.use(
    createPublicationRouter({
      backend: { execute },
      routes: ROUTES,
      texts: QUERY_TEXTS,
      files: PAGE_FILES,
      state: () => ({ ...EMPTY_SITE_STATE, dataLai: [SECTION] }),
      publisher: () => ({ site: 'https://site.test', name: 'Instituto' }),
      boundary: () => 60,
    }),
  );
  app.use((_req, res) => void res.status(404).end('a page'));
}, 120_000);
afterAll(() => project.close());

describe('the file of the search', () => {
  test('has the results of its page, under the groups of what can be found', async () => {
    await project.database.query(
      "insert into pagina (slug, titulo, publicado, publicado_em) values ('pensao', 'Pensão por morte', true, '2024-01-01')",
    );
    const answer = await request(app).get('/busca.json?q=pensoes&tipo=pagina');
    expect(answer.body).toMatchObject({
      total: 1,
      resultados: [{ titulo: 'Pensão por morte', endereco: '/paginas/pensao', tipo: 'Página' }],
    });
    expect(String(answer.headers['cache-groups'])).toMatch(/(?:^|, )"pagina"(?:,|$)/u);
    expect((await request(app).get('/busca.json?q=-')).body).toEqual({ total: 0, corrigida: null, resultados: [] });
  });

  test('has ten results, the others on its next pages, and none on those after the last one', async () => {
    await project.database.query(
      "insert into pagina (slug, titulo, publicado, publicado_em) select 'prova-' || n, 'Recadastramento ' || n, true, '2024-01-01' from generate_series(1, 13) n",
    );
    const found = async (address: string) => (await request(app).get(address)).body as { total: number; resultados: { titulo: string }[] };
    const [first, second] = [await found('/busca.json?q=recadastramento'), await found('/busca.json?q=recadastramento&pagina=2')];
    expect([first.total, first.resultados.length, second.total, second.resultados.length]).toEqual([13, 10, 13, 3]);
    expect(new Set([...first.resultados, ...second.resultados].map(({ titulo }) => titulo)).size).toBe(13);
    for (const pagina of [3, LAST_SEARCH_PAGE + 1, 2_000]) {
      expect(await found(`/busca.json?q=recadastramento&pagina=${pagina}`)).toMatchObject({ total: 13, resultados: [] });
    }
  });
});

describe('the file of a report', () => {
  test('is CSV that caches keep until the day ends, under the group that purges the page', async () => {
    const answer = await request(app).get(CSV);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="estatistica-ouvidoria.csv"',
      'cache-groups': '"relatorio_estatistico:ouvidoria"',
      'cdn-cache-control': expect.stringMatching(/^max-age=60,/),
      'access-control-allow-origin': '*',
    });
    const lines = answer.text.split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFcanal;parte;ano;/);
    expect(lines).toContain('ouvidoria;periodo;2025;1;12;tipo;denuncia;Denúncia;1;4;;menos de 5;Não');
    expect(lines).toContain(`ouvidoria;periodo;2025;1;12;assunto;"'=SOMA(A1;A2)";"'=SOMA(A1;A2)";20;20;;20;Não`);
  });

  test('the file of a report has the years and months of its address, and is not sent again to a client that has it', async () => {
    const address = '/ouvidoria/relatorioEstatistica.json?ano=2024';
    const answer = await request(app).get(address);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((answer.body as { linhas: readonly { ano: number }[] }).linhas.map(({ ano }) => ano)).toEqual([2024, 2024]);
    const again = await request(app).get(address).set('If-None-Match', String(answer.headers['etag']));
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('is at the address without the values that no row can have', async () => {
    const answer = await request(app).get(`${CSV}?ano=2025&ano=abc`);
    expect([answer.status, answer.headers['location']]).toEqual([308, `${CSV}?ano=2025`]);
  });

  test.each([
    ['/Ouvidoria/RELATORIOESTATISTICA.Csv?ano=2025', `${CSV}?ano=2025`],
    [`${CSV}/`, CSV],
    ['/dados/Estatisticas/ouvidoria.JSON/?ano=2025&x=1', '/dados/estatisticas/ouvidoria.json?ano=2025'],
    ['/DADOS/pagamentos.csv', '/dados/pagamentos.csv'],
    ['/dados/estatisticas/ouvidoria.json?ano=abc', '/dados/estatisticas/ouvidoria.json'],
    ['/dados/documentos/ATOSNORMATIVOS.csv?ano=2025', '/dados/documentos/atosNormativos.csv?ano=2025'],
    ['/Dados/Documentos/atosnormativos.csv/', '/dados/documentos/atosNormativos.csv'],
    ['/lai/documentos/AtosNORMATIVOS.csv?ano=2025', '/lai/documentos/atosNormativos.csv?ano=2025'],
    ['/Lai/documentos/atosnormativos.Zip/?ano=2025', '/lai/documentos/atosNormativos.zip?ano=2025'],
  ])('at another spelling, %s, is redirected to its own address, and caches keep that as for pages', async (given, wanted) => {
    for (const answer of [await request(app).get(given), await request(app).head(given)]) {
      expect([answer.status, answer.headers['location']]).toEqual([308, wanted]);
      expect(answer.headers['cdn-cache-control']).toMatch(/^max-age=/);
    }
  });

  test.each(['/nada.CSV', `${CSV}//`, '/ouvidoria/relatorioEstatistica/.csv', '/dados/nada.CSV/', '/dados/documentos/Nada.csv/'])(
    'no spelling of an address without a file has one: %s',
    async (given) => {
      expect((await request(app).get(given)).status).toBe(404);
    },
  );

  test('answers HEAD without a body and refuses what would write', async () => {
    const head = await request(app).head(CSV);
    expect([head.status, Number(head.headers['content-length']) > 100, head.text]).toEqual([200, true, undefined]);
    const post = await request(app).post(CSV);
    expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('tells browsers which requests scripts of other sites may send, and lets them read the entity tag, also behind a redirect', async () => {
    const preflight = await request(app).options(CSV).set('Origin', 'https://outro.example').set('Access-Control-Request-Method', 'GET');
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
    });
    expect((await request(app).get(CSV)).headers['access-control-expose-headers']).toContain('ETag');
    expect((await request(app).get(`${CSV}?ano=abc`)).headers['access-control-allow-origin']).toBe('*');
  });

  test('is there for pages that have one, and no other address asks the backend', async () => {
    const before = asked;
    for (const path of [
      '/ouvidoria.csv',
      '/nada.json',
      '/ouvidoria/relatorioEstatistica',
      '/ouvidoria/relatorioEstatistica/_payload.json',
    ]) {
      expect([path, (await request(app).get(path)).text]).toEqual([path, 'a page']);
    }
    expect(asked).toBe(before);
  });
});

test('the key of a file has the parameters of the page and no other', () => {
  const target = createSiteTarget({ routes: ROUTES, imageTarget: createImageTarget({ avif: false }) });
  const key = (url: string): string => target({ url, rawHeaders: [] }).key;
  expect(key(`${CSV}?x=1&ano=2025&ano=2024&mes_de=1&mes_ate=3`)).toBe(`${CSV}?ano=2024&ano=2025&mes_ate=3`);
  expect(key(`${CSV}?x=1&ano=abc`)).toBe(`${CSV}?ano=abc`);
  expect(key('/ouvidoria.csv?ano=2025')).toBe('/ouvidoria.csv');
});

describe('by GraphQL', () => {
  test('an import says how many lines it had, and who made it', () => {
    const row = { linhas: 5, usuario: ADMINISTRATOR.session['x-hasura-user-id'] };
    expect(imported).toEqual({ insert_importacao_de_estatistica_one: row });
  });

  const refused = async (
    query: string,
    caller: { readonly role: string; readonly session?: Readonly<Record<string, string>> },
  ): Promise<string> => (await ask.fault(query, caller)).message;

  test('the public reads reports by scalars, and what is small is hidden there too', async () => {
    const query = '{ relatorio_de_casos(args: {canal: "ouvidoria", anos: "2025"}, where: {valor: {_eq: "denuncia"}}) { minimo maximo } }';
    expect(await ask.data(query, { ...PUBLIC_CALLER })).toEqual({ relatorio_de_casos: [{ minimo: 1, maximo: 4 }] });
    for (const text of [QUERY_TEXTS.RelatorioDeCasos]) expect(text).not.toMatch(/\$\w+: \w*(?:bool_exp|jsonb|order_by)/);
  });

  test('only administrators and those who answer citizens check and import files', async () => {
    const check = '{ conferir_estatistica(args: {conteudo: "x"}) { linha mensagem } }';
    const insert = 'mutation { insert_importacao_de_estatistica_one(object: {nome: "a", conteudo: "x"}) { id } }';
    const user = { ...ADMINISTRATOR, role: 'user' };
    for (const caller of [PUBLIC_CALLER, user, { ...user, role: 'editor' }])
      expect(await refused(check, caller)).toMatch(/conferir_estatistica/);
    for (const caller of [PUBLIC_CALLER, user, { ...user, role: 'editor' }]) {
      expect(await refused(insert, caller)).toMatch(/no mutations exist|not found/);
    }
    for (const caller of [ADMINISTRATOR, { ...ADMINISTRATOR, role: 'ouvidor' }]) {
      expect(await ask.data(check, caller)).toMatchObject({ conferir_estatistica: [{ linha: 1 }] });
      expect(await refused(insert, caller)).toContain('Linha 1: O arquivo');
    }
  });

  test('a person who answers citizens imports a month, sees who did, and undoes it', async () => {
    const caller = { ...ADMINISTRATOR, role: 'ouvidor' };
    const content = `${FILE.split('\n', 1)[0] ?? ''}\nsic;2024;3;total;;41`;
    const insert =
      'mutation ($c: String!) { insert_importacao_de_estatistica_one(object: {nome: "sic.csv", conteudo: $c}) { id usuario meses { canal ano mes casos pode_desfazer } } }';
    const { insert_importacao_de_estatistica_one: row } = (await ask.data(insert, { ...caller, variables: { c: content } })) as {
      insert_importacao_de_estatistica_one: { readonly id: number };
    };
    expect(row).toMatchObject({
      usuario: ADMINISTRATOR.session['x-hasura-user-id'],
      meses: [{ canal: 'sic', ano: 2024, mes: 3, casos: 41, pode_desfazer: true }],
    });
    const undo =
      'mutation ($id: bigint!) { desfazer_importacao(args: {importacao_id: $id, canal: "sic", ano: 2024, mes: 3}) { desfeito_por pode_desfazer } }';
    expect(await ask.data(undo, { ...caller, variables: { id: row.id } })).toEqual({
      desfazer_importacao: [{ desfeito_por: ADMINISTRATOR.session['x-hasura-user-id'], pode_desfazer: false }],
    });
    expect(await refused(undo.replace('$id: bigint!', '$id: bigint = 1'), caller)).toContain('Não há mês desta importação');
  });
});
