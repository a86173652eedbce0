/** The sign-in at /admin, with script and without, and the account of the signed-in user. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { startLoadedSite } from '../../support/loaded-site.ts';
import { ADMINISTRATOR, type RunningSite } from '../../support/site.ts';
import { guestOf } from '../admin/desk.ts';
import { axeViolations, hydrated, newVisit, overflowing } from '../pages.ts';
import { emptyFrame, frameOf, sendSignIn, sessionCookies, sessionNoted, signIn, signOut } from './signed-in.ts';

let browser: Browser;
let site: RunningSite;

beforeAll(async () => {
  browser = await startBrowser();
  // Attempts are counted per address, so this file has a site of its own.
  site = await startLoadedSite();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

describe('the sign-in', () => {
  test('is done by keyboard alone, and leaves no token that a script can read', async () => {
    await using visit = await guestOf(browser);
    const { page, context } = visit;
    await page.goto(`${site.url}/admin`);
    await hydrated(page);
    expect(await axeViolations(page)).toEqual([]);
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
    for (let stop = 0; stop < 10 && (await focused()) !== 'entrada-email'; stop++) await page.keyboard.press('Tab');
    await page.keyboard.type(ADMINISTRATOR.email);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('entrada-senha');
    await page.keyboard.type(ADMINISTRATOR.password);
    await page.keyboard.press('Enter');
    await expect.poll(() => frameOf(page)).toBe('/admin/app');
    const { 'apollo:default.token': token, 'apollo:default.refresh': refresh } = await sessionCookies(context);
    expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/_session' });
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const readable = await page.evaluate(() =>
      [...Object.entries(localStorage), ...Object.entries(sessionStorage), document.documentElement.outerHTML].join('\n'),
    );
    expect(readable).not.toContain(token?.value);
    expect(readable).not.toContain(refresh?.value);
  });

  test.each([
    [360, 'dark' as const],
    [1280, 'light' as const],
  ])('fits a window of %i px, and its screens have no violation of axe', async (width, colorScheme) => {
    await using visit = await guestOf(browser, { width, colorScheme });
    const { page } = visit;
    await emptyFrame(page);
    await page.goto(`${site.url}/admin`);
    await sendSignIn(page, { email: 'ana', password: '' });
    await page.getByText('Digite sua senha.').waitFor();
    await hydrated(page);
    expect([...(await overflowing(page)), ...(await axeViolations(page))]).toEqual([]);
    await signIn(page, site.url);
    expect([...(await overflowing(page)), ...(await axeViolations(page))]).toEqual([]);
    await page.getByRole('link', { name: 'Sua conta' }).click();
    await page.getByRole('heading', { name: 'Sua conta' }).waitFor();
    await hydrated(page);
    expect([...(await overflowing(page)), ...(await axeViolations(page))]).toEqual([]);
  });

  test('works without script, from a refused password to the sign-out', async () => {
    await using visit = await newVisit(browser, { script: false });
    const { page, context } = visit;
    await page.goto(`${site.url}/admin`);
    const [refused] = await Promise.all([
      page.waitForResponse(`${site.url}/_session`),
      sendSignIn(page, { ...ADMINISTRATOR, password: 'errada' }),
    ]);
    expect(refused.status()).toBe(401);
    expect(await page.getByRole('alert').textContent()).toContain('E-mail ou senha incorretos.');
    expect(await page.getByLabel('E-mail').inputValue()).toBe(ADMINISTRATOR.email);
    await page.locator('#entrada-senha:focus').waitFor();
    expect(await page.getByRole('button', { name: 'Mostrar' }).isVisible()).toBe(false);
    await sendSignIn(page, ADMINISTRATOR);
    await expect.poll(() => frameOf(page)).toBe('/admin/app');
    await signOut(page);
    expect(await sessionCookies(context)).toEqual({});
  });

  test.each([true, false])('opens the row of the address, after a refused password too (script: %s)', async (script) => {
    await using visit = script ? await guestOf(browser) : await newVisit(browser, { script });
    const { page } = visit;
    await emptyFrame(page);
    await page.goto(`${site.url}/admin?registro=noticia/2`);
    await sendSignIn(page, { ...ADMINISTRATOR, password: 'errada' });
    await page.getByRole('alert').waitFor();
    // Script gives the form that came back the address of its page.
    if (script) await page.waitForURL(`${site.url}/admin?registro=noticia/2`);
    await sendSignIn(page, ADMINISTRATOR);
    await expect.poll(() => frameOf(page)).toBe('/admin/app/noticia/2');
    expect(page.url()).toBe(`${site.url}/admin?registro=noticia/2`);
  });

  test('shows the password on demand, on a form that came back too, whose address is that of the page', async () => {
    await using visit = await guestOf(browser);
    const { page } = visit;
    await emptyFrame(page);
    await page.goto(`${site.url}/admin`);
    await sendSignIn(page, { ...ADMINISTRATOR, password: 'errada' });
    await page.getByRole('alert').waitFor();
    await hydrated(page);
    expect(new URL(page.url()).pathname).toBe('/admin');
    const password = page.getByLabel('Senha', { exact: true });
    await password.fill('segredo');
    await page.getByRole('button', { name: 'Mostrar a senha' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Esconder a senha' }).click();
    expect([await password.getAttribute('type'), await password.inputValue()]).toEqual(['password', 'segredo']);
  });

  test('says after many failures when to try again', async () => {
    await using visit = await guestOf(browser);
    const { page } = visit;
    await emptyFrame(page);
    await page.goto(`${site.url}/admin`);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 20) {
      // The next attempt is typed into the form that comes back.
      const [answer] = await Promise.all([
        page.waitForResponse(`${site.url}/_session`),
        page.waitForEvent('load'),
        sendSignIn(page, { email: 'bia@exemplo.br', password: 'errada' }),
      ]);
      statuses.push(answer.status());
    }
    expect(statuses.length).toBeGreaterThan(3);
    expect(statuses.at(-1)).toBe(429);
    expect(await page.getByRole('alert').textContent()).toMatch(/\d+ (?:segundos?|minutos?)/);
    expect(await page.getByLabel('E-mail').inputValue()).toBe('bia@exemplo.br');
  });
});

describe('a session', () => {
  test('a session that has only the refresh token left goes on without a new sign-in', async () => {
    await using visit = await guestOf(browser);
    const { page, context } = visit;
    await emptyFrame(page);
    await signIn(page, site.url);
    await sessionNoted(page);
    await context.clearCookies({ name: 'apollo:default.token' });
    await page.goto(`${site.url}/admin`);
    await expect.poll(() => frameOf(page)).toBe('/admin/app');
    expect(Object.keys(await sessionCookies(context)).toSorted()).toEqual(['apollo:default.refresh', 'apollo:default.token']);
  });

  test('takes over the old token of local storage once, and removes it', async () => {
    const answer = await fetch(`${site.url}/v1/auth/signin/email-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMINISTRATOR),
    });
    const { session } = (await answer.json()) as { readonly session: { readonly accessToken: string } };
    await using visit = await guestOf(browser);
    const { page, context } = visit;
    const { requests } = visit.visit;
    await emptyFrame(page);
    await page.goto(`${site.url}/sic`);
    await page.evaluate((token) => localStorage.setItem('apollo:default.token', token), session.accessToken);
    await page.goto(`${site.url}/sic`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('apollo:default.token'))).toBeNull();
    await expect.poll(async () => Object.keys(await sessionCookies(context))).toEqual(['apollo:default.token']);
    await page.goto(`${site.url}/admin`);
    expect(await frameOf(page)).toBe('/admin/app');
    expect(requests.filter((request) => request === 'POST /_session/token')).toHaveLength(1);
  });

  test('the sessions of one person end in all browsers at once', async () => {
    await using here = await guestOf(browser);
    await using there = await guestOf(browser);
    for (const { page } of [here, there]) await emptyFrame(page);
    await signIn(here.page, site.url);
    await signIn(there.page, site.url);
    await sessionNoted(there.page);
    await here.page.goto(`${site.url}/admin?tela=conta`);
    await here.page.getByRole('button', { name: 'Encerrar todas as sessões' }).click();
    await here.page.getByRole('heading', { name: 'Entrar na administração do site' }).waitFor();
    await there.context.clearCookies({ name: 'apollo:default.token' });
    await there.page.goto(`${site.url}/admin`);
    await expect.poll(() => sessionCookies(there.context)).toEqual({});
    expect(await frameOf(there.page)).toBeNull();
  });
});
