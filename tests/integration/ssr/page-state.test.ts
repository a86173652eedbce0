/** The page state, which a document names by address and does not contain. */
import { expect, it } from 'vitest';
import type { BootBlock } from '../../../shared/builds/document-blocks.ts';
import { parsePageStateFile } from '../../../shared/builds/page-state-file.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';
import { MENU, open, startSsr } from './ssr-server.ts';

async function bootOf(address: string): Promise<{ readonly html: string; readonly boot: BootBlock }> {
  const html = await (await open(address)).end;
  return { html, boot: JSON.parse(/id="dados-da-pagina">(.*?)<\/script>/s.exec(html)?.[1] ?? '') };
}

it('a page state equals what the document was rendered with, is immutable, and is not repeated in the document', async () => {
  await using site = await startSsr({ state: () => ({ ...EMPTY_SITE_STATE, dataMenu: MENU }) });
  const { html, boot } = await bootOf(`${site.origin}/`);
  const answer = await fetch(`${site.origin}${boot.pageStateHref}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(parsePageStateFile(await answer.json())?.estado.dataMenu).toEqual(MENU);
  expect(html.match(/Serviços/g)).toHaveLength(1);
});

it('a replica that has rendered nothing answers the page state of the same site state', async () => {
  const estado: SiteState = { ...EMPTY_SITE_STATE, dataMenu: MENU };
  await using one = await startSsr({ state: () => estado });
  await using other = await startSsr({ state: () => ({ ...estado }) });
  const { boot } = await bootOf(`${one.origin}/lai`);
  const answer = await fetch(`${other.origin}${boot.pageStateHref}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(await (await fetch(`${one.origin}${boot.pageStateHref}`)).text());
});

it('a page state of an earlier site state is still answered, because stored documents name it', async () => {
  let estado: SiteState = { ...EMPTY_SITE_STATE, dataMenu: MENU };
  await using site = await startSsr({ state: () => estado });
  const before = await bootOf(`${site.origin}/`);
  estado = { ...estado, dataMenu: [] };
  const after = await bootOf(`${site.origin}/`);
  expect(after.boot.pageStateHref).not.toBe(before.boot.pageStateHref);
  for (const { boot } of [before, after]) expect((await fetch(`${site.origin}${boot.pageStateHref}`)).status).toBe(200);
});

it('a page state that names a withdrawn person is not answered any more', async () => {
  const ana = { id: 1, nome: 'Ana', cargo: 'Diretora', foto: null, fotoAlt: null };
  let estado: SiteState = { ...EMPTY_SITE_STATE, diretoriaExecutiva: [ana] };
  await using site = await startSsr({ state: () => estado });
  const { boot } = await bootOf(`${site.origin}/`);
  const named = await fetch(`${site.origin}${boot.pageStateHref}`);
  expect(await named.text()).toContain('Ana');
  expect(named.headers.get('cache-groups')).toBe('"page-states"');
  estado = { ...estado, diretoriaExecutiva: [] };
  expect((await fetch(`${site.origin}${boot.pageStateHref}`)).status).toBe(404);
});

it('an unknown page state is answered with an error that no cache stores', async () => {
  await using site = await startSsr();
  const answer = await fetch(`${site.origin}/_estado/0123456789abcdef.json`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect(answer.headers.get('cdn-cache-control')).toBe('no-store');
});
