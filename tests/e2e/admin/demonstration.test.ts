/** What an administrator decides for the whole site: the demonstration goes and comes back, and a channel is handed over to another system. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routePath } from '../../../shared/routes/url.ts';
import { startBrowser } from '../../support/browser.ts';
import type { RunningSite } from '../../support/site.ts';
import { axeViolations, hydrated, newVisit, typedSlowly, type Visit } from '../pages.ts';
import { ANA, BIA, deskOf, siteWithEditors } from './desk.ts';

const NEWS = routePath('noticias');
const NOTICE = 'Este site mostra conteúdo de demonstração.';
const OWN = 'A primeira notícia do instituto';

/** Some thousand rows are written at once, which a busy machine may take longer for than for a screen. */
const MANY_ROWS = { timeout: 120_000 };

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  browser = await startBrowser();
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

test('one confirmed action removes the demonstration content, keeps what an editor wrote, and all of it can be restored', {
  timeout: 300_000,
}, async () => {
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

  await desk.load('/');
  await page.getByRole('button', { name: 'Retirar o conteúdo de demonstração' }).click();
  await confirm(page, 'RETIRAR', 'Retirar agora');
  await page.getByText(/O conteúdo de demonstração saiu do site: [\d.]+ registros\./).waitFor(MANY_ROWS);
  await page.getByRole('button', { name: 'Fechar' }).click();
  await page.getByText(/^Ana Lima retirou [\d.]+ registros em /).waitFor();
  await expect.poll(async () => (await newsShown()).size).toBe(1);
  expect(await textOf(NEWS)).toContain(OWN);
  await expect.poll(() => textOf('/')).not.toContain(NOTICE);

  await desk.load('/');
  await page.getByRole('button', { name: 'Trazer a demonstração de volta' }).click();
  await confirm(page, 'DEVOLVER', 'Trazer de volta agora');
  await page.getByText(/A demonstração voltou ao site: [\d.]+ registros\./).waitFor(MANY_ROWS);
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

const CHANNEL = routePath('ouvidoria');
const COMPLAINT = 'O atendimento demorou três horas na terça-feira, no posto do centro.';
const FORM = 'form[action^="/_casos"]';

async function writeComplaint({ page }: Visit): Promise<void> {
  await page.goto(`${site.url}${CHANNEL}`);
  await page.getByLabel('Não quero me identificar').check();
  await page.getByLabel('Reclamação', { exact: true }).check();
  await page.getByLabel('Conte o que aconteceu').fill(COMPLAINT);
}

/** Ways to the channel that its page shows, as `title address`. */
async function waysShown({ page }: Visit): Promise<readonly string[]> {
  await page.goto(`${site.url}${CHANNEL}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page
    .locator('section[aria-labelledby="formas-de-atendimento"] h3')
    .evaluateAll((titles) => titles.map((title) => `${title.textContent.trim()} ${title.querySelector('a')?.getAttribute('href') ?? ''}`));
}

test('a channel is handed over to another system and taken back: its stored page follows at once, and nothing that was written is lost', async () => {
  await using desk = await deskOf(browser, site, ANA);
  await using withScript = await newVisit(browser);
  await using withoutScript = await newVisit(browser, { script: false });
  const visits = [withScript, withoutScript];
  const { page } = desk;
  const handOver = async (name: string, address: string): Promise<void> => {
    await desk.open('/canal_atendimento/ouvidoria');
    await page.getByRole('textbox', { name: 'Nome do outro sistema' }).fill(name);
    await page.getByRole('textbox', { name: 'Endereço do outro sistema' }).fill(address);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Salvo', { exact: true }).waitFor();
  };
  const before = await waysShown(withScript);
  expect(before.length).toBeGreaterThan(2);
  for (const visit of visits) await writeComplaint(visit);
  await hydrated(withScript.page);
  await expect.poll(async () => (await fetch(site.url + CHANNEL)).headers.get('cache-status')).toMatch(/^edge; hit/);

  await handOver('Fala.BR', 'https://falabr.example/web/home');
  await expect.poll(() => textOf(CHANNEL)).toContain('Os registros são feitos em Fala.BR');
  await typedSlowly(withScript.page);
  for (const visit of visits) {
    await visit.page.getByRole('button', { name: 'Enviar a manifestação' }).click();
    await visit.page.getByText('Este canal passou a receber os registros em outro sistema').waitFor();
    expect(await visit.page.getByLabel('Conte o que aconteceu').inputValue()).toBe(COMPLAINT);
    expect(await visit.page.title()).toMatch(/^Erro: /);
    expect(await visit.page.getByRole('link', { name: 'Ir para Fala.BR' }).count()).toBe(2);
  }
  await using readers = await newVisit(browser);
  await using plainReaders = await newVisit(browser, { script: false });
  for (const visit of [readers, plainReaders]) {
    const [internet, ...others] = await waysShown(visit);
    expect(internet).toMatch(/^Pela internet, em Fala\.BR.* https:\/\/falabr\.example\/web\/home$/);
    expect(others).toEqual(before.slice(1));
    expect(await visit.page.locator(`${FORM}, a[href="#registrar"]`).count()).toBe(0);
    expect(await visit.page.getByRole('link', { name: 'Ir para Fala.BR' }).count()).toBe(2);
    await visit.page.getByRole('link', { name: 'Acompanhar o que foi registrado neste site' }).waitFor();
  }
  await hydrated(readers.page);
  expect(await axeViolations(readers.page)).toEqual([]);
  expect(readers.troubles).toEqual([]);

  await handOver('', '');
  await expect.poll(() => textOf(CHANNEL)).not.toContain('Fala.BR');
  for (const visit of [readers, plainReaders]) {
    expect(await waysShown(visit)).toEqual(before);
    expect(await visit.page.locator(FORM).count()).toBe(1);
  }
  for (const visit of visits) {
    await visit.page.getByRole('button', { name: 'Enviar a manifestação' }).click();
    await visit.page.waitForURL(`${site.url}/_casos/recibo`);
  }
  expect(desk.visit.troubles).toEqual([]);
});
