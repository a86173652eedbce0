/** A CPF that got into the content: no file of a page's data shows it, in whatever form it was written. */
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { maskedBackend } from '../../../server/backend/sanitize/masked-backend.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { PAGE_FILES } from '../../../server/publicacao/page-files.ts';
import { createPublicationRouter } from '../../../server/publicacao/router.ts';
import { createWellKnownFilesRouter } from '../../../server/publicacao/well-known-files.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { type EmptyProject, emptyProject } from '../project/loaded-database.ts';

const SECTION = {
  chave: 'legislacao',
  nome: 'Legislação',
  descricao: '',
  icone: null,
  links: [],
  categorias: [{ slug: 'leis', rotulo: 'Leis', descricao: '', total: 1, ultimoEm: null }],
};
const FORMATTED = '529.982.247-25';
const BARE = '52998224725';

let project: EmptyProject;
let app: express.Express;

beforeAll(async () => {
  project = await emptyProject();
  const { database } = project;
  // What the database itself refuses in a title stands in fields that it does not look at.
  await database.script(`
    insert into categoria_noticia (id, nome, slug) values (1, 'Geral', 'geral');
    insert into noticia (id, slug, titulo, resumo, autor, corpo_html, publicado, publicado_em, categoria_noticia_id)
      values (1, 'um', 'Notícia de ${BARE}', 'Resumo de ${FORMATTED}', 'Autor ${BARE}', '<p>${FORMATTED}</p>', true, '2025-01-01', 1);
    insert into comunicado (id, titulo, resumo, corpo_html, publicado, publicado_em) values (1, 'Aviso ${BARE}', 'De ${FORMATTED}', '<p>${BARE}</p>', true, '2025-01-01');
    insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado, fonte) values (1, 'leis', 'Lei de ${BARE}', 2025, '2025-01-02', true, 'Fonte ${BARE}');
    insert into orgao_colegiado (id, chave, nome, periodicidade) values (1, 'conselho_fiscal', 'Conselho Fiscal ${BARE}', 'mensal');
    insert into reuniao (id, orgao_id, numero, ano, inicio, local, pauta_html) values (1, 1, 1, 2025, '2025-03-01', 'Sala ${FORMATTED}', '<p>${BARE}</p>');`);
  const engine = await createGraphqlEngine({ database, metadata: await projectMetadata() });
  const backend = maskedBackend({
    kind: 'embedded',
    isDemonstration: () => false,
    allowList: undefined,
    auth: NO_AUTH,
    execute: (query, options) => engine.execute(query, options),
    subscribe: async function* () {},
    rereadSubscriptions: () => undefined,
    file: async () => null,
    onChange: () => () => undefined,
    health: async () => [],
    close: async () => undefined,
  });
  const data = {
    backend,
    texts: QUERY_TEXTS,
    state: () => ({ ...EMPTY_SITE_STATE, dataLai: [SECTION] }),
    publisher: () => ({ site: 'https://site.test', name: 'Instituto' }),
  };
  app = express();
  app.use(requestContext(SILENT_LOG));
  app.use(createWellKnownFilesRouter({ ...data, now: Date.now }));
  app.use(createPublicationRouter({ ...data, routes: ROUTES, files: PAGE_FILES, boundary: () => undefined }));
  app.use(errorHandler(SILENT_LOG));
}, 120_000);
afterAll(() => project.close());

const LISTS = [
  '/informacoes/noticias',
  '/informacoes/comunicados',
  '/lai/documentos/leis',
  '/dados/documentos',
  '/dados/reunioes',
  '/institucional/conselho-fiscal',
];

test('a CPF is masked in every format of every list that has it', async () => {
  const seen: string[] = [];
  const leaks: string[] = [];
  for (const path of LISTS) {
    for (const format of ['csv', 'json', 'atom', 'ics', 'sitemap.xml']) {
      const { status, text } = await request(app).get(`${path}.${format}`);
      if (status !== 200) continue;
      if (text.includes(FORMATTED) || text.includes(BARE)) leaks.push(`${path}.${format}`);
      if (text.includes('***.982.247-**')) seen.push(`${path}.${format}`);
    }
  }
  expect(leaks).toEqual([]);
  expect(seen).toEqual([
    '/informacoes/noticias.csv',
    '/informacoes/noticias.json',
    '/informacoes/noticias.atom',
    '/informacoes/comunicados.csv',
    '/informacoes/comunicados.json',
    '/informacoes/comunicados.atom',
    '/lai/documentos/leis.csv',
    '/lai/documentos/leis.json',
    '/lai/documentos/leis.atom',
    '/dados/documentos.csv',
    '/dados/documentos.json',
    '/dados/reunioes.csv',
    '/dados/reunioes.json',
    '/dados/reunioes.ics',
    '/institucional/conselho-fiscal.ics',
  ]);
});
