import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ContentSite, startContentSite } from './content-site.ts';

const FILE_A = '11111111-0000-4000-8000-00000000000a';
const FILE_B = '11111111-0000-4000-8000-00000000000b';

const CONTENT = `
  insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IPREV', 'Município', 'SP');
  insert into storage.files (id, name) values ('${FILE_A}', 'a.pdf'), ('${FILE_B}', 'b.pdf');
  insert into arquivo (id, nome, mime, tamanho_bytes) values ('${FILE_A}', 'a.pdf', 'application/pdf', 1), ('${FILE_B}', 'b.pdf', 'application/pdf', 1);
  insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values
    (1, 'leis', 'Lei um', 2025, '2025-01-02', true), (2, 'leis', 'Lei dois', 2025, '2025-01-03', true),
    (3, 'portarias', 'Portaria', 2025, '2025-01-04', true), (4, 'leis', 'Lei em preparo', 2025, null, false);
  update documento set revogado_por_documento_id = 4 where id = 3;
  insert into documento_arquivo (documento_id, arquivo_id) values (1, '${FILE_A}'), (2, '${FILE_B}');
  insert into categoria_noticia (id, nome, slug) values (1, 'Geral', 'geral');
  insert into noticia (id, slug, titulo, publicado, publicado_em, categoria_noticia_id)
    select n, 'noticia-' || n, 'Notícia ' || n, true, '2025-01-01'::timestamptz + n * interval '1 day', 1 from generate_series(1, 30) n;
  insert into comunicado (id, titulo, publicado, publicado_em) values (1, 'Aviso um', true, '2025-01-01'), (2, 'Aviso dois', true, '2025-01-02');
  insert into pagina (id, slug, titulo, publicado, publicado_em) values (1, 'privacidade', 'Privacidade', true, '2025-01-01'), (2, 'servicos', 'Serviços', true, '2025-01-01');
  insert into unidade (id, nome, publicado) values (1, 'Sede', true), (2, 'Posto', true);
  insert into contato (id, unidade_id, tipo, valor) values (1, null, 'telefone', '1111'), (2, 1, 'telefone', '2222');
`;

const PAGES = [
  '/',
  '/lai',
  '/lai/MenuCompleto',
  '/lai/documentos/leis',
  '/lai/documentos/leis?q=lei',
  '/lai/documentos/portarias',
  '/lai/documentos/leis/1',
  '/lai/documentos/leis/2',
  '/lai/documentos/portarias/3',
  '/informacoes/noticias',
  '/informacoes/noticia/1',
  '/informacoes/noticia/2',
  '/informacoes/noticia/9',
  '/informacoes/comunicados',
  '/informacoes/comunicado/1',
  '/informacoes/comunicado/2',
  '/paginas/privacidade',
  '/paginas/servicos',
  '/institucional/unidade/1',
  '/institucional/unidade/2',
  '/institucional/organograma',
  '/informacoes/mapa',
  '/informacoes/faq',
  '/busca?q=lei',
  `/nhostprovider/${FILE_A}`,
  `/nhostprovider/${FILE_B}`,
] as const;

let site: ContentSite;
beforeAll(async () => {
  site = await startContentSite(CONTENT);
}, 120_000);
afterAll(() => site.close());

/** Every page of the content above is stored, and the state is settled, so only what a test does can make a MISS. */
beforeEach(async () => {
  await site.restart();
  for (const page of PAGES) await site.get(page);
  const cold = await misses();
  if (cold.length > 0) throw new Error(`not kept: ${cold.join(', ')}`);
});

afterEach(() => site.throwFaults());

/** Runs SQL and returns the pages that were purged by it. */
async function purgedBy(sql: string): Promise<readonly string[]> {
  await site.edit(sql);
  await site.reloaded();
  return misses();
}

async function misses(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const page of PAGES) if (!(await site.get(page)).hit) found.push(page);
  return found;
}

const HOME_OF_STATE = ['/', '/lai', '/lai/MenuCompleto'];

