/** Every route and every category, as a visitor finds them: with script and without. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { matchRoute } from '../../shared/routes/match.ts';
import { ROUTES } from '../../shared/routes/table.ts';
import type { Layout } from '../../shared/routes/types.ts';
import { launchBrowser } from '../support/browser.ts';
import { axeViolations, hydrated, newVisit, type Visit } from './pages.ts';

const site = inject('siteUrl');
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** One address for every route with parameters is found by following links from the pages without. */
async function addresses(): Promise<readonly string[]> {
  const plain = ROUTES.filter((route) => Object.keys(route.params).length === 0).map(({ path }) => path);
  const found = new Map<string, string>();
  const categories = new Set<string>();
  const banners = new Set<string>();
  const queue = [...plain];
  for (let at = 0; at < queue.length && at < 150; at++) {
    const html = await (await fetch(`${site}${queue[at]}`)).text();
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#?]*)"/g)) {
      const match = matchRoute(ROUTES, href, new URLSearchParams());
      if (match.kind !== 'route') continue;
      if (match.route.id === 'documentos') categories.add(href);
      if (match.route.id === 'bannerComunicado') banners.add(href);
      if (found.has(match.route.id) || Object.keys(match.route.params).length === 0) continue;
      found.set(match.route.id, href);
      queue.push(href);
    }
  }
  return [...new Set([...plain, ...found.values(), ...categories])];
}

const all = await addresses();
const ids = all
  .map((path) => matchRoute(ROUTES, path, new URLSearchParams()))
  .map((match) => (match.kind === 'route' ? match.route.id : ''));

test('the walk reaches every route of the table and the 30 categories', () => {
  expect(ROUTES.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => id === 'documentos')).toHaveLength(30);
});

interface Facts {
  readonly lang: string | null;
  readonly title: string;
  readonly headings: readonly string[];
  readonly layout: Layout;
  readonly breadcrumb: readonly string[];
  readonly text: string;
  readonly links: number;
}

/** Reads what every page must have, by its markup alone. */
async function factsOf(visit: Visit): Promise<Facts> {
  const { page } = visit;
  return {
    lang: await page.locator('html').getAttribute('lang'),
    title: await page.title(),
    headings: await page.locator('h1').allInnerTexts(),
    layout: await layoutOf(page),
    breadcrumb: await page.locator('nav[aria-label="Você está aqui"] li').allInnerTexts(),
    text: await page.locator('main').innerText(),
    links: await page.locator('main a').count(),
  };
}

/** The layouts by what only they have: the transparency menu, and the site's footer, which a frame goes without. */
async function layoutOf(page: Page): Promise<Layout> {
  if ((await page.locator('nav[aria-label="Seções da transparência"]').count()) > 0) return 'lai';
  return (await page.locator('footer#rodape').count()) > 0 ? 'default' : 'iframe';
}

function expectWholePage(path: string, facts: Facts): void {
  const match = matchRoute(ROUTES, path, new URLSearchParams());
  if (match.kind !== 'route') throw new Error(`${path} is not a route`);
  expect(facts.lang).toBe('pt-BR');
  expect(facts.title.trim()).not.toBe('');
  expect(facts.headings).toHaveLength(1);
  expect(facts.headings[0]?.trim()).not.toBe('');
  expect(facts.layout).toBe(match.route.layout);
  if (path !== '/' && match.route.layout !== 'iframe') expect(facts.breadcrumb.length).toBeGreaterThanOrEqual(2);
  expect(facts.text.trim().length).toBeGreaterThan(40);
}

describe.each(all)('%s', (path) => {
  test('with script: whole, hydrated without asking again, no trouble, no axe violation', async () => {
    const visit = await newVisit(browser);
    try {
      const response = await visit.page.goto(`${site}${path}`, { waitUntil: 'load' });
      expect(response?.status()).toBe(200);
      expect(response?.headers()['content-language']).toBe('pt-BR');
      await hydrated(visit.page);
      expectWholePage(path, await factsOf(visit));
      expect(visit.requests.filter((request) => request.includes('/v1/graphql'))).toEqual([]);
      expect(await axeViolations(visit.page)).toEqual([]);
      expect(visit.troubles).toEqual([]);
    } finally {
      await visit.context.close();
    }
  });

  test('without script: the same content', async () => {
    const visit = await newVisit(browser, { script: false, width: 360, height: 800 });
    try {
      const response = await visit.page.goto(`${site}${path}`, { waitUntil: 'load' });
      expect(response?.status()).toBe(200);
      expectWholePage(path, await factsOf(visit));
      expect(visit.troubles).toEqual([]);
    } finally {
      await visit.context.close();
    }
  });
});
