/** A sign-in and a sign-out reach the other tabs of the browser; requests of other sites reach no session. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';
import { startLoadedSite } from '../../support/loaded-site.ts';
import type { RunningSite } from '../../support/site.ts';
import { hydrated, newContext, newVisit, visitIn } from '../pages.ts';
import { type LiveEndpoint, PRIVATE_YEAR, PUBLIC_YEAR, startLiveEndpoint } from './live-endpoint.ts';
import { emptyFrame, frameOf, signIn, signOut } from './signed-in.ts';

let browser: Browser;
let live: LiveEndpoint;
let site: RunningSite;

beforeAll(async () => {
  browser = await startBrowser();
  live = await startLiveEndpoint();
  const port = await freePort();
  const environment = { SITE_URL: `http://127.0.0.1:${port}`, GRAPHQL_WS_URL: live.url };
  site = await startLoadedSite({ port, environment });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await live[Symbol.asyncDispose]();
});

/** A mark that a whole load of the page would remove. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { notLoadedAgain: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'notLoadedAgain' in window);
const mainText = (page: Page): Promise<string> => page.locator('main').innerText();

test('a sign-in and a sign-out close the socket of another tab and open it with the new identity, with nothing left of the old one', async () => {
  const context = await newContext(browser);
  await using closing = { [Symbol.asyncDispose]: () => context.close() };
  void closing;
  await using other = await visitIn(context);
  await using own = await visitIn(context);
  await emptyFrame(own.page);
  const { page } = other;
  // A busy site refuses to make pictures, of which this case says nothing.
  await page.route('**/_image?*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.goto(`${site.url}/teste`);
  await hydrated(page);
  await mark(page);
  await expect.poll(() => mainText(page)).toContain(PUBLIC_YEAR);
  const before = live.connections.length;
  const isOpen = (): boolean | undefined => live.connections.at(-1)?.isOpen();
  const first = live.connections.at(-1);
  expect(first?.authorization).toBeNull();

  await signIn(own.page, site.url);
  await expect.poll(() => mainText(page)).toContain(PRIVATE_YEAR);
  const second = live.connections.at(-1);
  expect(second?.authorization).toMatch(/^Bearer ey/);
  await expect.poll(() => first?.isOpen()).toBe(false);
  expect(await mainText(page)).not.toContain(PUBLIC_YEAR);

  await signOut(own.page);
  await expect.poll(() => mainText(page)).toContain(PUBLIC_YEAR);
  await expect.poll(() => second?.isOpen()).toBe(false);
  expect([live.connections.length - before, live.connections.at(-1)?.authorization, isOpen()]).toEqual([2, null, true]);
  expect(await page.locator('html').innerHTML()).not.toContain(PRIVATE_YEAR);
  expect(await isMarked(page)).toBe(true);
  expect(other.troubles).toEqual([]);
});

test('the administration of another tab goes with the sign-out, and comes back with the sign-in', async () => {
  const context = await newContext(browser);
  await using closing = { [Symbol.asyncDispose]: () => context.close() };
  void closing;
  await using own = await visitIn(context);
  await emptyFrame(own.page);
  await using other = await visitIn(context);
  await signIn(own.page, site.url);
  await other.page.goto(`${site.url}/admin`);
  await expect.poll(() => frameOf(other.page)).toBe('/admin/app');
  await hydrated(other.page);
  await signOut(own.page);
  await expect.poll(() => frameOf(other.page)).toBeNull();
  await signIn(own.page, site.url);
  await expect.poll(() => frameOf(other.page)).toBe('/admin/app');
});

test('a form of another site ends no session, and its script reaches none', async () => {
  const foreign = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.end(`<form method="post" action="${site.url}/_session/end"><input name="all" value="true"></form>`);
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  try {
    await using visit = await newVisit(browser);
    const { page } = visit;
    await emptyFrame(page);
    await signIn(page, site.url);
    // Another host is another site, another port of this one only another origin, which `SameSite` does not tell apart.
    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/`);
      const read = page.evaluate((url) => fetch(url, { credentials: 'include' }).then((answer) => answer.text()), `${site.url}/_session`);
      await expect(read).rejects.toThrow('Failed to fetch');
      const answered = page.waitForResponse(`${site.url}/_session/end`);
      await page.evaluate(() => document.forms[0]?.submit());
      expect((await answered).status()).toBe(403);
      await page.waitForURL(`${site.url}/_session/end`);
      await page.goto(`${site.url}/admin`);
      expect(await frameOf(page)).toBe('/admin/app');
    }
  } finally {
    foreign.close();
  }
});
