/** What a load of a page brings with it: the translator for a visitor who asks, the next page from the press of a link on, and the page before as it was left. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { hydrated, newVisit } from '../pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** As VLibras does: it evaluates text, writes styles, asks a host beside its own, and waits for the end of the load. */
const TRANSLATOR = `window.VLibras = {
  Widget: function (folder) {
    window.onload = function () {
      eval('document.querySelector("[vw-access-button]").textContent = folder');
      document.querySelector('[vw]').setAttribute('style', 'color: rgb(1, 2, 3)');
      fetch('https://traducao.vlibras.gov.br/').then(() => document.querySelector('[vw]').setAttribute('data-pronto', ''));
    };
  },
};`;

const HOSTS = /^https:\/\/(?:[a-z]+\.)?vlibras\.gov\.br\//;
const button = (page: Page) => page.getByRole('button', { name: 'Libras' });

describe('the translator into Libras', () => {
  test('comes with a click, in a document with a policy of its own, and goes with the next one', async () => {
    await using visit = await newVisit(browser);
    const { page, requests, troubles } = visit;
    await page.route(HOSTS, (route) =>
      route.request().url().endsWith('/app/vlibras-plugin.js')
        ? route.fulfill({ contentType: 'text/javascript', body: TRANSLATOR })
        : route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: 'ok' }),
    );
    const first = await page.goto(`${site}/sic`);
    expect(first?.headers()['content-security-policy']).not.toContain('vlibras');
    expect(await button(page).getAttribute('aria-pressed')).toBe('false');
    expect(requests.filter((request) => request.includes('vlibras'))).toEqual([]);
    await button(page).click();
    await page.waitForURL(`${site}/sic?libras=1`);
    await page.locator('[vw][data-pronto]').waitFor({ state: 'attached' });
    expect(await page.locator('[vw]').evaluate((place) => getComputedStyle(place).color)).toBe('rgb(1, 2, 3)');
    expect(await page.locator('[vw-access-button]').textContent()).toBe('https://vlibras.gov.br/app');
    expect(await button(page).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/sic$/);
    await button(page).click();
    await page.waitForURL(`${site}/sic`);
    expect([troubles, requests.filter((request) => request.includes('/entry-client-') && request.endsWith('.js'))]).toEqual([[], []]);
  });

  test.each([
    ['does not answer', null],
    ['has become another program', 'window.VLibras = {};'],
  ])('leaves the page as it is and says so where its site %s', async (_name, body) => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await page.route(HOSTS, (route) => (body === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body })));
    await page.goto(`${site}/sic?libras=1`);
    await page.getByRole('status').filter({ hasText: 'O tradutor de Libras não está disponível agora.' }).waitFor();
    expect(await page.locator('[vw]').count()).toBe(0);
    expect(await page.locator('main form').first().isVisible()).toBe(true);
    expect(visit.troubles.filter((trouble) => trouble.startsWith('uncaught'))).toEqual([]);
  });
});

test('the page of a link is loaded from the press on, within the policy of the page, and used', async () => {
  await using visit = await newVisit(browser, { width: 360, height: 780 });
  const { page, context, troubles } = visit;
  const session = await context.newCDPSession(page);
  const faults: string[] = [];
  const statuses: string[] = [];
  session.on(
    'Preload.ruleSetUpdated',
    ({ ruleSet: { errorMessage } }) => void faults.push(...(errorMessage === undefined ? [] : [errorMessage])),
  );
  session.on('Preload.prefetchStatusUpdated', ({ key, prefetchStatus }) => {
    statuses.push(`${new URL(key.url).pathname} ${prefetchStatus}`);
  });
  let offered: readonly string[] = [];
  session.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources: sources }) => {
    offered = sources.map(({ key }) => new URL(key.url)).map(({ pathname, search }) => pathname + search);
  });
  await session.send('Preload.enable');
  await page.goto(`${site}/lai/documentos/leis`);
  await expect.poll(() => offered).toContain('/ouvidoria');
  expect(offered.filter((address) => /[.?]|^\/(?:_|admin|nhostprovider|teste)/.test(address))).toEqual([]);
  const link = page.locator('a[href="/ouvidoria"]:visible').first();
  await link.scrollIntoViewIfNeeded();
  const { x, y } = (await link.boundingBox()) ?? { x: 0, y: 0 };
  expect(statuses).toEqual([]);
  // A finger: under a mouse the application is there, and loads the page's data.
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 4, y: y + 4 }] });
  await expect.poll(() => statuses).toContain('/ouvidoria PrefetchSuccessfulButNotUsed');
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForURL(`${site}/ouvidoria`);
  await expect.poll(() => statuses).toContain('/ouvidoria PrefetchResponseUsed');
  expect([...faults, ...troubles]).toEqual([]);
});

/** What the shell of the tests says of itself: it has no such memory, but knows what a page would be forgotten for. */
const OF_THE_BROWSER = 'Circumstantial';

test('no page gives the browser a reason to forget it when it is left', async () => {
  const own = await startBrowser(['--disable-back-forward-cache']);
  try {
    const page = await own.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const reasons: string[][] = [];
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations: all }) => {
      reasons.push(all.filter(({ type }) => type !== OF_THE_BROWSER).map(({ reason }) => reason));
    });
    const addresses = ['/', '/lai/documentos/leis', '/sic'];
    for (const address of addresses) {
      await page.goto(`${site}${address}`);
      await hydrated(page);
      await page.goto(`${site}/informacoes/faq`);
      await page.goBack();
    }
    // That the browser would tell.
    await page.evaluate(() => window.addEventListener('unload', () => undefined));
    await page.goto(`${site}/informacoes/faq`);
    await page.goBack();
    await expect.poll(() => reasons).toEqual([...addresses.map(() => []), ['UnloadHandlerExistsInMainFrame']]);
  } finally {
    await own.close();
  }
});

test('a list that is come back to shows the filters of its address, not what was typed before it was left', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await page.goto(`${site}/informacoes/noticias`);
  const words = page.locator('form[aria-label="Filtros da lista"] input[name="q"]');
  await words.fill('aposentadoria');
  await words.press('Enter');
  await page.waitForURL(/[?]q=aposentadoria/);
  await expect.poll(() => words.inputValue()).toBe('aposentadoria');
  await page.goBack();
  await page.waitForURL(/noticias$/);
  await page.waitForLoadState();
  expect(await words.inputValue()).toBe('');
  // As from the memory for pages that were left, which the browser of the tests has not.
  await words.fill('abono');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(await words.inputValue()).toBe('');
});
