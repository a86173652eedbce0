/** A streamed page without script: its late parts are visible, in reading order. */
import { readFile } from 'node:fs/promises';
import type { RequestHandler } from 'express';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPreviewRulesRouter } from '../../server/builds/preview-rules.ts';
import { SETTINGS, startSsr, untilAsked } from '../integration/ssr/ssr-server.ts';
import { startBrowser } from '../support/browser.ts';
import { newVisit } from './pages.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** The style sheet for readers without script, as it is; the page needs no other to be read. */
const noScriptStyle: RequestHandler = async (req, res, next) => {
  if (req.path === '/assets/sem-script.css') res.type('css').send(await readFile('client/styles/no-script.css'));
  else if (req.path.startsWith('/assets/') || req.path.includes('.')) res.status(204).end();
  else next();
};

/** Where the texts stand on the page, from top to bottom; null for one that is not shown. */
function placesOf(page: Page, selectors: readonly string[]): Promise<readonly (number | null)[]> {
  return page.evaluate(
    (wanted) =>
      wanted.map((selector) => {
        const element = document.querySelector(selector);
        return element?.checkVisibility() === true ? element.getBoundingClientRect().top : null;
      }),
    selectors,
  );
}

test('late parts are visible in reading order before the footer, and no skeleton is visible', async () => {
  // The answers of a test have no certificate, so nothing may ask for https.
  await using site = await startSsr({ https: false, settings: { ...SETTINGS, siteUrl: 'http://127.0.0.1' } }, undefined, [
    noScriptStyle,
    createPreviewRulesRouter([]),
  ]);
  site.backend.close('Comentarios');
  site.backend.close('Relacionados');
  await using visit = await newVisit(browser, { script: false, width: 360, height: 640 });
  const { page } = visit;
  const arriving = page.goto(`${site.origin}/artigos/7`, { waitUntil: 'commit' });
  await untilAsked(site.backend.asked, 3);
  site.timers.fire(5);
  expect((await arriving)?.status()).toBe(200);
  site.timers.fire(500);
  const main = page.locator('[data-principal]');
  await main.waitFor();
  expect(await page.locator('footer').isVisible()).toBe(true);
  expect(await page.locator('[data-comentario], [data-relacionado]').count()).toBe(0);

  // The second part arrives first: its place is still after the first one's.
  site.backend.open('Relacionados');
  await page.locator('[data-relacionado]').waitFor({ state: 'attached' });
  site.backend.open('Comentarios');
  await page.waitForLoadState('load');
  const places = await placesOf(page, ['h1', '[data-principal]', '[data-comentario]', '[data-relacionado]', 'footer']);
  expect(places).not.toContain(null);
  expect(places).toEqual(places.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  expect(await placesOf(page, ['[data-espera]'])).toEqual([null]);
  expect(visit.troubles).toEqual([]);
});
