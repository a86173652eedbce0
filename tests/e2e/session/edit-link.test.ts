/** The link of public pages to their row in the administration, which editors who have signed in see. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { startLoadedSite } from '../../support/loaded-site.ts';
import type { RunningSite } from '../../support/site.ts';
import { unpublishedPicture } from '../../support/unpublished-picture.ts';
import { guestOf } from '../admin/desk.ts';
import { axeViolations, hydrated } from '../pages.ts';
import { emptyFrame, frameOf, sessionCookies, signIn } from './signed-in.ts';

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  browser = await startBrowser();
  site = await startLoadedSite();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const LINK = 'Editar esta página';

test('an editor opens the row of a page, and nothing of the link is in what is stored for others', async () => {
  await using editor = await guestOf(browser);
  const { page } = editor;
  await signIn(page, site.url);
  await page.goto(`${site.url}/informacoes/noticias`);
  const path = await page.locator('main a[href^="/informacoes/noticia/"]').first().getAttribute('href');
  const address = `${site.url}${path}`;
  await page.goto(address);
  await hydrated(page);
  expect(await axeViolations(page)).toEqual([]);
  const title = await page.getByRole('heading', { level: 1 }).innerText();

  // The editor's own render came first; what the site keeps is made and served without it.
  const asOthers = async (): Promise<string | null> => {
    const answer = await fetch(address);
    expect(await answer.text()).not.toMatch(/Editar esta página|registro=/);
    return answer.headers.get('cache-status');
  };
  expect(await asOthers()).toMatch(/miss|fwd/i);
  // It is kept a moment after the first response.
  await expect.poll(asOthers).toMatch(/hit/i);
  await page.goto(address);
  await page.getByRole('link', { name: LINK }).click();
  await expect.poll(() => frameOf(page)).toBe(`/admin/app/noticia/${path?.split('/').at(-1)}`);
  await expect.poll(() => page.frameLocator('iframe').getByLabel('Título').first().inputValue()).toBe(title);
});

test('an editor sees a picture that nothing public names, and a visitor does not', async () => {
  await using visit = await guestOf(browser);
  await emptyFrame(visit.page);
  await signIn(visit.page, site.url);
  const cookies = await sessionCookies(visit.page.context());
  const cookie = Object.values(cookies)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const { editor, stranger } = await unpublishedPicture(site.url, cookie);
  expect(new Set(editor.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 200, cacheControl: 'private, no-store', isShared: false })]),
  );
  expect(stranger.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('a form of a row that is none is removed from the address of the administration', async () => {
  await using visit = await guestOf(browser);
  const { page } = visit;
  await emptyFrame(page);
  await signIn(page, site.url);
  for (const row of ['//mal.example/1', '../../admin/app/previa/1', 'noticia/1/../x', 'noticia', 'noticia/0']) {
    await page.goto(`${site.url}/admin?registro=${encodeURIComponent(row)}`);
    expect(await frameOf(page)).toBe('/admin/app');
  }
});
