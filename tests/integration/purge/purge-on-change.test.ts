import { describe, expect, it } from 'vitest';
import { FILE_A, FILE_B, PAGES, useStoredPages } from './stored-pages.ts';

const pages = useStoredPages();

/** Pages that show the counts of documents. */
const PAGES_WITH_COUNTS = ['/', '/lai', '/lai/MenuCompleto', '/lai/situacao'];

describe('an update of visible columns', () => {
  it('an update of a document purges its page, the lists of its category and the search, and leaves the others', async () => {
    expect(await pages.purgedBy(`update documento set titulo = 'Lei um, corrigida' where id = 1`)).toEqual([
      '/',
      '/lai',
      '/lai/documentos/leis',
      '/lai/documentos/leis?q=lei',
      '/lai/documentos/leis/1',
      '/busca?q=lei',
    ]);
    for (const page of ['/', '/lai/documentos/leis', '/lai/documentos/leis/1', '/busca?q=lei'])
      expect((await pages.site.get(page)).body).toContain('Lei um, corrigida');
  });

  it('an update of a news item purges its page, the pages that show it and the lists', async () => {
    // Item 2 has items 1 and 3 as neighbours; the home page shows the newest five only.
    const purged = await pages.purgedBy(`update noticia set titulo = 'Outra' where id = 2`);
    expect(purged).toEqual(['/informacoes/noticias', '/informacoes/noticia/1', '/informacoes/noticia/2', '/busca?q=lei']);
  });

  it('an update of a page, a notice and a unit leaves the others of their kind', async () => {
    expect(await pages.purgedBy(`update pagina set titulo = 'Política' where id = 1`)).toEqual(['/paginas/privacidade', '/busca?q=lei']);
    expect(await pages.purgedBy(`update comunicado set resumo = 'Novo' where id = 1`)).toEqual([
      '/',
      '/informacoes/comunicados',
      '/informacoes/comunicado/1',
      '/busca?q=lei',
    ]);
    expect(await pages.purgedBy(`update unidade set endereco = 'Rua A' where id = 1`)).toEqual([
      '/institucional/unidade/1',
      '/institucional/organograma',
      '/informacoes/mapa',
      '/busca?q=lei',
    ]);
  });

  it('a change of a row below another one purges the pages of the upper row', async () => {
    expect(await pages.purgedBy(`insert into contato (id, unidade_id, tipo, valor) values (9, 2, 'telefone', '9999')`)).toEqual([
      '/institucional/unidade/2',
      '/informacoes/mapa',
      '/busca?q=lei',
    ]);
    expect((await pages.site.get('/institucional/unidade/2')).body).toContain('9999');
    expect(await pages.purgedBy(`insert into contrato_fiscal (documento_id, pessoa_nome) values (2, 'Ana')`)).toEqual(
      expect.arrayContaining(['/lai/documentos/leis', '/lai/documentos/leis/2']),
    );
  });
});

describe('publishing', () => {
  it('shows a new document in its lists and counts, and leaves other lists and documents', async () => {
    expect((await pages.site.get('/lai/documentos/leis/50')).status).toBe(404);
    const purged = await pages.purgedBy(
      `insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values (50, 'leis', 'Lei nova', 2025, '2025-02-01', true)`,
    );
    expect(purged).toEqual([...PAGES_WITH_COUNTS, '/lai/documentos/leis', '/lai/documentos/leis?q=lei', '/busca?q=lei']);
    expect((await pages.site.get('/lai/documentos/leis/50')).status).toBe(200);
    expect((await pages.site.get('/lai/documentos/leis')).body).toContain('Lei nova');
  });

  it('shows a document on the page of the one that it revokes', async () => {
    expect((await pages.site.get('/lai/documentos/portarias/3')).body).not.toContain('Lei em preparo');
    const purged = await pages.purgedBy(`update documento set publicado = true, publicado_em = '2025-03-01' where id = 4`);
    expect(purged).toEqual(expect.arrayContaining(['/lai/documentos/portarias/3', '/lai/documentos/leis']));
    expect((await pages.site.get('/lai/documentos/portarias/3')).body).toContain('Lei em preparo');
  });

  it('purges the lists of both categories when a document moves', async () => {
    await pages.purgedBy(
      `insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values (51, 'leis', 'Lei movida', 2025, '2025-02-02', true)`,
    );
    const purged = await pages.purgedBy(`update documento set categoria_slug = 'portarias' where id = 51`);
    expect(purged).toEqual(expect.arrayContaining(['/lai/documentos/leis', '/lai/documentos/portarias']));
    expect(purged).not.toContain('/lai/documentos/leis/1');
  });
});

describe('withdrawing', () => {
  it('purges the document and its file, and no other', async () => {
    const purged = await pages.purgedBy(`update documento set retirado_em = now(), retirado_motivo = 'Contém dado pessoal' where id = 2`);
    expect(purged).toEqual(expect.arrayContaining(['/lai/documentos/leis/2', '/lai/documentos/leis', `/nhostprovider/${FILE_B}`]));
    expect(purged).not.toContain(`/nhostprovider/${FILE_A}`);
    expect(purged).not.toContain('/lai/documentos/leis/1');
  });

  it('purges everything when the lookup of the files fails', async () => {
    pages.site.onExecute(async ({ operationName }) => {
      if (operationName === 'EmVoltaDasMudancas') throw new Error('database gone');
    });
    expect(
      await pages.purgedBy(
        `update documento set retirado_em = now() - interval '1 hour', retirado_motivo = 'Contém dado pessoal' where id = 2`,
      ),
    ).toEqual(PAGES);
  });
});

describe('an event that names no row', () => {
  it('purges everything: a table that is emptied', async () => {
    expect(await pages.purgedBy('truncate comunicado cascade')).toEqual(PAGES);
  });

  it('purges everything: a word of a vocabulary', async () => {
    expect(await pages.purgedBy(`update situacao_documento set rotulo = 'Em vigor' where valor = 'vigente'`)).toEqual(PAGES);
    expect(await pages.purgedBy(`update tipo_contato set rotulo = 'Fone' where valor = 'telefone'`)).toEqual(PAGES);
    expect((await pages.site.get('/informacoes/mapa')).body).toContain('Fone');
  });
});

describe('an outage after the change', () => {
  it('serves stored pages whose rows were edited, and none whose rows were hidden', async () => {
    await pages.site.edit(`update comunicado set resumo = 'Revisto' where id = 1`);
    await pages.site.edit(`update pagina set publicado = false where id = 2`);
    // Together with what names no row, and so purges all else softly.
    await pages.site.edit(
      `begin; update noticia set publicado = false where id = 9; update tipo_contato set rotulo = 'Tel.' where valor = 'telefone'; commit`,
    );
    pages.site.breakDown();
    expect((await pages.site.get('/informacoes/comunicado/1')).status).toBe(200);
    // It shows a link to another page where there is one, and so reads that any page is hidden.
    expect((await pages.site.get('/paginas/privacidade')).status).toBe(503);
    expect((await pages.site.get('/paginas/servicos')).status).toBe(503);
    expect((await pages.site.get('/informacoes/noticia/9')).status).toBe(503);
  });
});
