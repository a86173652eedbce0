/** The small page header (specification section 2). */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { RECEIPT_PATH, TRACKING_PATH } from '../../shared/cases/addresses.ts';
import { startBrowser } from '../support/browser.ts';
import { newVisit, overflowing } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const PICTURE = 'main img[width="2080"][height="1024"]';

test.each([360, 1280])('at %i px the page header is 400 px high with picture, veil, title and logo button', async (width) => {
  await using visit = await newVisit(browser, { width });
  const { page } = visit;
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/_image?') && response.url().includes('w=2080')),
    // A page of no area, so that the header has the picture of the site.
    page.goto(`${site}/busca`),
  ]);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp']);
  expect(new URL(answer.url()).searchParams.get('q')).toBe('60');
  const picture = page.locator(PICTURE);
  const header = picture.locator('xpath=..');
  const outer = await header.boundingBox();
  expect(outer?.height).toBe(400);
  expect(outer?.width).toBe(width);
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  expect(
    await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight, getComputedStyle(image).objectFit]),
  ).toEqual([2080, 1024, 'cover']);
  expect(await header.locator('h1').count()).toBe(1);
  const button = header.getByRole('link', { name: 'Transparência' });
  expect(await button.getAttribute('href')).toBe('/lai');
  expect(await button.locator('img').count()).toBe(1);
  const box = await button.boundingBox();
  if (box === null || outer === null) throw new Error('the header has no box');
  expect(outer.x + outer.width - (box.x + box.width)).toBeLessThan(width / 4);
  expect(box.x).toBeGreaterThan(width / 3);
  expect(Math.abs(outer.y + outer.height - (box.y + box.height))).toBeLessThan(40);
});

test.each([360, 1280])('at %i px the largest painted element is text, because the picture appears after it', async (width) => {
  await using visit = await newVisit(browser, { width });
  const { page } = visit;
  await page.goto(`${site}/sic`);
  await page.locator(`${PICTURE}[data-pronta]`).waitFor();
  await expect.poll(() => page.locator(PICTURE).evaluate((picture) => getComputedStyle(picture).opacity)).toBe('1');
  const largest = await page.evaluate(
    () =>
      new Promise<readonly (string | undefined)[]>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().map((entry) => (entry as PerformanceEntry & { readonly element?: Element }).element?.tagName)),
        );
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  // Each entry is larger than the one before it: on a busy machine the logo is painted some frames before the words.
  expect(['H1', 'P']).toContain(largest.at(-1));
});

test.each([360, 1280])('at %i px the title of a page about one case stands at the top, with what the page is for', async (width) => {
  await using visit = await newVisit(browser, { script: false, width });
  const { page } = visit;
  for (const path of [TRACKING_PATH, RECEIPT_PATH]) {
    await page.goto(`${site}${path}`);
    const header = page.locator(PICTURE).locator('xpath=..');
    const [outer, title] = [await header.boundingBox(), await header.locator('h1').boundingBox()];
    expect((title?.y ?? 400) - (outer?.y ?? 0)).toBeLessThan(150);
    expect(await header.locator('h1 + p').innerText()).not.toBe('');
  }
});

