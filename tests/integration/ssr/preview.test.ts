/** Pages as the public would see them after a change that is not saved: read through an executor of their own, drawn without script. */
import { describe, expect, it } from 'vitest';
import { ERROR_SCREEN } from '../../../shared/errors/codes.ts';
import { EMPTY_SITE_STATE } from '../../../shared/site-state/site-state.ts';
import { fakeBackend, fakeRenderer } from './fake-site.tsx';
import { MENU, ssrSite } from './ssr-server.ts';

const { signal } = new AbortController();

/** Reads the page of an address in a change under which the article is `artigo`. */
async function previewed(path: string, artigo?: object | null) {
  const site = ssrSite();
  const changed = fakeBackend();
  if (artigo !== undefined) changed.answer('Principal', { artigo });
  return { site, changed, page: await site.preview(path, changed, signal) };
}

describe('the preview of a page', () => {
  it('shows the change, asked of its own executor, without any script', async () => {
    const { site, changed, page } = await previewed('/artigos/7', { __typename: 'artigo', id: 7, titulo: 'Ainda não publicado' });
    expect(changed.asked.toSorted()).toEqual(['Comentarios', 'Principal', 'Relacionados']);
    if (page.kind !== 'page') throw new Error('the page is there');
    const html = String(await page.render());
    expect(html).toMatch(/^<!DOCTYPE html>.*<\/html>$/s);
    expect(html).toContain('<p data-principal="">Ainda não publicado</p>');
    expect(html).toContain('<p data-comentario="">Muito bom</p>');
    expect(html).not.toMatch(/<script|dados-da-pagina|data-resultado/);
    expect(site.backend.asked).toEqual([]);
  });

  it('has the menu of the site, and needs no operation where the page has none', async () => {
    const site = ssrSite({ state: () => ({ ...EMPTY_SITE_STATE, dataMenu: MENU }) });
    const page = await site.preview('/', fakeBackend(), signal);
    expect(page.kind === 'page' && String(await page.render())).toMatch(/Serviços.*<h1>Bem-vindo<\/h1>/s);
  });

  it.each([
    ['an unknown address', '/nada', undefined, ERROR_SCREEN.notFoundText],
    ['an address of a refused form', '/artigos/abc', undefined, ERROR_SCREEN.notFoundText],
    ['another spelling of an address', '/ARTIGOS/7', undefined, 'Este endereço leva a /artigos/7.'],
    ['a row that is not public', '/artigos/7', null, ERROR_SCREEN.notFoundText],
    ['a row that was withdrawn', '/artigos/7', { id: 7, titulo: 'retirado' }, 'Este conteúdo foi retirado do site.'],
    ['a row that leads elsewhere', '/artigos/3', { id: 3, titulo: 'mudou' }, 'Este endereço leva a /artigos/7.'],
  ])('says for %s what the public would get in place of a page', async (_what, path, artigo, message) => {
    expect((await previewed(path, artigo)).page).toEqual({ kind: 'absent', message });
  });

  it('names the day of a withdrawal by the time zone of the site', async () => {
    const site = ssrSite({ state: () => ({ ...EMPTY_SITE_STATE, fusoHorario: 'Pacific/Kiritimati' }) });
    const changed = fakeBackend();
    changed.answer('Principal', { artigo: { id: 7, titulo: 'retirado com motivo' } });
    expect(await site.preview('/artigos/7', changed, signal)).toMatchObject({ message: expect.stringContaining('4 de março de 2026') });
  });

  it('fails with the error of its main operation', async () => {
    const changed = fakeBackend();
    changed.answer('Principal', () => {
      throw new Error('the database is down');
    });
    await expect(ssrSite().preview('/artigos/7', changed, signal)).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE' });
  });

  it('fails where a part of it cannot be drawn', async () => {
    const renderer = fakeRenderer();
    const site = ssrSite({ renderer: () => renderer });
    const changed = fakeBackend();
    changed.answer('Relacionados', () => {
      throw new Error('the table is gone');
    });
    const page = await site.preview('/artigos/7', changed, signal);
    await expect(page.kind === 'page' && page.render()).rejects.toMatchObject({
      code: 'INTERNAL',
      detail: 'the preview could not be rendered',
      cause: { code: 'BACKEND_UNAVAILABLE' },
    });
  });
});
