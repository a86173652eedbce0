import { describe, expect, it } from 'vitest';
import { useStoredPages } from './stored-pages.ts';

const pages = useStoredPages();

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
    const after = await pages.site.get('/informacoes/faq');
    expect([after.hit, after.body.includes('3333')]).toEqual([false, true]);
  });

  it('purges nothing when the loaded state is the same', async () => {
    expect(await pages.purgedBy(`update contato set observacao = 'interna' where id = 1`)).toEqual([]);
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
    expect((await pages.site.get('/informacoes/faq')).body).toContain('5555');
  });
});

describe('a render under way', () => {
  it('does not store the old text after a purge', async () => {
    const slow = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    pages.site.edge.purge({ kind: 'groups', groups: ['pagina:2'], mode: 'hard' });
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