test('in forced colours each logo keeps its light plate', async () => {
  await using visit = await newVisit(browser, { forcedColors: 'active', colorScheme: 'dark' });
  await visit.page.goto(`${site}/sic`);
  const logo = await visit.page.locator('header img').first().getAttribute('src');
  const grounds = await visit.page
    .locator(`img[src="${logo}"]`)
    .evaluateAll((logos) => logos.map((image) => getComputedStyle(image).backgroundColor));
  expect(grounds).toHaveLength(3);
  for (const ground of grounds) expect(ground).not.toMatch(/^rgba?\(0, 0, 0/);
});

test('without script the picture is shown as it arrives', async () => {
  await using visit = await newVisit(browser, { script: false });
  await visit.page.goto(`${site}/sic`);
  expect(await visit.page.locator(PICTURE).evaluate((picture) => getComputedStyle(picture).opacity)).toBe('1');
});

test('the veil is the primary colour, translucent, over the whole picture', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await page.goto(`${site}/sic`);
  const seen = await page.locator(`${PICTURE} + div`).evaluate((veil) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    /** Red, green, blue and opacity of a CSS colour, as the browser paints it. */
    const channels = (colour: string): number[] => {
      if (context === null) throw new Error('no canvas');
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const { backgroundColor, backgroundImage } = getComputedStyle(veil);
    const colours = [backgroundColor, ...(backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g) ?? [])].map(channels);
    const primary = channels(getComputedStyle(document.documentElement).getPropertyValue('--cor-primaria').trim());
    const [outer, inner] = [veil.parentElement?.getBoundingClientRect(), veil.getBoundingClientRect()];
    return { colours, primary, covers: outer?.width === inner.width && outer.height === inner.height };
  });
  expect(seen.covers).toBe(true);
  const painted = seen.colours.filter(([, , , opacity = 0]) => opacity > 0);
  expect(painted.length).toBeGreaterThan(0);
  for (const colour of painted) {
    expect(colour[3]).toBeLessThan(255);
    for (const channel of [0, 1, 2]) expect(Math.abs((colour[channel] ?? 0) - (seen.primary[channel] ?? 0))).toBeLessThanOrEqual(4);
  }
});

test('a row of `pagina` sets the size of its title', async () => {
  await using visit = await newVisit(browser, { script: false });
  const { page } = visit;
  await page.goto(`${site}/lai/MenuCompleto`);
  const links = await page
    .locator('a[href^="/paginas/"]')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''));
  const sizes = new Set<string>();
  for (const href of new Set(links)) {
    await page.goto(`${site}${href}`, { waitUntil: 'domcontentloaded' });
    sizes.add(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontSize));
  }
  expect(sizes.size).toBeGreaterThanOrEqual(2);
});

test('on a phone the search of the bar opens below it, as wide as the bar', async () => {
  await using visit = await newVisit(browser, { script: false, width: 360, height: 780 });
  const { page } = visit;
  await page.goto(`${site}/sic`);
  const bar = page.locator('header').first();
  const logo = await bar.locator('img').first().boundingBox();
  await bar.locator('summary').first().click();
  const field = await bar.locator('search form').boundingBox();
  if (field === null) throw new Error('the bar has no search');
  expect((await bar.locator('img').first().boundingBox())?.width).toBe(logo?.width);
  expect(field.y).toBeGreaterThan((logo?.y ?? 0) + (logo?.height ?? 0));
  expect(field.width).toBeGreaterThan(300);
});

test('the home page has no page header', async () => {
  await using visit = await newVisit(browser, { script: false });
  await visit.page.goto(site);
  expect(await visit.page.locator('main img').count()).toBeGreaterThan(0);
  expect(await visit.page.locator(`${PICTURE} ~ div h1`).count()).toBe(0);
});

test.each([
  [1280, 900, 5],
  [360, 780, 1],
])('the home page shows its services in the first view of %i x %i', async (width, height, count) => {
  await using visit = await newVisit(browser, { script: false, width, height });
  await visit.page.goto(site);
  const services = visit.page.getByRole('navigation', { name: 'Serviços mais procurados' }).getByRole('link');
  const ends = await services.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().bottom));
  expect(ends).toHaveLength(5);
  expect(ends.filter((end) => end <= height).length).toBeGreaterThanOrEqual(count);
});

test('the arch and the switch of the menu hold their words where the letters of the browser are twice as large', async () => {
  await using visit = await newVisit(browser, { width: 640 });
  const { page } = visit;
  await page.goto(`${site}/sic`);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await overflowing(page)).toEqual([]);
  const menu = page.locator('#menu > details > summary');
  expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the search fits a phone where its letters are twice as large', async () => {
  await using visit = await newVisit(browser, { width: 360 });
  const { page } = visit;
  await page.goto(`${site}/busca?q=licita%C3%A7%C3%A3o`);
  // The site's 112.5 % of letters of 32 px.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '225%'));
  for (const filter of await page.getByRole('navigation', { name: 'Filtros da busca' }).locator('summary').all()) await filter.click();
  expect(await overflowing(page)).toEqual([]);
});
