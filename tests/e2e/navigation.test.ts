/** Client navigation, and lists whose state is in their address. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { hydrated, newVisit, type Visit } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const NEWS = '/informacoes/noticias';
const LIST = '/lai/documentos/atasDoConselhoDePrevidencia';

/** Marks the document, so that a test can tell a navigation from a page load. */
function mark(page: Page): Promise<void> {
  return page.evaluate(() => document.documentElement.setAttribute('data-marca', ''));
}

async function sameDocument(page: Page): Promise<boolean> {
  return (await page.locator('html[data-marca]').count()) === 1;
}

const heading = (page: Page): Promise<string> => page.locator('h1').innerText();
const scrollOf = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
const documentLinks = (page: Page): Promise<readonly string[]> =>
  page
    .locator('#resultados a, main ul a')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? '').filter((href) => /^\/lai\/documentos\/\w+\/\d+$/.test(href)),
    );

describe('a click on a link', () => {
  test('shows the page without page load: title, focus and announcement change, and no GraphQL request is sent', async () => {
    await using visit = await newVisit(browser);
    const { page, requests, troubles } = visit;
    await page.goto(`${site}${NEWS}`);
    await hydrated(page);
    await mark(page);
    const link = page.locator('main a[href^="/informacoes/noticia/"]').first();
    const title = (await link.innerText()).replace(/\s+/g, ' ').trim();
    await link.click();
    await page.waitForURL(/\/informacoes\/noticia\/\d+$/);
    await expect.poll(() => heading(page)).toBe(title);
    expect(await sameDocument(page)).toBe(true);
    expect(await page.title()).toContain(title);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await scrollOf(page)).toBe(0);
    // <output> is a polite live region by itself.
    await expect.poll(() => page.locator('output[data-anuncio]').textContent()).toContain(title);
    expect(await page.locator('meta[name="description"], link[rel="canonical"]').count()).toBe(2);
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toContain(new URL(page.url()).pathname);
    expect(requests.filter((request) => request.includes('/v1/graphql'))).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('back and forward after a click on a link restore each page and its scroll position', async () => {
    await using visit = await newVisit(browser, { reducedMotion: 'reduce' });
    const { page } = visit;
    await page.goto(`${site}${NEWS}`);
    await hydrated(page);
    await mark(page);
    const link = page.locator('main a[href^="/informacoes/noticia/"]').nth(7);
    await link.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollBy(0, 120));
    const left = await scrollOf(page);
    expect(left).toBeGreaterThan(200);
    await link.click();
    await page.waitForURL(/\/informacoes\/noticia\/\d+$/);
    await expect.poll(() => heading(page)).not.toBe('Notícias');
    expect(await scrollOf(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => heading(page)).toBe('Notícias');
    await expect.poll(() => scrollOf(page)).toBe(left);
    await page.goForward();
    await expect.poll(() => heading(page)).not.toBe('Notícias');
    await expect.poll(() => scrollOf(page)).toBe(0);
    expect(await sameDocument(page)).toBe(true);
  });

  test('the second click of two on a link makes no second entry of the history', async () => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await page.goto(`${site}/ouvidoria`);
    await hydrated(page);
    const link = page.locator('footer a[href="/sic"]').first();
    const entry = (): Promise<unknown> => page.evaluate(() => (history.state as { readonly key?: string } | null)?.key);
    await link.click();
    await page.waitForURL(`${site}/sic`);
    const [first, entries] = [await entry(), await page.evaluate(() => history.length)];
    await link.click();
    await expect.poll(entry).not.toBe(first);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.goBack();
    await page.waitForURL(`${site}/ouvidoria`);
  });

  test('a click on a link to a folded explanation unfolds it', async () => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await page.goto(`${site}/paginas/prova-de-vida`);
    await hydrated(page);
    await mark(page);
    await page.locator('main button[popovertarget]').first().click();
    await page.locator('[popover] a', { hasText: 'Ver no glossário' }).first().click();
    await page.waitForURL(/\/lai\/glossario#termo-\d+$/);
    await expect.poll(() => page.locator(`main [id="${new URL(page.url()).hash.slice(1)}"]`).isVisible()).toBe(true);
    expect(await sameDocument(page)).toBe(true);
  });

  test('a click with a modifier key, or on a link to a page of another document policy, is a page load', async () => {
    await using visit = await newVisit(browser);
    const { page, context } = visit;
    await page.goto(`${site}/teste`);
    await hydrated(page);
    await mark(page);
    await page.evaluate(() => {
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', '<p><a id="quadro" href="/admin">Admin</a> <a id="nova" href="/sic">SIC</a></p>');
    });
    const [opened] = await Promise.all([context.waitForEvent('page'), page.locator('#nova').click({ modifiers: ['ControlOrMeta'] })]);
    expect(await sameDocument(page)).toBe(true);
    await opened.close();
    await page.locator('#quadro').click();
    await page.waitForURL(`${site}/admin`);
    expect(await sameDocument(page)).toBe(false);
  });
});

