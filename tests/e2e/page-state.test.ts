/** Hydration: the browser fetches the page state by its address, asks for no data again and changes no markup. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { hydrated, newVisit, type Visit } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const ADDRESSES = ['/', '/lai', '/informacoes/noticias', '/lai/documentos/dair', '/institucional/organograma'];

/** Opens a page and returns the markup of its body before and after hydration, without the data blocks. */
async function hydratedMarkup({ page }: Visit, address: string): Promise<{ readonly before: string; readonly after: string }> {
  const answer = await page.request.get(`${site}${address}`);
  const sent = await answer.text();
  await page.goto(`${site}${address}`);
  await hydrated(page);
  const shown = await page.evaluate(() => document.querySelector('main')?.textContent ?? '');
  const text = await page.evaluate((html) => new DOMParser().parseFromString(html, 'text/html').querySelector('main')?.textContent, sent);
  return { before: text ?? '', after: shown };
}

describe('hydration', () => {
  test.each(ADDRESSES)('hydration of %s requests each page state once, requests no data and changes no markup', async (address) => {
    await using visit = await newVisit(browser);
    // The second visit is the one that finds the settled document in the store.
    await (await visit.page.request.get(`${site}${address}`)).text();
    const { before, after } = await hydratedMarkup(visit, address);
    await visit.page.waitForLoadState('networkidle');
    expect(visit.troubles).toEqual([]);
    expect(after).toBe(before);
    // Previews fetch those of other layouts; none is fetched twice.
    const states = visit.requests.filter((request) => request.startsWith('GET /_estado/'));
    expect(states.length).toBeGreaterThan(0);
    expect(new Set(states).size).toBe(states.length);
    expect(visit.requests.filter((request) => request.startsWith('POST /v1/graphql'))).toEqual([]);
  });

  test('takes the page state from the payload when the server no longer has its address', async () => {
    await using visit = await newVisit(browser);
    const { page, requests } = visit;
    const old = '/_estado/0000000000000000.json';
    await page.route(`${site}/informacoes/noticias`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/\/_estado\/[0-9a-f]{16}\.json/, old) });
    });
    await page.goto(`${site}/informacoes/noticias`);
    await hydrated(page);
    expect(requests).toContain(`GET ${old}`);
    expect(requests).toContain('GET /informacoes/noticias/_payload.json');
    await page.locator('footer a[href="/sic"]').first().click();
    await page.waitForURL('**/sic');
    expect(await page.locator('h1').innerText()).not.toBe('');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
