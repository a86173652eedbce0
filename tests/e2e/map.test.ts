/** The map of the units: no request to another origin before the visitor opens it, keyboard use, and failing tiles. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { startLoadedSite } from '../support/loaded-site.ts';
import type { RunningSite } from '../support/site.ts';
import { axeFaults } from './measures/appearance.ts';
import { hydrated, newVisit, overflowing, type Visit, type VisitOptions, visitAgain } from './pages.ts';
import { startTileServer, type TileServer } from './tile-server.ts';

const MAP = '/informacoes/mapa';
/** The names of all units: those of the posts, and those that other units are folded under. */
const UNITS = 'main :is(h3[id^="unidade-"], summary h3)';
const ATTRIBUTION = '© <b>Mapas</b> & cia. https://www.mapas.example/direitos';

const siteWithoutTiles = inject('siteUrl');
let browser: Browser;
let tiles: TileServer;
let site: RunningSite;

beforeAll(async () => {
  [browser, tiles] = await Promise.all([startBrowser(), startTileServer()]);
  site = await startLoadedSite({ environment: { MAP_TILE_URL: tiles.template, MAP_TILE_ATTRIBUTION: ATTRIBUTION } });
}, 300_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
  await tiles[Symbol.asyncDispose]();
});

/** Opens the page, hydrated, with the map still closed. */
async function visitMap(options: VisitOptions = {}): Promise<Visit> {
  return openPage(await visitAgain(browser, options));
}

async function openPage(visit: Visit): Promise<Visit> {
  tiles.mode = 'draw';
  tiles.asked.length = 0;
  await visit.page.goto(`${site.url}${MAP}`);
  await hydrated(visit.page);
  return visit;
}

const opener = (page: Page): Locator => page.locator('summary', { hasText: 'o mapa' });
const frame = (page: Page): Locator => page.getByRole('region', { name: 'Mapa das unidades' });
const markers = (page: Page): Locator => frame(page).getByRole('link', { name: /, abrir a ficha$/ });
const drawnTiles = (page: Page): Locator => frame(page).locator('.leaflet-tile-loaded');
const card = (page: Page): Locator => frame(page).getByRole('dialog');

async function openMap(page: Page): Promise<void> {
  await opener(page).click();
  await markers(page).first().waitFor();
}

async function openDrawnMap(page: Page): Promise<void> {
  await openMap(page);
  await expect.poll(() => drawnTiles(page).count()).toBeGreaterThan(0);
}

/** Where a marker stands in the window, in whole pixels. */
async function placeOf(marker: Locator): Promise<readonly [x: number, y: number]> {
  const box = await marker.boundingBox();
  if (box === null) throw new Error('the marker is not shown');
  return [Math.round(box.x), Math.round(box.y)];
}

const focused = (locator: Locator): Promise<boolean> => locator.evaluate((element) => element === document.activeElement);

