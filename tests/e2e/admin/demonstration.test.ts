/** An administrator replaces the demonstration by the institution's own content, and brings it back. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routePath } from '../../../shared/routes/url.ts';
import type { RunningSite } from '../../support/site.ts';
import { axeViolations, connectBrowser } from '../pages.ts';
import { ANA, BIA, deskOf, siteWithEditors } from './desk.ts';

const NEWS = routePath('noticias');
const NOTICE = 'Este site mostra conteúdo de demonstração.';
const OWN = 'A primeira notícia do instituto';

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  browser = await connectBrowser();
  site = await siteWithEditors();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const textOf = async (address: string): Promise<string> => (await fetch(`${site.url}${address}`)).text();

/** Addresses of the news in the public list. */
async function newsShown(): Promise<ReadonlySet<string>> {
  return new Set([...(await textOf(NEWS)).matchAll(/href="(\/informacoes\/noticia\/\d+)/g)].map(([, href = '']) => href));
}

async function confirm(page: Page, word: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: button }).isDisabled()).toBe(true);
  await dialog.getByLabel(`Para confirmar, digite ${word}`).fill(word);
  // What fades in has its contrast when it stands.
  await expect.poll(() => axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: button }).click();
}

test('an editor is not asked to replace it', async () => {
  await using desk = await deskOf(browser, site, BIA);
  await desk.open('/');
  await desk.page.getByRole('link', { name: 'Abrir o site em outra aba' }).waitFor();
  expect(await desk.page.getByText('conteúdo de demonstração').count()).toBe(0);
});

test('what came with it goes in one confirmed action, what was written stays, and all of it comes back', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/noticia/create');
  await page.getByRole('textbox', { name: 'Título' }).fill(OWN);
  await page.getByRole('switch', { name: 'Publicado' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/\/noticia\/\d+$/);
  await expect.poll(() => textOf(NEWS)).toContain(OWN);
  const before = await newsShown();
  expect(before.size).toBeGreaterThan(1);
  expect(await textOf('/')).toContain(NOTICE);

  await desk.open('/');
  await page.getByRole('button', { name: 'Retirar o conteúdo de demonstração' }).click();
  await confirm(page, 'RETIRAR', 'Retirar agora');
  await page.getByText(/O conteúdo de demonstração saiu do site: [\d.]+ registros\./).waitFor();
  await page.getByRole('button', { name: 'Fechar' }).click();
  await page.getByText(/^Ana Lima retirou [\d.]+ registros em /).waitFor();
  await expect.poll(async () => (await newsShown()).size).toBe(1);
  expect(await textOf(NEWS)).toContain(OWN);
  await expect.poll(() => textOf('/')).not.toContain(NOTICE);

  await desk.open('/');
  await page.getByRole('button', { name: 'Trazer a demonstração de volta' }).click();
  await confirm(page, 'DEVOLVER', 'Trazer de volta agora');
  await page.getByText(/A demonstração voltou ao site: [\d.]+ registros\./).waitFor();
  await page.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Retirar o conteúdo de demonstração' }).waitFor();
  await expect.poll(newsShown).toEqual(before);
  await expect.poll(() => textOf('/')).toContain(NOTICE);
  expect(desk.visit.troubles).toEqual([]);
});

test('a refusal is told, and leaves what was typed', async () => {
  await using desk = await deskOf(browser, site, ANA);
  const { page } = desk;
  await desk.open('/');
  await page.getByRole('button', { name: 'Retirar o conteúdo de demonstração' }).click();
  await page.route('**/v1/graphql', (route) =>
    route.request().postData()?.includes('mutation') === true ? route.abort() : route.continue(),
  );
  await confirm(page, 'RETIRAR', 'Retirar agora');
  await page.getByText(/^Não foi possível concluir\./).waitFor();
  expect(await page.getByLabel('Para confirmar, digite RETIRAR').inputValue()).toBe('RETIRAR');
  expect(await textOf('/')).toContain(NOTICE);
});
