/** Each component of the gallery with axe and as it looked before, in the light theme and in high contrast; Vite alone serves the gallery, without a site. */
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STORIES } from '../../../client/gallery/gallery.tsx';
import { storyId } from '../../../client/gallery/story.ts';
import { GALLERY_PATH, gallery } from '../../../server/tooling/gallery.ts';
import { startBrowser } from '../../support/browser.ts';
import { axeViolations, newContext, overflowing } from '../pages.ts';
import { type Looks, openLooks } from './small-pictures.ts';

/** What Vite makes of the packages. */
const CACHE = path.join(tmpdir(), `gallery-${process.pid}`);

let browser: Browser;
let vite: ViteDevServer;
let server: Server;
let origin: string;

beforeAll(async () => {
  browser = await startBrowser();
  vite = await createVite({
    appType: 'custom',
    logLevel: 'error',
    cacheDir: CACHE,
    plugins: [gallery()],
    server: { middlewareMode: true, hmr: false, watch: null },
  });
  server = createServer(vite.middlewares);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await vite.close();
  await rm(CACHE, { recursive: true, force: true });
});

describe.each([
  ['the light theme', 'claro', '', 1280],
  ['high contrast on a phone', 'contraste', '?tema=contraste', 360],
])('in %s', (_name, theme, query, width) => {
  let page: Page;
  let looks: Looks;
  /** What axe finds in all stories: a run for each of them would read the whole page each time. */
  let violations: readonly string[];
  beforeAll(async () => {
    looks = await openLooks(theme);
    page = await (await newContext(browser, { width })).newPage();
    // Vite makes the modules of all components when they are asked for the first time.
    await page.goto(`${origin}${GALLERY_PATH}${query}`, { timeout: 90_000 });
    await page.locator(`#${storyId(STORIES.at(-1) ?? { component: '', states: [] })}`).waitFor();
    violations = await axeViolations(page);
  });

  test.each(STORIES.map((story) => [story.component, story] as const))(
    '%s has no violation in any state, and its look',
    async (component, story) => {
      const section = page.locator(`#${storyId(story)}`);
      expect(await section.locator(':scope > div').count()).toBe(story.states.length);
      expect(await looks.compare(component, section)).toBeNull();
      const within = await section.evaluate(
        (element, all) => all.filter((violation) => element.contains(document.querySelector(violation.replace(/^[^:]*: /, '')))),
        violations,
      );
      expect(within).toEqual([]);
    },
  );

  test('every look that was approved is of a component', async () => {
    expect(await looks.finish()).toEqual([]);
  });

  test('nothing is wider than the window', async () => {
    expect(await overflowing(page)).toEqual([]);
  });
});