describe('the filters of a list', () => {
  test.each([
    ['with script', true],
    ['without script', false],
  ])('submit a form whose result has an address of its own, %s', async (_name, script) => {
    await using visit = await newVisit(browser, { script });
    const { page, requests } = visit;
    await page.goto(`${site}${LIST}`);
    if (script) {
      await hydrated(page);
      await mark(page);
    }
    const before = await documentLinks(page);
    await page.getByLabel('Buscar nesta lista').fill('extraordinária');
    await page.getByText('Mais filtros').click();
    await page.getByLabel('Ordem').selectOption('antigos');
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await page.waitForURL(/q=extraordin/);
    await page.getByLabel('Buscar nesta lista').and(page.locator('[value="extraordinária"]')).waitFor();
    expect(await page.getByLabel('Ordem').inputValue()).toBe('antigos');
    // A slow list is sent after its form.
    await expect.poll(async () => (await documentLinks(page)).length).toBeGreaterThan(0);
    const after = await documentLinks(page);
    expect(after).not.toEqual(before);
    const titles = await page.locator('main li h3').allInnerTexts();
    expect(titles.length).toBe(after.length);
    for (const title of titles) expect(title.toLowerCase()).toContain('extraordinária');
    expect(new URL(page.url()).searchParams.get('q')).toBe('extraordinária');
    expect(await sameDocument(page)).toBe(script);
    expect(requests.filter((request) => request === `GET ${LIST}`)).toHaveLength(script ? 1 : 2);
    await page.goBack();
    await expect.poll(() => documentLinks(page)).toEqual(before);
    // Without script too: the browser does not give the field back as it was left.
    expect(await page.getByLabel('Buscar nesta lista').inputValue()).toBe('');
  });

  test.each([
    ['with script', true],
    ['without script', false],
  ])('stay active on the next page of the list, %s', async (_name, script) => {
    await using visit = await newVisit(browser, { script });
    const { page } = visit;
    await page.goto(`${site}${LIST}?ordem=antigos`);
    if (script) await hydrated(page);
    const first = await documentLinks(page);
    const pages = page.getByRole('navigation', { name: 'Páginas' });
    expect(await pages.locator('[aria-current="page"]').innerText()).toContain('1');
    await pages.getByRole('link', { name: 'Próxima' }).click();
    await page.waitForURL(/pagina=2/);
    expect(new URL(page.url()).searchParams.get('ordem')).toBe('antigos');
    await expect.poll(() => pages.locator('[aria-current="page"]').innerText()).toContain('2');
    const second = await documentLinks(page);
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((href) => first.includes(href))).toEqual([]);
    // Reading goes on in the results, not at the top of the page.
    await expect
      .poll(() => page.locator('#resultados').evaluate((element) => Math.abs(element.getBoundingClientRect().top)))
      .toBeLessThan(120);
  });
});