describe('the page', () => {
  test('sends requests to its own origin only, until the visitor opens the map', async () => {
    await using visit = await newVisit(browser);
    const { page, troubles } = visit;
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) foreign.push(request.url());
    });
    tiles.mode = 'draw';
    await page.goto(`${site.url}${MAP}`);
    await hydrated(page);
    expect(await page.locator('h2').first().isVisible()).toBe(true);
    expect(foreign).toEqual([]);
    expect(visit.requests.filter((request) => /tile-map|leaflet/.test(request))).toEqual([]);
    await openDrawnMap(page);
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign.filter((url) => !url.startsWith(`${tiles.origin}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('shows its list without script, and a sentence that the map needs script', async () => {
    await using visit = await newVisit(browser, { script: false });
    const { page } = visit;
    await page.goto(`${site.url}${MAP}`);
    expect(await page.getByRole('link', { name: /^Como chegar/ }).count()).toBeGreaterThan(2);
    expect(await page.locator('address').count()).toBeGreaterThan(3);
    expect(await opener(page).isVisible()).toBe(false);
    expect(await page.locator('#mapa ~ noscript p').isVisible()).toBe(true);
  });

  test('has no map and no tile origin in its content policy when no tiles are configured', async () => {
    await using visit = await newVisit(browser);
    const { page, troubles } = visit;
    const answer = await page.goto(`${siteWithoutTiles}${MAP}`);
    await hydrated(page);
    expect(answer?.headers()['content-security-policy']).toContain("img-src 'self' data:;");
    expect(await page.locator('address').count()).toBeGreaterThan(3);
    expect(await page.locator('#mapa, details[data-so-com-script]').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('is the only page whose content policy allows tiles, and links to it and from it are page loads', async () => {
    await using visit = await newVisit(browser);
    const { page, troubles } = visit;
    tiles.mode = 'draw';
    const policy = async (path: string): Promise<string> =>
      (await fetch(`${site.url}${path}`)).headers.get('content-security-policy') ?? '';
    expect(await policy(MAP)).toContain(`img-src 'self' data: ${tiles.origin};`);
    expect(await policy('/')).not.toContain(tiles.origin);
    await page.goto(site.url);
    await hydrated(page);
    const mark = (): Promise<void> => page.evaluate(() => document.documentElement.setAttribute('data-marca', ''));
    const marked = (): Promise<number> => page.locator('html[data-marca]').count();
    await mark();
    await page.locator(`main a[href="${MAP}"]`).first().click();
    await page.waitForURL(`${site.url}${MAP}`);
    expect(await marked()).toBe(0);
    await hydrated(page);
    await openDrawnMap(page);
    await mark();
    await page.goBack();
    await page.waitForURL(`${site.url}/`);
    await page.goForward();
    await page.waitForURL(`${site.url}${MAP}`);
    await page.locator('header a[href="/"]').first().click();
    await page.waitForURL(`${site.url}/`);
    expect(await marked()).toBe(0);
    expect(troubles).toEqual([]);
  });
});

describe('the open map', () => {
  test('shows tiles of 256 pixels, a marker for every unit, and the attribution', async () => {
    await using visit = await visitMap();
    const { page, troubles } = visit;
    await openDrawnMap(page);
    const size = await drawnTiles(page)
      .first()
      .evaluate((tile: HTMLImageElement) => [tile.offsetWidth, tile.offsetHeight]);
    expect(size).toEqual([256, 256]);
    const names = await markers(page).evaluateAll((all) => all.map((marker) => marker.getAttribute('aria-label') ?? ''));
    // A marker of several begins with their number.
    const counts = names.map((name) => Number(/^(\d+) unidades: /.exec(name)?.[1] ?? 1));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(await page.locator(UNITS).count());
    expect(Math.max(...counts)).toBeGreaterThan(1);
    expect(Math.min(...counts)).toBe(1);
    // No marker is called anything else.
    expect(await frame(page).locator('.leaflet-marker-pane > *').count()).toBe(names.length);
    const credit = frame(page).locator('.leaflet-control-attribution');
    expect(await credit.innerText()).toBe('© <b>Mapas</b> & cia. mapas.example/direitos');
    expect(await credit.getByRole('link').getAttribute('href')).toBe('https://www.mapas.example/direitos');
    expect(await credit.locator('b').count()).toBe(0);
    // Tile services refuse visitors that do not say where they come from.
    expect([...tiles.referrers]).toEqual([`${site.url}/`]);
    expect(troubles).toEqual([]);
  });

  test('works with the keyboard: moves, zooms, opens a card and returns the focus', async () => {
    await using visit = await visitMap({ reducedMotion: 'reduce' });
    const { page, troubles } = visit;
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => drawnTiles(page).count()).toBeGreaterThan(0);
    await page.keyboard.press('Tab');
    expect(await focused(page.getByRole('link', { name: 'Pular o mapa' }))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await focused(frame(page))).toBe(true);
    const first = markers(page).first();
    const [x, y] = await placeOf(first);
    await page.keyboard.press('ArrowRight');
    expect((await placeOf(first))[0]).toBeLessThan(x);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    expect((await placeOf(first))[1]).toBeLessThan(y);
    await page.keyboard.press('ArrowUp');
    expect(await placeOf(first)).toEqual([x, y]);
    const zooms = (): Promise<string[]> => Promise.resolve([...new Set(tiles.asked.map((tile) => tile.split('/')[0] ?? ''))]);
    const before = await zooms();
    await page.keyboard.press('+');
    await expect.poll(zooms).toEqual([...before, String(Number(before[0]) + 1)]);
    await page.keyboard.press('-');
    await expect.poll(() => placeOf(first)).toEqual([x, y]);

    const names = await page.locator(UNITS).allInnerTexts();
    const called: string[] = [];
    for (let index = 0; index < (await markers(page).count()); index++) {
      await page.keyboard.press('Tab');
      expect(await focused(markers(page).nth(index))).toBe(true);
      called.push((await markers(page).nth(index).getAttribute('aria-label')) ?? '');
    }
    // In the order of the list.
    const order = called.map((name) =>
      names.findIndex((text) => name.replace(/^\d+ unidades: /, '').startsWith(text.replace(/\s+\S+$/, ''))),
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));

    const last = markers(page).last();
    // A link is opened by Enter; Space is a button's.
    await page.keyboard.press('Space');
    expect(await card(page).count()).toBe(0);
    await last.press('Enter');
    await card(page).waitFor();
    expect(await focused(card(page))).toBe(true);
    expect(await last.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Tab');
    expect(
      await focused(
        card(page)
          .getByRole('link', { name: /^Como chegar/ })
          .first(),
      ),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'detached' });
    expect(await focused(last)).toBe(true);
    expect(await last.getAttribute('aria-expanded')).toBe('false');
    expect(troubles).toEqual([]);
  });

  test('has a link that skips the map', async () => {
    await using visit = await visitMap();
    const { page } = visit;
    await openMap(page);
    await opener(page).focus();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Pular o mapa' });
    expect((await skip.boundingBox())?.width).toBeGreaterThan(40);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fim-do-mapa');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.leaflet-container'))).toBeNull();
  });

  test.each([320, 360, 1280])('has cards of at most 300 pixels whose links work (window of %i)', async (width) => {
    await using visit = await visitMap({ width, height: 780 });
    const { page, troubles } = visit;
    await openDrawnMap(page);
    for (const marker of await markers(page).all()) {
      // The focus brings a marker into view that the last card pushed out.
      await marker.focus();
      await marker.press('Enter');
      await expect.poll(() => marker.getAttribute('aria-expanded')).toBe('true');
      await expect.poll(() => card(page).count()).toBe(1);
      const popup = frame(page).locator('.leaflet-popup');
      // As laid out: what is drawn is moved by a transform, whose sums have an end.
      const [cardWidth, mapWidth] = await Promise.all(
        [popup, frame(page)].map((box) => box.evaluate((element) => Number.parseFloat(getComputedStyle(element).width))),
      );
      expect(cardWidth).toBeLessThanOrEqual(300);
      // As wide as the map lets it be, with eight pixels on both sides; the map's own borders and parts of pixels aside.
      expect(cardWidth).toBeGreaterThan(Math.min(300, (mapWidth ?? 0) - 20) - 1);
      // The address and the way there are read without scrolling; where the card goes on, its edge shows that.
      const scroller = popup.locator('.leaflet-popup-content');
      const { bottom, cut, shades } = await scroller.evaluate((element) => ({
        bottom: element.getBoundingClientRect().bottom,
        cut: element.scrollHeight > element.clientHeight,
        shades: getComputedStyle(element).backgroundImage,
      }));
      const way = await card(page).getByRole('link').first().boundingBox();
      expect(await card(page).getByRole('link').first().innerText()).toMatch(/^Como chegar/);
      expect((way?.y ?? Number.NaN) + (way?.height ?? Number.NaN)).toBeLessThan(bottom);
      expect(shades.includes('gradient')).toBe(cut);
    }
    expect(await overflowing(page)).toEqual([]);
    await frame(page).getByRole('button', { name: 'Fechar' }).click();
    await card(page).waitFor({ state: 'detached' });
    expect(await focused(markers(page).last())).toBe(true);
    await markers(page).last().click();
    const link = card(page).getByRole('link', { name: /^O que faz/ });
    const href = await link.getAttribute('href');
    await link.click();
    await page.waitForURL(`${site.url}${href}`);
    expect(href).toMatch(/^\/institucional\/unidade\/\d+$/);
    expect(troubles).toEqual([]);
  });

  test('has Portuguese names and passes axe closed, open and with a card', async () => {
    await using visit = await visitMap();
    const { page, troubles } = visit;
    const part = { script: true, checked: new Set<string>() };
    expect(await axeFaults(page, { ...part, part: 'page' })).toEqual([]);
    await openDrawnMap(page);
    expect(await axeFaults(page, { ...part, part: 'content' })).toEqual([]);
    const buttons = frame(page).getByRole('button');
    await expect
      .poll(() =>
        frame(page)
          .getByRole('button', { name: /^(?:Aproximar|Afastar)$/ })
          .count(),
      )
      .toBe(2);
    await markers(page).first().click();
    await card(page).waitFor();
    const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
    expect(names).toContain('Fechar');
    expect(names.join()).not.toMatch(/close|zoom|marker/i);
    expect(await axeFaults(page, { ...part, part: 'content' })).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('removes its elements and listeners when it is closed', async () => {
    await using visit = await visitMap();
    const { page, troubles } = visit;
    await openDrawnMap(page);
    await opener(page).click();
    await expect.poll(() => page.locator('.leaflet-container').count()).toBe(0);
    await openDrawnMap(page);
    expect(await markers(page).count()).toBeGreaterThan(1);
    expect(troubles).toEqual([]);
  });

  test('opens for a click that precedes hydration', async () => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/entry-client[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    tiles.mode = 'draw';
    await page.goto(`${site.url}${MAP}`, { waitUntil: 'commit' });
    await opener(page).click();
    expect(await page.locator('.leaflet-container').count()).toBe(0);
    release();
    await expect.poll(() => drawnTiles(page).count()).toBeGreaterThan(0);
  });
});

describe('without tiles', () => {
  const message = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'As imagens do mapa não chegaram' });

  test('the map shows one message, keeps its markers, and a button tries again', async () => {
    await using visit = await visitMap();
    const { page } = visit;
    tiles.mode = 'refuse';
    await openMap(page);
    await message(page).waitFor();
    expect(await message(page).count()).toBe(1);
    expect(await page.locator('address').first().isVisible()).toBe(true);
    expect(await markers(page).count()).toBeGreaterThan(1);
    tiles.mode = 'draw';
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(() => drawnTiles(page).count()).toBeGreaterThan(0);
    expect(await message(page).count()).toBe(0);
    expect(await focused(frame(page))).toBe(true);
  });

  test('a tile host that does not answer times out after ten seconds', async () => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await page.clock.install();
    await page.goto(`${site.url}${MAP}`);
    await hydrated(page);
    tiles.mode = 'hang';
    // The page's clock runs by itself too, so its own time of the message is what counts.
    const asked = await page.evaluate(() => {
      const { body, documentElement } = document;
      const seen = new MutationObserver(() => {
        if (document.querySelector('main [role="alert"]') === null) return;
        documentElement.setAttribute('data-avisado-em', String(Date.now()));
        seen.disconnect();
      });
      seen.observe(body, { childList: true, subtree: true });
      return Date.now();
    });
    await openMap(page);
    await page.clock.fastForward(9_000);
    await page.clock.fastForward(2_000);
    await message(page).waitFor();
    const told = Number(await page.locator('html').getAttribute('data-avisado-em'));
    expect(told - asked).toBeGreaterThanOrEqual(10_000);
  });

  test('the list stays without tiles and without a network, and the map opens when the network is back', async () => {
    // The code of the map is in no cache.
    await using visit = await openPage(await newVisit(browser));
    const { page, context } = visit;
    await page.evaluate(() => document.documentElement.setAttribute('data-marca', ''));
    await context.setOffline(true);
    await opener(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'O mapa não carregou' });
    await alert.waitFor();
    expect(await page.locator('address').first().isVisible()).toBe(true);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(() => drawnTiles(page).count()).toBeGreaterThan(0);
    expect(await alert.count()).toBe(0);
    expect(await page.locator('html[data-marca]').count()).toBe(1);
  });
});
