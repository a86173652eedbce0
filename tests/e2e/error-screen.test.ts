/** The error screen of unknown addresses, with the exact texts of specification section 2. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { errorPage } from '../../server/http/error-page.ts';
import { startBrowser } from '../support/browser.ts';
import { axeFaults } from './measures/appearance.ts';
import { hydrated, overflowing, visitAgain } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Looks of texts that were checked on the screens before. */
const looks = new Set<string>();

test.each([
  ['/nao/existe', 'Page not found: /nao/existe'],
  ['/informacoes/noticia/999999', 'Page Not Found: /informacoes/noticia/999999'],
  ['/informacoes/noticia/999999?de=boletim', 'Page Not Found: /informacoes/noticia/999999?de=boletim'],
  ['/informacoes/noticia/abc?x=<b>', 'Page Not Found: /informacoes/noticia/abc?x='],
  ['/relatorio-antigo.pdf', 'Page not found: /relatorio-antigo.pdf'],
  ['/nhostprovider/00000000-0000-4000-8000-000000000000', 'O arquivo não foi encontrado ou não está mais publicado.'],
  ['/assets/antigo.js', 'O endereço pedido não existe.'],
  ['/paginas/nao-existe', 'Page Not Found: /paginas/nao-existe'],
  ['/lai/documentos/naoExiste', 'Page Not Found: /lai/documentos/naoExiste'],
  ['/institucional/unidade/999999', 'Page Not Found: /institucional/unidade/999999'],
])('%s is 404 with the fixed texts and its message', async (path, message) => {
  await using visit = await visitAgain(browser);
  const { page, troubles } = visit;
  const response = await page.goto(`${site}${path}`);
  expect(response?.status()).toBe(404);
  expect(response?.headers()['content-language']).toBe('pt-BR');
  expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
  expect(await page.title()).toBe('Ops!!!');
  expect(await page.locator('h1').allInnerTexts()).toEqual(['Ops!!!']);
  const text = await page.locator('main').innerText();
  expect(text).toContain('404');
  expect(text).toContain('Página não foi encontrada ou não existe.');
  expect(text).not.toContain('ERRO');
  expect(text).toContain(message);
  // The screens of the addresses below are one design: its frame and its looks are checked once.
  expect(await axeFaults(page, { part: looks.size === 0 ? 'page' : 'content', script: true, checked: looks })).toEqual([]);
  // Chromium reports the document's own status in the console.
  expect(troubles.filter((trouble) => !trouble.includes('404 (Not Found)'))).toEqual([]);
});

test.each([360, 1280])('at %i px the button of the error screen leads to the home page, also without script', async (width) => {
  await using visit = await visitAgain(browser, { width, script: false });
  const { page } = visit;
  await page.goto(`${site}/nada`);
  expect(await overflowing(page)).toEqual([]);
  const button = page.getByRole('link', { name: 'Voltar Para Pagina Inicial' });
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await button.locator('span').evaluate((words) => words.getBoundingClientRect().height)).toBeLessThan(30);
  await button.click();
  expect(new URL(page.url()).pathname).toBe('/');
});

test.each([360, 1280])(
  'at %i px the screen of an overloaded site offers another try, and its links are read in forced colours',
  async (width) => {
    await using visit = await visitAgain(browser, { width, forcedColors: 'active', colorScheme: 'dark' });
    const { page } = visit;
    await page.setContent(errorPage({ status: 503, message: 'Há muitos acessos ao site.', requestId: 'a1b2' }));
    expect(await page.getByRole('link').allInnerTexts()).toEqual(['Voltar Para Pagina Inicial', 'Tentar de novo']);
    // Text has a plate in the colour of the page: letters in the same colour would not be seen on it.
    const letters = await page.getByRole('link').evaluateAll((links) => links.map((link) => getComputedStyle(link).color));
    expect(letters).not.toContain(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor));
    expect(await overflowing(page)).toEqual([]);
  },
);

test('the screen of what does not exist offers no other try', () => {
  expect(errorPage({ status: 404, message: 'Nada', requestId: '' })).not.toContain('Tentar de novo');
});

test('a long unknown path is cut and its markup is text', async () => {
  await using visit = await visitAgain(browser);
  const { page } = visit;
  await page.goto(`${site}/<img src=x onerror=alert(1)>${'a'.repeat(400)}`);
  const text = await page.locator('main').innerText();
  expect(await page.locator('main img[src="x"]').count()).toBe(0);
  expect(text).toContain('a'.repeat(100));
  expect(text).not.toContain('a'.repeat(201));
});

test('a click on a link to an unknown address shows the same screen without page load', async () => {
  await using visit = await visitAgain(browser);
  const { page, requests } = visit;
  await page.goto(`${site}/sic`);
  await hydrated(page);
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<a id="quebrado" href="/informacoes/noticia/999999">quebrado</a>');
  });
  await page.locator('#quebrado').click();
  await page.getByText('Page Not Found: /informacoes/noticia/999999').waitFor();
  expect(await page.title()).toBe('Ops!!!');
  expect(await page.locator('h1').allInnerTexts()).toEqual(['Ops!!!']);
  expect(await page.locator('main').innerText()).toContain('Página não foi encontrada ou não existe.');
  await page.getByRole('link', { name: 'Voltar Para Pagina Inicial' }).click();
  await page.waitForURL(`${site}/`);
  await page.locator('h1', { hasNotText: 'Ops!!!' }).waitFor();
  expect(requests).not.toContain('GET /informacoes/noticia/999999');
});
