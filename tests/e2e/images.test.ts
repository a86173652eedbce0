/** Pictures in the browser: no layout shift, AVIF or WebP, one preloaded picture, and pictures without script. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { hydrated, newVisit, quiet } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;
let news: string;

beforeAll(async () => {
  browser = await startBrowser();
  const html = await (await fetch(`${site}/informacoes/noticias`)).text();
  news = /href="(\/informacoes\/noticia\/\d+)"/.exec(html)?.[1] ?? '/no-news-is-linked';
});
afterAll(() => browser.close());

interface Shift {
  readonly value: number;
  readonly nodes: readonly string[];
}

/** Counts every layout shift from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    const seen: { value: number; nodes: string[] }[] = [];
    Object.assign(window, { seenShifts: seen });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const nodes = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 90) : (node?.textContent ?? 'gone'),
        );
        seen.push({ value: entry.value, nodes });
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
}

const shifts = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => (window as unknown as { seenShifts: readonly Shift[] }).seenShifts);

/** Scrolls to the end, window by window, and waits for each picture on the way. */
async function readThrough(page: Page): Promise<void> {
  for (let y = 0; y < (await page.evaluate(() => document.documentElement.scrollHeight)); y += 600) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await page.waitForFunction(() =>
      [...document.images]
        .filter(
          (image) =>
            image.checkVisibility() && image.getBoundingClientRect().top < window.innerHeight && image.getBoundingClientRect().bottom > 0,
        )
        .every((image) => image.complete && image.naturalWidth > 0),
    );
  }
}

interface ShownPicture {
  readonly src: string;
  /** Descriptors of all candidates, ascending, and that of the chosen one. */
  readonly offered: readonly number[];
  readonly chosen: number;
  /** CSS pixels that the whole picture takes, what its frame cuts off included. */
  readonly drawn: number;
}

/** The pictures of the page that have been loaded, banners beside the window left out. */
const shownPictures = (page: Page): Promise<readonly ShownPicture[]> =>
  page.locator('main img[srcset]').evaluateAll((all) =>
    all
      .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement && image.checkVisibility() && image.currentSrc !== '')
      .map((image) => {
        const { width, height } = image.getBoundingClientRect();
        const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
        const candidates = image.srcset.split(', ').map((candidate) => candidate.split(' '));
        const at = image.currentSrc.slice(location.origin.length);
        return {
          src: image.currentSrc,
          offered: candidates.map(([, descriptor = '']) => Number.parseInt(descriptor, 10)),
          chosen: Number.parseInt(candidates.find(([address]) => address === at)?.[1] ?? '', 10),
          drawn: getComputedStyle(image).objectFit === 'cover' ? Math.max(width, height * ratio) : width,
        };
      }),
  );

describe.each([
  ['the home page', () => '/'],
  ['the list of news', () => '/informacoes/noticias'],
  ['a news page', () => news],
])('%s', (_name, pathOf) => {
  test.each([360, 768, 1024, 1280, 1920])('loads the smallest file that fills each place (window of %i)', async (width) => {
    await using visit = await newVisit(browser, { width, height: 780 });
    const { page } = visit;
    await page.goto(`${site}${pathOf()}`);
    await readThrough(page);
    const shown = await shownPictures(page);
    expect(shown.length).toBeGreaterThan(1);
    const wrong = shown.filter(({ chosen, offered, drawn }) => chosen !== (offered.find((offer) => offer >= drawn) ?? offered.at(-1)));
    expect(wrong).toEqual([]);
    // HTML, srcset attributes: a descriptor is the width of what comes.
    const natural = await page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.map(async (src) => {
            const image = Object.assign(new Image(), { src });
            await image.decode();
            return image.naturalWidth;
          }),
        ),
      shown.map(({ src }) => src),
    );
    expect(natural).toEqual(shown.map(({ chosen }) => chosen));
  });
});

