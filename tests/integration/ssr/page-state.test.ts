/** The part of the site's state that a document names instead of carrying it. */
import { expect, it } from 'vitest';
import type { BootBlock } from '../../../shared/builds/document-blocks.ts';
import { parseSitePart } from '../../../shared/builds/page-state-file.ts';
import { ESTADO_VAZIO, type EstadoDoSite } from '../../../shared/site-state/site-state.ts';
import { MENU, open, startSsr } from './ssr-server.ts';

async function bootOf(address: string): Promise<{ readonly html: string; readonly boot: BootBlock }> {
  const html = await (await open(address)).end;
  return { html, boot: JSON.parse(/id="dados-da-pagina">(.*?)<\/script>/s.exec(html)?.[1] ?? '') };
}

it('holds what the document was drawn with, may be kept for ever, and is not in the document', async () => {
  await using site = await startSsr({ estado: () => ({ ...ESTADO_VAZIO, dataMenu: MENU }) });
  const { html, boot } = await bootOf(`${site.origin}/`);
  const answer = await fetch(`${site.origin}${boot.parte}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(parseSitePart(await answer.json())?.estado.dataMenu).toEqual(MENU);
  expect(html.match(/Serviços/g)).toHaveLength(1);
});

it('is the same for the same state in another process that has drawn nothing yet', async () => {
  const estado: EstadoDoSite = { ...ESTADO_VAZIO, dataMenu: MENU };
  await using one = await startSsr({ estado: () => estado });
  await using other = await startSsr({ estado: () => ({ ...estado }) });
  const { boot } = await bootOf(`${one.origin}/lai`);
  const answer = await fetch(`${other.origin}${boot.parte}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(await (await fetch(`${one.origin}${boot.parte}`)).text());
});

it('of an earlier state stays, since stored pages name it', async () => {
  let estado: EstadoDoSite = { ...ESTADO_VAZIO, dataMenu: MENU };
  await using site = await startSsr({ estado: () => estado });
  const before = await bootOf(`${site.origin}/`);
  estado = { ...estado, dataMenu: [] };
  const after = await bootOf(`${site.origin}/`);
  expect(after.boot.parte).not.toBe(before.boot.parte);
  for (const { boot } of [before, after]) expect((await fetch(`${site.origin}${boot.parte}`)).status).toBe(200);
});

it('that nobody here knows is an error that nobody keeps', async () => {
  await using site = await startSsr();
  const answer = await fetch(`${site.origin}/_estado/0123456789abcdef.json`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect(answer.headers.get('cdn-cache-control')).toBe('no-store');
});
