/** Who is asked to replace the demonstration, and what is told when it was not replaced. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningSite } from '../../support/site.ts';
import { axeViolations, connectBrowser } from '../pages.ts';
import { ANA, BIA, deskOf, siteWithEditors } from './desk.ts';

const NOTICE = 'Este site mostra conteúdo de demonstração.';

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

async function confirm(page: Page, word: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: button }).isDisabled()).toBe(true);
  await dialog.getByLabel(`Para confirmar, digite ${word}`).fill(word);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: button }).click();
}

test('an editor is not asked to replace it', async () => {
  await using desk = await deskOf(browser, site, BIA);
  await desk.open('/');
  await desk.page.getByRole('link', { name: 'Abrir o site em outra aba' }).waitFor();
  expect(await desk.page.getByText('conteúdo de demonstração').count()).toBe(0);
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