describe.each([
  ['the home page', () => '/'],
  ['a news page', () => news],
])('%s', (_name, pathOf) => {
  test.each([360, 1280])('a page has no layout shift while slow pictures load (window of %i)', async (width) => {
    await using visit = await newVisit(browser, { width, height: 780 });
    const { page, troubles } = visit;
    await watchShifts(page);
    // The pictures come when everything else has long been read.
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/_image\?|\/nhostprovider\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site}${pathOf()}`, { waitUntil: 'domcontentloaded' });
    await hydrated(page);
    // A font that comes late may widen a word; that is no matter of pictures, and over before they come.
    await page.evaluate(() => document.fonts.ready.then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))));
    const before = (await shifts(page)).length;
    release();
    await readThrough(page);
    expect((await shifts(page)).slice(before)).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('loads its pictures as AVIF or WebP', async () => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    const types = new Map<string, string>();
    page.on('response', (response) => types.set(response.url(), response.headers()['content-type'] ?? ''));
    await page.goto(`${site}${pathOf()}`);
    await readThrough(page);
    const shown = await shownPictures(page);
    expect(shown.length).toBeGreaterThan(1);
    for (const { src } of shown) expect(types.get(src)).toMatch(/^image\/(?:avif|webp)$/);
  });

  test('preloads its first large picture alone, and requests each picture once', async () => {
    await using visit = await newVisit(browser);
    const { page, troubles } = visit;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'image') asked.push(request.url());
    });
    await page.goto(`${site}${pathOf()}`);
    await hydrated(page);
    await readThrough(page);
    await quiet(visit);
    const early = await page
      .locator('head > link[rel="preload"][as="image"][fetchpriority="high"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('imagesrcset') ?? link.getAttribute('href') ?? ''));
    // The picture of the header only decorates (decision 0102), so a page without another large one preloads none.
    const first = await page.locator('main img[fetchpriority="high"]').all();
    expect(first.length).toBeLessThanOrEqual(1);
    expect(early).toHaveLength(first.length);
    for (const image of first) {
      const used = new URL(await image.evaluate((element: HTMLImageElement) => element.currentSrc));
      expect(early[0]).toContain(`${used.pathname}${used.search}`);
    }
    expect(asked.filter((url, index) => asked.indexOf(url) !== index)).toEqual([]);
    // The browser complains of a preload that nothing used.
    expect(troubles).toEqual([]);
  });

  test('shows its pictures without script, over their blurred versions', async () => {
    await using visit = await newVisit(browser, { script: false });
    const { page } = visit;
    await page.goto(`${site}${pathOf()}`);
    for (const image of await page.locator('main img[srcset]').all()) {
      if (!(await image.isVisible())) continue;
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 10)).toBe(true);
      const onTop = await image.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const hit = document.elementsFromPoint(x + width / 2, y + height / 2).filter((found) => found instanceof HTMLImageElement);
        return hit.length > 0 && hit[0] === element;
      });
      expect(onTop).toBe(true);
    }
  });
});

/** Returns the largest contentful paint: the address of a picture, or null for text. */
async function largestPaint(page: Page): Promise<string | null> {
  return page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        interface LargestPaint extends PerformanceEntry {
          readonly url: string;
        }
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as LargestPaint | undefined;
          resolve(last === undefined || last.url === '' ? null : last.url);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

test('the largest contentful paint of the home page is a preloaded picture on wide screens and text on narrow ones', async () => {
  for (const [width, isPicture] of [
    [360, false],
    [768, false],
    [1280, true],
    [1920, true],
  ] as const) {
    await using visit = await newVisit(browser, { width, height: 900 });
    const { page } = visit;
    await page.goto(site, { waitUntil: 'load' });
    await quiet(visit);
    const early = page.locator('main img[fetchpriority="high"]');
    expect(await early.getAttribute('loading')).toBe('eager');
    expect(await early.isVisible()).toBe(isPicture);
    const largest = isPicture ? await early.evaluate((image: HTMLImageElement) => image.currentSrc) : null;
    // A loaded picture is painted only when it is decoded: for a moment the largest paint is a text.
    await expect.poll(() => largestPaint(page)).toBe(largest);
  }
});

test('a narrow screen does not load the picture that only wide screens show', async () => {
  await using visit = await newVisit(browser, { width: 360, height: 780 });
  const { page } = visit;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/_image?')) asked.push(new URL(request.url()).searchParams.get('url') ?? '');
  });
  await page.goto(site);
  await readThrough(page);
  await quiet(visit);
  const first = await page.locator('main img[fetchpriority="high"]').getAttribute('src');
  const source = new URL(first ?? '', site).searchParams.get('url');
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).not.toContain(source);
});

test('the blurred version of a picture is 10 by 10 pixels and is visible until a slow picture has loaded', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  await page.route(/\/_image\?.*q=80/, () => new Promise(() => undefined));
  await page.goto(`${site}${news}`, { waitUntil: 'domcontentloaded' });
  const preview = page.locator('main img[aria-hidden="true"]').first();
  await preview.scrollIntoViewIfNeeded();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([10, 10]);
  const [small, frame] = [await preview.boundingBox(), await preview.locator('xpath=..').boundingBox()];
  expect(small).toEqual(frame);
});
