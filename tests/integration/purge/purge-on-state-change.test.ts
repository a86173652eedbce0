import { describe, expect, it } from 'vitest';
import { PAGES, useStoredPages } from './stored-pages.ts';

const pages = useStoredPages();

/** The search finds contacts, people and entries of the menu, so any change of theirs may change what it answers. */
const SEARCH = ['/busca?q=lei'];

describe('a change of the state of the site', () => {
  it('purges the pages when the new state is loaded, and not before', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    pages.site.onExecute(async ({ operationName }) => {
      if (operationName !== 'EstadoDoSite') return;
      reached.resolve();
      await promise;
    });
    await pages.site.edit(`update contato set valor = '3333' where id = 1`);
    await reached.promise;
    expect((await pages.site.get('/informacoes/faq')).hit).toBe(true);
    // Rendered and stored while the new state is on its way: it must not outlive its coming.
    pages.site.edge.purge({ kind: 'url', url: '/informacoes/faq', mode: 'hard' });
    const between = await pages.site.get('/informacoes/faq');
    expect([between.hit, between.body.includes('3333')]).toEqual([false, false]);
    expect((await pages.site.get('/informacoes/faq')).hit).toBe(true);
    resolve();
    await pages.site.reloaded();
    await pages.site.refreshed();
    const after = await pages.site.get('/informacoes/faq');
    expect([after.hit, after.body.includes('3333')]).toEqual([true, true]);
  });

  it.each([
    ['a contact', `update contato set valor = '8888' where id = 1`, '8888', SEARCH],
    [
      'an entry of the menu',
      `insert into menu_item (id, area, rotulo, destino_tipo, destino) values (9, 'principal', 'Novo menu', 'rota', '/lai')`,
      'Novo menu',
      SEARCH,
    ],
    ['the office of a director', `update membro_orgao set cargo = 'Presidência' where id = 1`, 'Presidência', SEARCH],
    ['the name of the institution', `update configuracao_site set nome = 'Outro nome'`, 'Outro nome', []],
  ])('makes no visitor of a page wait when %s changes, and every page shows it soon after', async (_what, sql, text, purged) => {
    const shown = PAGES.filter((page) => !page.startsWith('/nhostprovider'));
    expect(await pages.purgedBy(sql)).toEqual(purged);
    await pages.site.refreshed();
    const after = await Promise.all(shown.map(async (page) => ({ page, ...(await pages.site.get(page)) })));
    expect(after.filter(({ hit, body }) => !hit || !body.includes(text)).map(({ page }) => page)).toEqual([]);
  });

  it.each([
    ['a contact is deleted', `delete from contato where id = 1`, 'tel:1111'],
    ['a director is unpublished', `update membro_orgao set publicado = false where id = 1`, 'Ana Diretora'],
    ['a director leaves', `update membro_orgao set mandato_fim = '2025-01-31' where id = 1`, 'Ana Diretora'],
  ])('sends no page with what is gone when %s', async (_what, sql, text) => {
    expect((await pages.site.get('/informacoes/faq')).body).toContain(text);
    await pages.site.edit(sql);
    await pages.site.reloaded();
    pages.site.breakDown();
    const after = await Promise.all(PAGES.map(async (page) => ({ page, ...(await pages.site.get(page)) })));
    expect(after.filter(({ body }) => body.includes(text)).map(({ page }) => page)).toEqual([]);
  });

  it('purges no page when the loaded state is the same', async () => {
    expect(await pages.purgedBy(`update contato set valor_normalizado = '+550000' where id = 1`)).toEqual(SEARCH);
  });

  it('purges the result of a render that began before it and ended after it', async () => {
    const slow = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    pages.site.onExecute(async ({ operationName }) => {
      if (operationName !== 'Faq') return;
      reached.resolve();
      await slow.promise;
    });
    pages.site.edge.purge({ kind: 'url', url: '/informacoes/faq', mode: 'hard' });
    const early = pages.site.get('/informacoes/faq');
    await reached.promise;
    pages.site.onExecute(async () => undefined);
    await pages.site.edit(`update contato set valor = '4444' where id = 1`);
    await pages.site.reloaded();
    slow.resolve();
    await early;
    await pages.site.refreshed();
    expect((await pages.site.get('/informacoes/faq')).body).toContain('4444');
    expect((await pages.site.get('/informacoes/faq')).hit).toBe(true);
  });

  it('purges the pages after the first load that succeeds', async () => {
    pages.site.onExecute(async ({ operationName }) => {
      if (operationName === 'EstadoDoSite') throw new Error('database gone');
    });
    await pages.site.edit(`update contato set valor = '5555' where id = 1`);
    expect((await pages.site.get('/informacoes/faq')).hit).toBe(true);
    pages.site.onExecute(async () => undefined);
    await pages.site.reloaded();
    await pages.site.refreshed();
    expect((await pages.site.get('/informacoes/faq')).body).toContain('5555');
  });
});

describe('a render under way', () => {
  it('does not store the old text after a purge', async () => {
    const slow = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    pages.site.edge.purge({ kind: 'url', url: '/paginas/servicos', mode: 'hard' });
    pages.site.onExecute(async ({ operationName }) => {
      if (operationName !== 'Pagina') return;
      reached.resolve();
      await slow.promise;
    });
    const early = pages.site.get('/paginas/servicos');
    await reached.promise;
    pages.site.onExecute(async () => undefined);
    await pages.site.edit(`update pagina set titulo = 'Carta de Serviços' where id = 2`);
    expect((await pages.site.get('/paginas/servicos')).body).toContain('Carta de Serviços');
    slow.resolve();
    expect((await early).body).not.toContain('Carta de Serviços');
    expect((await pages.site.get('/paginas/servicos')).body).toContain('Carta de Serviços');
  });
});