describe('an update of visible columns', () => {
  it('of a document purges its page, the lists of its category and the search, and leaves the others', async () => {
    expect(await purgedBy(`update documento set titulo = 'Lei um, corrigida' where id = 1`)).toEqual([
      '/',
      '/lai',
      '/lai/documentos/leis',
      '/lai/documentos/leis?q=lei',
      '/lai/documentos/leis/1',
      '/busca?q=lei',
    ]);
    for (const page of ['/', '/lai/documentos/leis', '/lai/documentos/leis/1', '/busca?q=lei'])
      expect((await site.get(page)).body).toContain('Lei um, corrigida');
  });

  it('of a news item purges its page, what shows it and the lists', async () => {
    // Item 2 has items 1 and 3 as neighbours; the home page shows the newest five only.
    const purged = await purgedBy(`update noticia set titulo = 'Outra' where id = 2`);
    expect(purged).toEqual(['/informacoes/noticias', '/informacoes/noticia/1', '/informacoes/noticia/2', '/busca?q=lei']);
  });

  it('of a page, a notice and a unit leaves the others of their kind', async () => {
    expect(await purgedBy(`update pagina set titulo = 'Política' where id = 1`)).toEqual(['/paginas/privacidade', '/busca?q=lei']);
    expect(await purgedBy(`update comunicado set resumo = 'Novo' where id = 1`)).toEqual([
      '/',
      '/informacoes/comunicados',
      '/informacoes/comunicado/1',
      '/busca?q=lei',
    ]);
    expect(await purgedBy(`update unidade set endereco = 'Rua A' where id = 1`)).toEqual([
      '/institucional/unidade/1',
      '/institucional/organograma',
      '/informacoes/mapa',
    ]);
  });

  it('of a row below another one purges the pages of the upper row', async () => {
    expect(await purgedBy(`insert into contato (id, unidade_id, tipo, valor) values (9, 2, 'telefone', '9999')`)).toEqual([
      '/institucional/unidade/2',
      '/informacoes/mapa',
    ]);
    expect((await site.get('/institucional/unidade/2')).body).toContain('9999');
    expect(await purgedBy(`insert into contrato_fiscal (documento_id, pessoa_nome) values (2, 'Ana')`)).toEqual(
      expect.arrayContaining(['/lai/documentos/leis', '/lai/documentos/leis/2']),
    );
  });
});

describe('publishing', () => {
  it('shows a new document in its lists and counts, and leaves other lists and documents', async () => {
    expect((await site.get('/lai/documentos/leis/50')).status).toBe(404);
    const purged = await purgedBy(
      `insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values (50, 'leis', 'Lei nova', 2025, '2025-02-01', true)`,
    );
    expect(purged).toEqual([...HOME_OF_STATE, '/lai/documentos/leis', '/lai/documentos/leis?q=lei', '/busca?q=lei']);
    expect((await site.get('/lai/documentos/leis/50')).status).toBe(200);
    expect((await site.get('/lai/documentos/leis')).body).toContain('Lei nova');
  });

  it('shows a document on the page of the one that it revokes', async () => {
    expect((await site.get('/lai/documentos/portarias/3')).body).not.toContain('Lei em preparo');
    const purged = await purgedBy(`update documento set publicado = true, publicado_em = '2025-03-01' where id = 4`);
    expect(purged).toEqual(expect.arrayContaining(['/lai/documentos/portarias/3', '/lai/documentos/leis']));
    expect((await site.get('/lai/documentos/portarias/3')).body).toContain('Lei em preparo');
  });

  it('purges the lists of both categories when a document moves', async () => {
    await purgedBy(
      `insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values (51, 'leis', 'Lei movida', 2025, '2025-02-02', true)`,
    );
    const purged = await purgedBy(`update documento set categoria_slug = 'portarias' where id = 51`);
    expect(purged).toEqual(expect.arrayContaining(['/lai/documentos/leis', '/lai/documentos/portarias']));
    expect(purged).not.toContain('/lai/documentos/leis/1');
  });
});

describe('withdrawing', () => {
  it('purges the document and its file, and no other', async () => {
    const purged = await purgedBy(`update documento set retirado_em = now(), retirado_motivo = 'Contém dado pessoal' where id = 2`);
    expect(purged).toEqual(expect.arrayContaining(['/lai/documentos/leis/2', '/lai/documentos/leis', `/nhostprovider/${FILE_B}`]));
    expect(purged).not.toContain(`/nhostprovider/${FILE_A}`);
    expect(purged).not.toContain('/lai/documentos/leis/1');
  });

  it('purges everything when the lookup of the files fails', async () => {
    site.onExecute(async ({ operationName }) => {
      if (operationName === 'EmVoltaDasMudancas') throw new Error('database gone');
    });
    expect(
      await purgedBy(`update documento set retirado_em = now() - interval '1 hour', retirado_motivo = 'Contém dado pessoal' where id = 2`),
    ).toEqual(PAGES);
  });
});

