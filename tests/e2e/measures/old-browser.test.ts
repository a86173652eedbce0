/** What a browser of 2022 lacks is taken from the tests' own one, for the libraries in the bundles use functions too (decision 0152). */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { hydrated, newVisit, typedSlowly } from '../pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Takes away what came after Chrome 106, Firefox 115 or Safari 15.6, before the page's own scripts run. */
function makeOld(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const without = (owner: object, ...names: readonly string[]): void => {
      for (const name of names) Reflect.deleteProperty(owner, name);
    };
    without(Promise, 'withResolvers', 'try');
    without(Map, 'groupBy');
    without(Object, 'groupBy');
    without(Array, 'fromAsync');
    without(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
    without(Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference');
    without(String.prototype, 'isWellFormed', 'toWellFormed');
    without(URL, 'parse', 'canParse');
    without(URLSearchParams.prototype, 'size');
    without(AbortSignal, 'any', 'timeout');
    without(window, 'requestIdleCallback', 'Iterator');
  });
}

test('a browser of 2022 shows the problems of a form in its place, and sends it', async () => {
  await using visit = await newVisit(browser, { width: 360, height: 740 });
  const { page } = visit;
  await makeOld(page);
  await page.goto(`${site}/sic`);
  await hydrated(page);
  const form = page.locator('form[action^="/_casos"]');
  await form.locator('button[type=submit]').click();
  await page.locator('#problemas').waitFor();
  expect(new URL(page.url()).pathname).toBe('/sic');
  await page.getByLabel('Que informação você quer?').fill('Quanto custou a reforma do posto do centro em 2025?');
  await page.getByLabel('Só pelo acompanhamento').check();
  await page.getByLabel('Nome ou nome social').fill('Rita de Souza');
  await page.getByLabel('E-mail', { exact: true }).fill('rita@exemplo.org');
  await typedSlowly(page);
  await form.locator('button[type=submit]').click();
  await page.waitForURL(`${site}/_casos/recibo`);
  expect(await page.locator('dd code').first().textContent()).toMatch(/^SIC-/);
  expect(visit.troubles).toEqual([]);
});

test.each(['/lai/glossario', '/lai/numeros', '/lai/situacao', '/servicos', '/lai/documentos/leis', '/sic/RelatorioEstatistica'])(
  'a browser of 2022 follows a link to %s within the application',
  async (path) => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await makeOld(page);
    await page.goto(`${site}/paginas/mapa-do-site`);
    await hydrated(page);
    await page.evaluate((href) => {
      const link = document.createElement('a');
      link.href = href;
      document.body.append(link);
      link.click();
    }, path);
    await page.waitForURL(`${site}${path}`);
    await page.locator('main h2, main h3').first().waitFor();
    expect(visit.requests).not.toContain(`GET ${path}`);
    expect(visit.troubles).toEqual([]);
  },
);
