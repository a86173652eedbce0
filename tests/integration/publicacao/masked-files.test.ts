/** A CPF that got into the content: no file of a page's data shows it, in whatever form it was written. */
import type express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmptyProject, emptyProject } from '../project/loaded-database.ts';
import { filesOf } from './files-app.ts';

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
  app = await filesOf(database, ['leis']);
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