describe('a change of the state of the site', () => {
  it('purges the pages when the new state is loaded, and not before', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    site.onExecute(async ({ operationName }) => {
      if (operationName !== 'EstadoDoSite') return;
      reached.resolve();
      await promise;
    });
    await site.edit(`update contato set valor = '3333' where id = 1`);
    await reached.promise;
    expect((await site.get('/informacoes/faq')).hit).toBe(true);
    // Rendered and stored while the new state is on its way: it must not outlive its coming.
    site.edge.purge({ kind: 'url', url: '/informacoes/faq', mode: 'hard' });
    const between = await site.get('/informacoes/faq');
    expect([between.hit, between.body.includes('3333')]).toEqual([false, false]);
    expect((await site.get('/informacoes/faq')).hit).toBe(true);
    resolve();
    await site.reloaded();
    const after = await site.get('/informacoes/faq');
    expect([after.hit, after.body.includes('3333')]).toEqual([false, true]);
  });

  it('purges nothing when the loaded state is the same', async () => {
    expect(await purgedBy(`update contato set observacao = 'interna' where id = 1`)).toEqual([]);
  });

  it('purges the result of a render that began before it and ended after it', async () => {
    const slow = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    site.onExecute(async ({ operationName }) => {
      if (operationName !== 'Faq') return;
      reached.resolve();
      await slow.promise;
    });
    site.edge.purge({ kind: 'url', url: '/informacoes/faq', mode: 'hard' });
    const early = site.get('/informacoes/faq');
    await reached.promise;
    site.onExecute(async () => undefined);
    await site.edit(`update contato set valor = '4444' where id = 1`);
    await site.reloaded();
    slow.resolve();
    await early;
    expect((await site.get('/informacoes/faq')).body).toContain('4444');
    expect((await site.get('/informacoes/faq')).hit).toBe(true);
  });

  it('purges the pages after the first load that succeeds', async () => {
    site.onExecute(async ({ operationName }) => {
      if (operationName === 'EstadoDoSite') throw new Error('database gone');
    });
    await site.edit(`update contato set valor = '5555' where id = 1`);
    expect((await site.get('/informacoes/faq')).hit).toBe(true);
    site.onExecute(async () => undefined);
    await site.reloaded();
    expect((await site.get('/informacoes/faq')).body).toContain('5555');
  });
});

describe('a render under way', () => {
  it('does not store the old text after a purge', async () => {
    const slow = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    site.edge.purge({ kind: 'groups', groups: ['pagina:2'], mode: 'hard' });
    site.onExecute(async ({ operationName }) => {
      if (operationName !== 'Pagina') return;
      reached.resolve();
      await slow.promise;
    });
    const early = site.get('/paginas/servicos');
    await reached.promise;
    site.onExecute(async () => undefined);
    await site.edit(`update pagina set titulo = 'Carta de Serviços' where id = 2`);
    expect((await site.get('/paginas/servicos')).body).toContain('Carta de Serviços');
    slow.resolve();
    expect((await early).body).not.toContain('Carta de Serviços');
    expect((await site.get('/paginas/servicos')).body).toContain('Carta de Serviços');
  });
});

describe('an event that names no row', () => {
  it('purges everything: a table that is emptied', async () => {
    expect(await purgedBy('truncate comunicado cascade')).toEqual(PAGES);
  });

  it('purges everything: a word of a vocabulary', async () => {
    expect(await purgedBy(`update situacao_documento set rotulo = 'Em vigor' where valor = 'vigente'`)).toEqual(PAGES);
    expect(await purgedBy(`update tipo_contato set rotulo = 'Fone' where valor = 'telefone'`)).toEqual(PAGES);
    expect((await site.get('/informacoes/mapa')).body).toContain('Fone');
  });
});

describe('an outage after the change', () => {
  it('serves stored pages whose rows were edited, and none whose rows were hidden', async () => {
    await site.edit(`update pagina set resumo = 'Revisto' where id = 1`);
    await site.edit(`update pagina set publicado = false where id = 2`);
    // Together with what names no row, and so purges all else softly.
    await site.edit(
      `begin; update noticia set publicado = false where id = 9; update tipo_contato set rotulo = 'Tel.' where valor = 'telefone'; commit`,
    );
    site.breakDown();
    expect(await site.get('/paginas/privacidade')).toMatchObject({ status: 200, body: expect.stringContaining('Privacidade') });
    expect((await site.get('/paginas/servicos')).status).toBe(503);
    expect((await site.get('/informacoes/noticia/9')).status).toBe(503);
  });
});
