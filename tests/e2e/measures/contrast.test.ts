/** The contrast of texts over gradients and pictures, which axe does not measure, in every theme of the bar: one page of each kind of header. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { newVisit } from '../pages.ts';
import { faintTexts } from './contrast.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const PAGES = [
  '/',
  '/informacoes/noticias',
  '/informacoes/mapa',
  '/lai',
  '/lai/documentos/leis',
  '/lai/numeros',
  '/progestao/painel',
  '/ouvidoria',
  '/servicos/pedir-aposentadoria',
  '/nao-existe',
];

/** On a wide screen the picture stands in the header, beside the words; the rest is as on a phone. */
const WINDOWS = [
  { width: 360, height: undefined },
  { width: 1280, height: 640 },
] as const;

test.concurrent.for(WINDOWS)('texts are seen over every picture at $width px, in every theme', async ({ width, height }, { expect }) => {
  await using visit = await newVisit(browser, { script: false, width, reducedMotion: 'reduce' });
  const { page } = visit;
  const faults: string[] = [];
  for (const path of PAGES) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto(`${site}${path}`);
    for (const theme of ['claro', 'escuro', 'contraste']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-tema', name), theme);
      faults.push(...(await faintTexts(page, height)).map((fault) => `${path} in "${theme}": ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

test('a text over a picture without a veil is found', async () => {
  await using visit = await newVisit(browser, { script: false, width: 360 });
  await visit.page.goto(`${site}/sic`);
  await visit.page
    .locator('main img + div')
    .first()
    .evaluate((veil) => veil.remove());
  expect((await faintTexts(visit.page, 640)).join()).toContain('h1');
});
