/**
 * What a visitor's browser loads for a page: bounds of the JavaScript, of the styles and of the requests. Bytes are those of the files of the build in
 * brotli's best form, whatever form the server sends, with steady names of files in scripts.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { hydrated, newVisit, quiet, type Visit } from './pages.ts';

const site = inject('siteUrl');
const compress = promisify(brotliCompress);
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const LIST = '/lai/documentos/atasDoConselhoDePrevidencia';

/** Bounds in kilobytes of 1,000 bytes. */
const BEFORE_USABLE_KB = 3.55;
/** All stylesheets of a page with script. */
const STYLES_KB = 15.1;
/** What the application weighs with each page, which a page that is only read does not load. */
const WITH_APPLICATION_KB: Readonly<Record<string, number>> = { '/': 98.9, 'a news item': 97.8, [LIST]: 100.8 };
const REQUESTS_BEFORE_INTERACTION = 15;

/**
 * Gives each file that a script names letters that depend on its name alone. Those of a build are digests of contents: a word that changes in one
 * page changes the names of many files, and with them by up to 0.1 KB what the scripts of all pages weigh.
 */
function withSteadyNames(script: string): string {
  return script.replaceAll(/([\w.-]+)-[\w-]{8}(?=\.(?:js|css)\b)/g, (_, name: string) => {
    const letters = createHash('sha256').update(name).digest('base64url').slice(0, 8);
    return `${name}-${letters}`;
  });
}