describe('a server that is busy', () => {
  const refusal = { status: 503, headers: { 'Retry-After': '5' }, json: { code: 'BACKEND_UNAVAILABLE' } };

  test('is asked again after the pause that it wants, and the visitor reads so meanwhile', async () => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await page.clock.install();
    await page.goto(`${site}/sic`);
    await hydrated(page);
    let asked = 0;
    await page.route('**/informacoes/noticias/_payload.json*', async (route) => {
      if (++asked === 1) await route.fulfill(refusal);
      else await route.continue();
    });
    await page.evaluate(() => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<a id="as-noticias" href="/informacoes/noticias">notícias</a>');
    });
    // Without the pointer and the focus no preview is asked for.
    await page.locator('#as-noticias').dispatchEvent('click');
    const notice = page.getByText('O site está ocupado. Tentando de novo em instantes…');
    await notice.waitFor();
    expect([asked, new URL(page.url()).pathname]).toEqual([1, '/sic']);
    await page.clock.fastForward(5_000);
    await page.waitForURL(`${site}/informacoes/noticias`);
    await notice.waitFor({ state: 'detached' });
    expect(asked).toBe(2);
  });

  test('a server that stays busy is shown as the error screen, without a request for each operation', async () => {
    await using visit = await newVisit(browser);
    const { page, requests } = visit;
    await page.goto(`${site}/sic`);
    await hydrated(page);
    await page.route('**/informacoes/noticias/_payload.json*', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '60' }, json: { code: 'TOO_MANY_REQUESTS' } }),
    );
    await page.evaluate(() => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<a id="as-noticias" href="/informacoes/noticias">notícias</a>');
    });
    await page.locator('#as-noticias').dispatchEvent('click');
    await page.getByText('Muitos pedidos em pouco tempo. Aguarde um minuto e tente de novo.').waitFor();
    expect(await page.locator('h1').allInnerTexts()).toEqual(['Ops!!!']);
    expect(requests).not.toContain('POST /v1/graphql');
  });
});

const isQuestion = (request: string): boolean => request === 'POST /v1/graphql';

describe('notices that refresh themselves', () => {
  test('keep the current notices when a refresh fails, and a button tries again', async () => {
    await using visit = await newVisit(browser);
    const { page, requests } = visit;
    await page.clock.install();
    await page.goto(site);
    await hydrated(page);
    const notices = page.locator('main a[href^="/informacoes/comunicado/"]');
    const before = await notices.allInnerTexts();
    expect(before.length).toBeGreaterThan(0);
    const refusal = Promise.withResolvers<void>();
    await page.route('**/v1/graphql', async (route) => {
      await refusal.promise;
      await route.fulfill({ status: 503, body: '' });
    });
    await forwardUntilAsked(visit, () => requests.some(isQuestion));
    refusal.resolve();
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    await again.waitFor();
    expect(await page.locator('[role="alert"]').innerText()).toContain('Não foi possível carregar agora.');
    expect(await notices.allInnerTexts()).toEqual(before);
    expect(requests.filter(isQuestion).length).toBe(2);
    await page.unroute('**/v1/graphql');
    await again.click();
    await again.waitFor({ state: 'detached' });
    expect(await notices.allInnerTexts()).toEqual(before);
  });

  test('are not requested while the page is hidden', async () => {
    await using visit = await newVisit(browser);
    const { page, requests } = visit;
    await page.clock.install();
    await page.goto(site);
    await hydrated(page);
    const hide = (hidden: boolean): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    // Once while it is seen, so that silence afterwards has a reason.
    const answer = page.waitForResponse('**/v1/graphql');
    await forwardUntilAsked(visit, () => requests.some(isQuestion));
    await (await answer).finished();
    const asked = requests.filter(isQuestion).length;
    await hide(true);
    for (let polls = 0; polls < 5; polls++) await page.clock.runFor('02:05');
    expect(requests.filter(isQuestion)).toHaveLength(asked);
    await hide(false);
    await forwardUntilAsked(visit, () => requests.filter(isQuestion).length > asked);
  });
});

/**
 * Lets the pauses between two questions pass until one was asked. The timer of the first is set by an effect that runs some time after
 * the page is hydrated: a single leap may come before it. The first question waits for Apollo to be loaded, and a leap then would be past
 * its deadline.
 */
async function forwardUntilAsked({ page, requests }: Visit, wasAsked: () => boolean): Promise<void> {
  const isLoading = (): boolean => requests.some((request) => request.includes('/page-queries-')) && !requests.some(isQuestion);
  while (!wasAsked()) {
    if (!isLoading()) await page.clock.fastForward('02:05');
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  }
}
