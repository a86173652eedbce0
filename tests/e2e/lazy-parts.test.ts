/** Code and data that load on demand: the chunk of a page, and link previews. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { hydrated, newVisit } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const NEWS = '/informacoes/noticias';

/** Makes the code of the news list fail; notes the documents, and for each failure how many documents there had been. */
async function breakNews(page: Page): Promise<{ readonly documents: string[]; readonly failures: number[] }> {
  const documents: string[] = [];
  const failures: number[] = [];
  await page.route(/\/assets\/noticias-[^/]*\.js/, async (route) => {
    failures.push(documents.length);
    await route.abort();
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return { documents, failures };
}

/** Moves the pointer onto a link of the footer, which the visitor may follow. */
function pointAtLink(page: Page): Promise<void> {
  return page.locator('footer a').first().dispatchEvent('pointerover', { pointerType: 'mouse' });
}

/** Waits until the page has nothing to do; it would be loading again by then. */
function idle(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

function blockStorage(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
}

describe('code that does not load', () => {
  test.each([
    ['', false],
    [' with storage blocked', true],
  ])('reloads the page exactly once within the guard%s, and the page stays readable', async (_name, blocked) => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    if (blocked) await blockStorage(page);
    const { documents, failures } = await breakNews(page);
    await page.goto(`${site}${NEWS}`);
    // The visitor points at a link in each document that comes.
    await expect.poll(() => pointAtLink(page).then(() => failures)).toContain(2);
    await idle(page);
    expect(documents).toEqual([NEWS, NEWS]);
    expect(await page.locator('h1').innerText()).toBe('Notícias');
    expect(await page.locator('main a[href^="/informacoes/noticia/"]').count()).toBeGreaterThan(5);
  });

  test('missing code of the page that a link leads to causes one page load', async () => {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await page.goto(`${site}/sic`);
    await hydrated(page);
    const { documents, failures } = await breakNews(page);
    await page.evaluate((href) => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', `<a id="para-noticias" href="${href}">Notícias</a>`);
    }, NEWS);
    await page.locator('#para-noticias').click();
    await page.waitForURL(`**${NEWS}`);
    await expect.poll(() => pointAtLink(page).then(() => failures)).toContain(1);
    await idle(page);
    expect(documents).toEqual([NEWS]);
    expect(await page.locator('h1').innerText()).toBe('Notícias');
  });
});

const FULL_MENU = '/lai/MenuCompleto';

describe('link previews', () => {
  test('at most 4 of 30 visible links are in flight, and each link is requested once', async () => {
    await using visit = await newVisit(browser, { height: 8_000 });
    const { page } = visit;
    let flying = 0;
    let most = 0;
    const asked: string[] = [];
    const held: (() => void)[] = [];
    await page.route(/_payload\.json/, async (route) => {
      const { pathname } = new URL(route.request().url());
      // The look for a new build asks for the page's own payload; that is no preview.
      if (pathname.startsWith(FULL_MENU)) return route.continue();
      flying++;
      most = Math.max(most, flying);
      asked.push(pathname);
      await new Promise<void>((resolve) => held.push(resolve));
      flying--;
      await route.continue();
    });
    await page.goto(`${site}${FULL_MENU}`);
    expect(await page.locator('main a[href^="/lai/documentos/"]').count()).toBeGreaterThanOrEqual(30);
    // Previews begin with the first sign of the visitor.
    await pointAtLink(page);
    const lists = (): number => asked.filter((path) => path.startsWith('/lai/documentos/')).length;
    await expect.poll(() => held.length).toBe(4);
    while (lists() < 30) {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      held.shift()?.();
    }
    expect(most).toBe(4);
    expect(new Set(asked).size).toBe(asked.length);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('are not requested with Save-Data', async () => {
    await using visit = await newVisit(browser, { height: 8_000 });
    const { page, requests } = visit;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
    await page.goto(`${site}${FULL_MENU}`);
    await pointAtLink(page);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((request) => request.endsWith('_payload.json') && !request.includes(FULL_MENU))).toEqual([]);
  });

  test('serve the click that follows', async () => {
    await using visit = await newVisit(browser);
    const { page, requests } = visit;
    await page.goto(`${site}${NEWS}`);
    // The look for a new build, which begins with the first sign of the visitor, asks once for the payload of the page that is open then: it
    // must not come after the click.
    await pointAtLink(page);
    await expect.poll(() => requests).toContain(`GET ${NEWS}/_payload.json`);
    const link = page.locator('main a[href^="/informacoes/noticia/"]').first();
    const payload = `GET ${await link.getAttribute('href')}/_payload.json`;
    await link.hover();
    await expect.poll(() => requests.filter((request) => request === payload).length).toBe(1);
    await link.click();
    await page.waitForURL(/\/informacoes\/noticia\/\d+$/);
    await expect.poll(() => page.locator('h1').innerText()).not.toBe('Notícias');
    expect(requests.filter((request) => request === payload)).toHaveLength(1);
  });
});

test('the application that could not be loaded at the first sign comes at the next one', async () => {
  await using visit = await newVisit(browser);
  const { page } = visit;
  let failures = 0;
  await page.route(/\/assets\/entry-client[^/]*\.js$/, (route) => {
    failures += 1;
    return route.abort('internetdisconnected');
  });
  await page.goto(`${site}/sic`);
  await page.locator('#campo-texto').focus();
  await expect.poll(() => failures).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  await page.unrouteAll();
  await hydrated(page);
});

describe('what lives without the application', () => {
  const applications = (requests: readonly string[]): readonly string[] =>
    requests.filter((request) => /entry-client-.*\.js$/.test(request));

  test.each([
    ['2026-11-25T15:00:00Z', 'Aberto agora, até as 16h30'],
    ['2026-11-25T22:00:00Z', 'Fechado agora'],
  ])('says at %s: %s', async (now, said) => {
    await using visit = await newVisit(browser);
    const { page, requests, troubles } = visit;
    await page.clock.setFixedTime(now);
    await page.goto(`${site}/ouvidoria`);
    const part = page.locator('[data-vivo="horario"]').first();
    await expect.poll(() => part.innerText()).toBe(said);
    expect(applications(requests)).toEqual([]);
    await hydrated(page);
    expect(await part.innerText()).toBe(said);
    expect(troubles).toEqual([]);
  });

  test('shows new notices, and hydration finds the page as it is then', async () => {
    await using visit = await newVisit(browser);
    const { page, requests, troubles } = visit;
    await page.clock.install();
    const html = await (await fetch(site)).text();
    const notices = /data-vivo="renovar" data-operacao="(\d+)"/.exec(html)?.[1];
    const block = new RegExp(`<script[^>]*data-resultado="${notices}"[^>]*>(.*?)</script>`, 's').exec(html)?.[1] ?? '';
    const [, title = ''] = /"titulo" ?: ?"([^"]+)"/.exec(block) ?? [];
    await page.goto(site);
    await page.route(`${site}/`, (route) => route.fulfill({ contentType: 'text/html', body: html.replaceAll(title, 'Um aviso novo') }));
    const shown = page.locator('[data-vivo="renovar"]');
    // They are looked for every two minutes.
    await expect.poll(() => page.clock.runFor('01:00').then(() => shown.innerText())).toContain('Um aviso novo');
    expect(applications(requests)).toEqual([]);
    await hydrated(page);
    expect(await shown.innerText()).toContain('Um aviso novo');
    expect(troubles).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