/** Returns the kilobytes of the scripts among the requests of a visit. */
async function scriptKilobytes(requests: readonly string[]): Promise<number> {
  const scripts = requests.map((request) => request.replace('GET ', '')).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map(async (name) => {
    const folder = name.startsWith('/assets/') ? 'dist/client' : 'public';
    return (await compress(withSteadyNames(await readFile(path.join(folder, name), 'utf8')))).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000;
}

/** Returns the kilobytes of the stylesheets that a document names for a reader with script. */
async function styleKilobytes(html: string): Promise<number> {
  const withScript = html.replaceAll(/<noscript>.*?<\/noscript>/gs, '');
  const names = [...withScript.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, name = '']) => name);
  expect(names.some((name) => name.startsWith('/assets/'))).toBe(true);
  const texts = await Promise.all(names.map(async (name) => (await fetch(`${site}${name}`)).text()));
  const sizes = await Promise.all(texts.map(async (text) => (await compress(text)).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

async function addressOf(name: string): Promise<string> {
  if (name !== 'a news item') return `${site}${name}`;
  const list = await (await fetch(`${site}/informacoes/noticias`)).text();
  return `${site}${/\/informacoes\/noticia\/\d+/.exec(list)?.[0]}`;
}

/** Opens a page that is stored, and reads it as a visitor does who only reads: the pointer over text, the wheel, a finger that scrolls. */
async function read(visit: Visit, name: string): Promise<void> {
  const address = await addressOf(name);
  // The document is stored a moment after the first response; until then it may be streamed, and fetches its results.
  await expect
    .poll(async () => {
      const answer = await fetch(address);
      await answer.text();
      return answer.headers.get('cache-status');
    })
    .toMatch(/^edge; hit/);
  const { page } = visit;
  await page.goto(address);
  await page.locator('h1').dispatchEvent('pointerdown', { pointerType: 'touch' });
  await page.mouse.move(2, 300);
  await page.mouse.wheel(0, 60);
  // A link under a finger that scrolls is not considered.
  await page.locator('footer a').first().dispatchEvent('pointerover', { pointerType: 'touch' });
  // Work that waited for an idle browser is begun before this ends.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  await quiet(visit);
}

/**
 * The pictures of the page that are in the first view or below it, each once. Chromium fetches lazy ones ahead, from twice as far on a connection that it
 * takes for slow, so how many of those were requested tells more of the machine than of the page.
 */
function picturesOf(
  page: Visit['page'],
): Promise<readonly { readonly path: string; readonly isBelow: boolean; readonly isLazy: boolean }[]> {
  return page.evaluate(() => {
    const isBelow = (image: HTMLImageElement): boolean => image.getBoundingClientRect().top > window.innerHeight;
    // The logo stands in the header and in the footer and is fetched once: the first place counts.
    const pictures = new Map([...document.images].reverse().map((image) => [image.currentSrc || image.src, image]));
    return [...pictures].map(([address, image]) => {
      return { path: new URL(address).pathname, isBelow: isBelow(image), isLazy: image.loading === 'lazy' };
    });
  });
}

/** Returns the names of the events that the first script of a document listens to on it. */
async function bootListeners(page: Visit['page']): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  devtools.on('Debugger.scriptParsed', ({ scriptId, url }) => scripts.set(scriptId, url));
  await devtools.send('Debugger.enable');
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document' });
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
  await devtools.detach();
  return listeners.filter(({ scriptId }) => scripts.get(scriptId)?.includes('/boot-')).map(({ type }) => type);
}

describe.each(['/', 'a news item', LIST])('%s', (name) => {
  test('is usable with little script and style', async () => {
    const html = await (await fetch(await addressOf(name))).text();
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, address]) => `GET ${address}`);
    expect(scripts.length).toBeGreaterThan(0);
    expect(await scriptKilobytes(scripts)).toBeLessThan(BEFORE_USABLE_KB);
    expect(await styleKilobytes(html)).toBeLessThan(STYLES_KB);
    expect(html).not.toContain('modulepreload');
  });

  test.each([
    [1280, 900],
    [360, 740],
  ])('is read in a window of %i by %i with few requests and is not hydrated for it', async (width, height) => {
    await using visit = await newVisit(browser, { width, height });
    await read(visit, name);
    expect(visit.requests.filter((request) => request.includes('/entry-client-') && request.endsWith('.js'))).toEqual([]);
    const pictures = await picturesOf(visit.page);
    expect(pictures.filter(({ isBelow, isLazy }) => isBelow && !isLazy)).toEqual([]);
    const paths = new Set(pictures.map((picture) => `GET ${picture.path}`));
    const others = visit.requests.filter((request) => !paths.has(request));
    const loads = [...others, ...pictures.filter(({ isBelow }) => !isBelow).map((picture) => `GET ${picture.path}`)];
    expect(loads.length > REQUESTS_BEFORE_INTERACTION ? loads : []).toEqual([]);
    // The first control that is touched brings the application, and nothing that only later interactions need.
    await hydrated(visit.page);
    await quiet(visit);
    expect(
      await scriptKilobytes(visit.requests),
      'kilobytes of scripts: what is new on every page takes the place of something, or moves WITH_APPLICATION_KB',
    ).toBeLessThan(WITH_APPLICATION_KB[name] ?? 0);
    expect(visit.requests.filter((request) => /page-queries|router|navigation/.test(request))).toEqual([]);
    expect(visit.troubles).toEqual([]);
  });
});

test('the first link under the pointer brings navigation, and the first link that is followed the router', async () => {
  await using visit = await newVisit(browser);
  const { page, requests } = visit;
  await read(visit, '/sic');
  expect(await bootListeners(page)).toContain('pointerover');
  await page.locator('footer a[href="/ouvidoria"]').first().dispatchEvent('pointerover', { pointerType: 'mouse' });
  await expect.poll(() => requests.filter((request) => /\/navigation-/.test(request)).length).toBe(1);
  expect(requests.filter((request) => /\/router-/.test(request))).toEqual([]);
  await page.locator('footer a[href="/ouvidoria"]').first().dispatchEvent('click');
  await page.waitForURL(`${site}/ouvidoria`);
  expect(requests.filter((request) => /\/router-/.test(request))).toHaveLength(1);
  expect(requests.filter((request) => /\/page-queries-/.test(request))).toEqual([]);
  expect(await bootListeners(page)).not.toContain('pointerover');
});
