/** What the specification says of the error screen, the small page header, lazy parts and previews, seen in a browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { axeViolations, hydrated, newVisit } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const WIDTHS = [360, 1280] as const;

describe('the error screen', () => {
  test.each([
    ['/nao/existe', 'Page not found: /nao/existe'],
    ['/informacoes/noticia/999999', 'Page Not Found: /informacoes/noticia/999999'],
    ['/informacoes/noticia/abc?x=<b>', 'Page Not Found: /informacoes/noticia/abc?x='],
    ['/paginas/nao-existe', 'Page Not Found: /paginas/nao-existe'],
    ['/lai/documentos/naoExiste', 'Page Not Found: /lai/documentos/naoExiste'],
    ['/institucional/unidade/999999', 'Page Not Found: /institucional/unidade/999999'],
  ])('%s is 404 with the fixed texts and its message', async (path, message) => {
    const { page, context, troubles } = await newVisit(browser);
    try {
      const response = await page.goto(`${site}${path}`);
      expect(response?.status()).toBe(404);
      expect(response?.headers()['content-language']).toBe('pt-BR');
      expect(await page.title()).toBe('Ops!!!');
      expect(await page.locator('h1').allInnerTexts()).toEqual(['Ops!!!']);
      const text = await page.locator('main').innerText();
      expect(text).toContain('404');
      expect(text).toContain('Página não foi encontrada ou não existe.');
      expect(text).toContain(message);
      expect(troubles.filter((trouble) => !trouble.includes('404 (Not Found)'))).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
    } finally {
      await context.close();
    }
  });

  test.each(WIDTHS)('at %i px its button leads home, without script too', async (width) => {
    const { page, context } = await newVisit(browser, { width, script: false });
    try {
      await page.goto(`${site}/nada`);
      await page.getByRole('link', { name: 'Voltar Para Pagina Inicial' }).click();
      expect(new URL(page.url()).pathname).toBe('/');
    } finally {
      await context.close();
    }
  });

  test('a long unknown path is cut and its markup is text', async () => {
    const { page, context } = await newVisit(browser);
    try {
      await page.goto(`${site}/${'a'.repeat(400)}<img src=x onerror=alert(1)>`);
      expect(await page.locator('main img[src="x"]').count()).toBe(0);
      expect(await page.locator('main').innerText()).not.toContain('a'.repeat(201));
    } finally {
      await context.close();
    }
  });
});

describe('the small page header', () => {
  test.each(WIDTHS)('at %i px it is 400 px high with picture, veil, title and logo button', async (width) => {
    const { page, context, requests } = await newVisit(browser, { width });
    try {
      await page.goto(`${site}/lai`);
      await hydrated(page);
      const heading = page.locator('h1');
      const header = page
        .locator('div', { has: heading })
        .filter({ has: page.locator('img[width="2080"]') })
        .last();
      expect((await header.boundingBox())?.height).toBe(400);
      const picture = header.locator('img[width="2080"][height="1024"]');
      expect(await picture.getAttribute('src')).toMatch(/^\/_image\?.*w=2080&q=60/);
      expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, getComputedStyle(image).objectFit])).toEqual([
        2080,
        'cover',
      ]);
      expect(requests).toContain('GET /_image');
      const button = header.getByRole('link');
      expect(await button.getAttribute('href')).toBe('/lai');
      const [box, outer] = [await button.boundingBox(), await header.boundingBox()];
      if (box === null || outer === null) throw new Error('the header has no box');
      expect(outer.x + outer.width - (box.x + box.width)).toBeLessThan(width / 4);
      expect(outer.y + outer.height - (box.y + box.height)).toBeLessThan(80);
      expect(outer.y + outer.height - (box.y + box.height)).toBeGreaterThanOrEqual(0);
    } finally {
      await context.close();
    }
  });

  test('the veil is the primary colour, translucent', async () => {
    const { page, context } = await newVisit(browser);
    try {
      await page.goto(`${site}/sic`);
      const veils = await page.locator('main img[width="2080"] + div').evaluate((veil) => {
        const { backgroundColor, opacity, backgroundImage } = getComputedStyle(veil);
        return { backgroundColor, opacity, backgroundImage };
      });
      expect(`${veils.backgroundColor} ${veils.opacity} ${veils.backgroundImage}`).toMatch(/rgba?\(|color\(|oklch\(|color-mix/);
      const solid = /^rgb\(/.test(veils.backgroundColor) && veils.opacity === '1' && veils.backgroundImage === 'none';
      expect(solid).toBe(false);
    } finally {
      await context.close();
    }
  });

  test('a page may choose the size of its title', async () => {
    const { page, context } = await newVisit(browser);
    try {
      const sizes = new Set<string>();
      await page.goto(`${site}/lai/MenuCompleto`);
      const links = await page
        .locator('a[href^="/paginas/"]')
        .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''));
      for (const href of new Set(links)) {
        await page.goto(`${site}${href}`);
        sizes.add(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontSize));
      }
      expect(sizes.size).toBeGreaterThanOrEqual(2);
    } finally {
      await context.close();
    }
  });

  test('the home page has none', async () => {
    const { page, context } = await newVisit(browser);
    try {
      await page.goto(site);
      expect(await page.locator('img[width="2080"][height="1024"] + div + div h1').count()).toBe(0);
    } finally {
      await context.close();
    }
  });
});

describe('a lazy part that does not load', () => {
  test('reloads the page exactly once within the guard', async () => {
    const { page, context } = await newVisit(browser);
    try {
      await page.goto(`${site}/sic`);
      await hydrated(page);
      await page.route(/\/assets\/noticias-[^/]*\.js/, (route) => route.abort());
      const loads: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
      });
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '/informacoes/noticias';
        link.id = 'para-noticias';
        link.textContent = 'Notícias';
        document.querySelector('main')?.append(link);
      });
      await page.locator('#para-noticias').click();
      await page.waitForURL('**/informacoes/noticias');
      await page.waitForLoadState('networkidle');
      // The second failure, on the page that was loaded anew, stays within the guard: no loop.
      expect(loads).toEqual(['/informacoes/noticias']);
      expect(await page.locator('h1').innerText()).toBe('Notícias');
    } finally {
      await context.close();
    }
  });
});

describe('link previews', () => {
  test('30 visible links never have more than 4 in flight, and all are asked once', async () => {
    const { page, context } = await newVisit(browser, { height: 4000 });
    try {
      let flying = 0;
      let most = 0;
      const asked: string[] = [];
      const held: (() => void)[] = [];
      await page.route(/_payload\.json/, async (route) => {
        flying++;
        most = Math.max(most, flying);
        asked.push(new URL(route.request().url()).pathname);
        await new Promise<void>((resolve) => held.push(resolve));
        flying--;
        await route.continue();
      });
      await page.goto(`${site}/lai/MenuCompleto`);
      expect(await page.locator('main a[href^="/lai/documentos/"]').count()).toBeGreaterThanOrEqual(30);
      await expect.poll(() => asked.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
      for (let released = 0; released < 30; released++) {
        await expect.poll(() => held.length, { timeout: 15_000 }).toBeGreaterThan(0);
        held.shift()?.();
      }
      await expect.poll(() => asked.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(30);
      expect(most).toBeLessThanOrEqual(4);
      expect(new Set(asked).size).toBe(asked.length);
      for (const release of held) release();
    } finally {
      await context.close();
    }
  });

  test('with Save-Data none is asked', async () => {
    const { page, context, requests } = await newVisit(browser);
    try {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
      });
      await page.goto(`${site}/lai/MenuCompleto`);
      await page.locator('main').click({ position: { x: 5, y: 5 } });
      await hydrated(page);
      expect(requests.filter((request) => request.includes('/lai/documentos/') && request.includes('_payload.json'))).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

describe('navigation in the browser', () => {
  test('a click brings the page without a load: title, focus, announcement, and back again', async () => {
    const { page, context, requests, troubles } = await newVisit(browser);
    try {
      await page.goto(`${site}/informacoes/noticias`);
      await hydrated(page);
      const link = page.locator('main a[href^="/informacoes/noticia/"]').first();
      const title = (await link.innerText()).trim();
      const before = requests.filter((request) => request.includes('/v1/graphql')).length;
      await page.evaluate(() => {
        (window as unknown as { sameDocument: boolean }).sameDocument = true;
      });
      await link.click();
      await page.waitForURL(/\/informacoes\/noticia\/\d+$/);
      await expect.poll(() => page.locator('h1').innerText()).toBe(title);
      expect(await page.evaluate(() => (window as unknown as { sameDocument?: boolean }).sameDocument)).toBe(true);
      expect(await page.title()).toContain(title);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await expect
        .poll(() => page.locator('[aria-live="polite"], [role="status"]').allInnerTexts())
        .toContainEqual(expect.stringContaining(title));
      expect(requests.filter((request) => request.includes('/v1/graphql'))).toHaveLength(before);
      await page.goBack();
      await expect.poll(() => page.locator('h1').innerText()).toBe('Notícias');
      expect(troubles).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
